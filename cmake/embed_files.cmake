# cmake -D FOLDER=... -D GLOB=... -D FUNCTION=... -D OUT=... -P embed_files.cmake
# Writes OUT: a function FUNCTION() that returns the text of every matching file, sorted by name, with its SHA-256. A
# README.md is left out.

# The SHA-256 of `file` in base64 (RFC 4648), as a Content-Security-Policy names it. Three hex digits make two letters;
# the 64th makes one, and `=` fills the last four.
function(base64_sha256 file result)
  set(alphabet "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  file(SHA256 "${file}" digits)
  set(letters "")
  foreach(at RANGE 0 60 3)
    string(SUBSTRING "${digits}" ${at} 3 three)
    math(EXPR first "0x${three} >> 6")
    math(EXPR second "0x${three} & 63")
    string(SUBSTRING "${alphabet}" ${first} 1 first)
    string(SUBSTRING "${alphabet}" ${second} 1 second)
    string(APPEND letters "${first}${second}")
  endforeach()
  string(SUBSTRING "${digits}" 63 1 last)
  math(EXPR last "0x${last} << 2")
  string(SUBSTRING "${alphabet}" ${last} 1 last)
  set(${result} "${letters}${last}=" PARENT_SCOPE)
endfunction()

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
  base64_sha256("${FOLDER}/${name}" sha256)
  string(APPEND rows "    {\"${name}\", R\"dl_text(${text})dl_text\", \"${sha256}\"},\n")
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
