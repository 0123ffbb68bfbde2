# Third-party libraries from the system (tools/setup.sh installs them). All but fmt are used as headers alone.

find_package(Threads REQUIRED)

# All that is missing is told at once, with the packages that have it on Debian.
set(DL_MISSING "")
set(DL_MISSING_PACKAGES "")
function(dl_require_header variable header package)
  find_path(${variable} "${header}")
  if(NOT ${variable})
    set(DL_MISSING ${DL_MISSING} "${header}" PARENT_SCOPE)
    set(DL_MISSING_PACKAGES ${DL_MISSING_PACKAGES} "${package}" PARENT_SCOPE)
  endif()
endfunction()

dl_require_header(DL_FMT_INCLUDE fmt/format-inl.h libfmt-dev)
dl_require_header(DL_XXHASH_INCLUDE xxhash.h libxxhash-dev)
dl_require_header(DL_TOMLPLUSPLUS_INCLUDE toml++/toml.h libtomlplusplus-dev)
dl_require_header(DL_JSON_INCLUDE nlohmann/json.hpp nlohmann-json3-dev)
dl_require_header(DL_CLI11_INCLUDE CLI/CLI.hpp libcli11-dev)
if(DL_MISSING)
  list(JOIN DL_MISSING ", " headers)
  list(JOIN DL_MISSING_PACKAGES " " packages)
  message(FATAL_ERROR "missing here:\n  ${headers}\nRun tools/setup.sh, or:\n  apt-get install ${packages}")
endif()

add_library(dl_headers INTERFACE)
target_include_directories(dl_headers SYSTEM INTERFACE
  ${DL_FMT_INCLUDE} ${DL_XXHASH_INCLUDE} ${DL_TOMLPLUSPLUS_INCLUDE} ${DL_JSON_INCLUDE} ${DL_CLI11_INCLUDE})
target_compile_definitions(dl_headers INTERFACE TOML_HEADER_ONLY=1 TOML_EXCEPTIONS=0)

# jemalloc, in the program alone: the analysis makes and drops millions of small values, and glibc's malloc takes a fifth
# of it. Linked statically; a sanitizer brings an allocator of its own, and Debian's library has an operator new for
# libstdc++ alone.
option(DL_JEMALLOC "Link jemalloc where it is found" ON)
if(DL_JEMALLOC AND NOT DL_SANITIZE AND NOT APPLE AND NOT CMAKE_CXX_FLAGS MATCHES "-stdlib=libc\\+\\+")
  find_library(DL_JEMALLOC_LIBRARY NAMES libjemalloc_pic.a)
  if(NOT DL_JEMALLOC_LIBRARY)
    message(STATUS "libjemalloc_pic.a is missing (libjemalloc-dev): the program will use the system's malloc, and be slower")
  endif()
endif()

# fmt, compiled once by ourselves: header-only costs 2.7 s in each of our files, and the system's library is
# neither static nor built for libc++.
add_library(dl_fmt STATIC cmake/fmt.cc)
target_link_libraries(dl_fmt PUBLIC dl_headers)
