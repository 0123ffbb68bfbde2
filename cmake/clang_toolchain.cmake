# The clang++ of the presets `clang` and `asan`. At least 16: libc++ has the ranges algorithms from there on.

set(versions 16 17 18 19 20 21)
list(TRANSFORM versions PREPEND "clang-" OUTPUT_VARIABLE c_names)
list(TRANSFORM versions PREPEND "clang++-" OUTPUT_VARIABLE cxx_names)
find_program(DL_CLANG NAMES ${c_names} clang)
find_program(DL_CLANGXX NAMES ${cxx_names} clang++)
set(CMAKE_C_COMPILER "${DL_CLANG}")
set(CMAKE_CXX_COMPILER "${DL_CLANGXX}")
