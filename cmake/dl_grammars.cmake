# The tree-sitter core and the Python grammar, pinned by grammars/package-lock.json and fetched with npm when the
# folder grammars/node_modules is missing or belongs to another lock file.

set(grammars "${CMAKE_SOURCE_DIR}/grammars")
set(modules "${grammars}/node_modules")
set(lock "${grammars}/package-lock.json")
set(stamp "${modules}/.decode-ledger-lock")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${lock}")

# Two configures of one checkout may run at once (release and asan, say); the second waits and finds the work done.
file(LOCK "${grammars}" DIRECTORY GUARD FILE TIMEOUT 300)
file(SHA256 "${lock}" wanted)
set(fetched "")
if(EXISTS "${stamp}")
  file(READ "${stamp}" fetched)
endif()
if(NOT fetched STREQUAL wanted)
  find_program(DL_NPM npm)
  if(NOT DL_NPM)
    message(FATAL_ERROR "npm is missing: run tools/setup.sh, or install nodejs and npm")
  endif()
  message(STATUS "Fetching the grammars with npm ci (a few seconds)")
  execute_process(COMMAND "${DL_NPM}" ci --ignore-scripts --no-audit --no-fund
    WORKING_DIRECTORY "${grammars}" RESULT_VARIABLE status OUTPUT_QUIET)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "npm ci failed in ${grammars} (status ${status})")
  endif()
  file(WRITE "${stamp}" "${wanted}")
endif()
file(LOCK "${grammars}" DIRECTORY RELEASE)

file(READ "${lock}" pinned)
string(JSON DL_GRAMMAR_VERSION GET "${pinned}" packages node_modules/tree-sitter-python version)
string(JSON DL_TREE_SITTER_VERSION GET "${pinned}" packages node_modules/tree-sitter version)

set(core "${modules}/tree-sitter/vendor/tree-sitter/lib")
set(python "${modules}/tree-sitter-python/src")
add_library(tree_sitter STATIC "${core}/src/lib.c" "${python}/parser.c" "${python}/scanner.c")
target_include_directories(tree_sitter
  PUBLIC "${core}/include"
  PRIVATE "${core}/src" "${python}")
target_compile_definitions(tree_sitter PRIVATE _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)
# Optimised in debug builds too: nobody steps through parse tables, and everybody waits for them.
target_compile_options(tree_sitter PRIVATE -O2 -w)
