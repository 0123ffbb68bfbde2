# dl_room(<name> [LINKS target...] [PRIVATE target...] [SOURCES file...])
# One static library `dl_<name>` of src/<name>/*.cc that links every room declared before it. A room that has no .cc
# file yet is an interface library, so that the ones behind it configure all the same.

set_property(GLOBAL PROPERTY DL_ROOMS "")

function(dl_room name)
  cmake_parse_arguments(room "" "" "LINKS;PRIVATE;SOURCES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/${name}/*.cc")
  get_property(earlier GLOBAL PROPERTY DL_ROOMS)
  list(TRANSFORM earlier PREPEND dl_ OUTPUT_VARIABLE earlier_targets)
  list(REVERSE earlier_targets)

  if(sources OR room_SOURCES)
    add_library(dl_${name} STATIC ${sources} ${room_SOURCES})
    target_include_directories(dl_${name} PUBLIC "${CMAKE_SOURCE_DIR}/src")
    target_compile_options(dl_${name} PRIVATE ${DL_WARNINGS})
    target_link_libraries(dl_${name} PUBLIC ${earlier_targets} ${room_LINKS} PRIVATE ${room_PRIVATE})
  else()
    add_library(dl_${name} INTERFACE)
    target_include_directories(dl_${name} INTERFACE "${CMAKE_SOURCE_DIR}/src")
    target_link_libraries(dl_${name} INTERFACE ${earlier_targets} ${room_LINKS})
  endif()
  set_property(GLOBAL APPEND PROPERTY DL_ROOMS ${name})
endfunction()
