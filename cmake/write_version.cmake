# cmake -D SOURCE=... -D OUT=... -D VERSION=... -D DATE=... -D GRAMMAR=... -D TREE_SITTER=... -P write_version.cmake

set(commit "")
if(EXISTS "${SOURCE}/.git")
  find_program(git git)
  if(git)
    execute_process(COMMAND "${git}" describe --always --dirty --exclude=* WORKING_DIRECTORY "${SOURCE}"
      OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
# Without git: what `git archive` or the sdist wrote into the file. As it lies in the checkout it holds a placeholder.
if(commit STREQUAL "")
  file(STRINGS "${SOURCE}/cmake/commit.txt" commit REGEX "^[0-9a-f]+(-dirty)?$" LIMIT_COUNT 1)
endif()
if(commit STREQUAL "")
  set(commit "unknown")
endif()

file(CONFIGURE OUTPUT "${OUT}" CONTENT "// Made by cmake/write_version.cmake.
#include \"support/version.h\"

namespace decode_ledger {

std::string_view version() { return \"${VERSION}\"; }
std::string_view version_date() { return \"${DATE}\"; }
std::string_view version_commit() { return \"${commit}\"; }
std::string_view version_grammar() { return \"${GRAMMAR}\"; }
std::string_view version_tree_sitter() { return \"${TREE_SITTER}\"; }

} // namespace decode_ledger
")
