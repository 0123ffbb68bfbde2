// From the bytes of a Python file to UTF-8, as Python's own tokenizer does it (PEP 263): a byte order mark, else a
// coding comment in the first two lines, else UTF-8.
#pragma once

#include <cstdint>
#include <string>

namespace decode_ledger::source {

struct DecodedSource {
  std::string text;            ///< UTF-8 without byte order mark; empty when there is a problem
  std::string problem;         ///< empty: `text` is the whole file
  uint32_t problem_offset = 0; ///< byte of the file where decoding failed
  bool converted = false;      ///< `text` is not the bytes of the file, but for line ends
};

/// Takes the bytes over: a file that is UTF-8 already is not copied.
DecodedSource decode_source(std::string bytes);

} // namespace decode_ledger::source
