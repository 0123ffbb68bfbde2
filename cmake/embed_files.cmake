# cmake -D FOLDER=... -D GLOB=... -D FUNCTION=... -D OUT=... -P embed_files.cmake
# Writes OUT: a function FUNCTION() that returns the text of every matching file, sorted by name. A README.md is left out.

file(GLOB files RELATIVE "${FOLDER}" "${FOLDER}/${GLOB}")
list(REMOVE_ITEM files README.md)
list(SORT files)

set(rows "")
foreach(name IN LISTS files)
  file(READ "${FOLDER}/${name}" text)
  string(FIND "${text}" ")dl_text\"" clash)
  if(NOT clash EQUAL -1)
    message(FATAL_ERROR "${FOLDER}/${name} contains the delimiter of the raw string that it is embedded as")
  endif()
  string(APPEND rows "    {\"${name}\", R\"dl_text(${text})dl_text\"},\n")
endforeach()

# A std::array of no element would do for an empty folder, but not a C array.
list(LENGTH files count)
file(WRITE "${OUT}" "// Made by cmake/embed_files.cmake.
#include \"support/embedded.h\"

#include <array>

namespace decode_ledger {

static constexpr std::array<EmbeddedFile, ${count}> kFiles{{
${rows}}};

std::span<const EmbeddedFile> ${FUNCTION}() { return kFiles; }

} // namespace decode_ledger
")
