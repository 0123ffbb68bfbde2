# Language, optimisation, warnings and sanitizers of every target.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()
# Assertions of the standard library and of our own stay on where they are cheap: no -DNDEBUG.
set(DL_OPTIMISE "-O2" CACHE STRING "Optimisation flags of a Release build")
set(CMAKE_C_FLAGS_RELEASE "${DL_OPTIMISE}")
set(CMAKE_CXX_FLAGS_RELEASE "${DL_OPTIMISE}")

# No object depends on where the checkout lies, so that a fresh clone finds what another one compiled.
add_compile_options("-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=")
find_program(DL_CCACHE ccache)
if(DL_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(ccache "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" "${DL_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER ${ccache})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ccache})
endif()

if(DL_SANITIZE)
  add_compile_options(-fsanitize=${DL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  add_compile_definitions($<$<COMPILE_LANGUAGE:CXX>:_LIBCPP_ENABLE_ASSERTIONS=1>)
  add_link_options(-fsanitize=${DL_SANITIZE})
endif()

set(DL_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wimplicit-fallthrough)
if(DL_WERROR)
  list(APPEND DL_WARNINGS -Werror)
endif()

# Distributions without the static libraries by default fail at the link, after minutes, with a page of symbols.
include(CheckCXXSourceCompiles)
function(dl_require_static_libraries)
  set(CMAKE_REQUIRED_LINK_OPTIONS -static-pie)
  check_cxx_source_compiles("#include <iostream>\nint main() { std::cout << 1; }" DL_LINKS_STATIC)
  if(NOT DL_LINKS_STATIC)
    message(FATAL_ERROR "DL_STATIC needs the static libraries of C and C++ (libc6-dev and g++ on Debian; "
      "glibc-static and libstdc++-static on Fedora)")
  endif()
endfunction()
