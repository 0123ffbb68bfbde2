// The hash by which GitHub's code scanning knows a line again when lines are added above it.
//
// A rolling polynomial hash, base 37 modulo 2^64, over the 100 UTF-16 code units that follow the beginning of the line.
// Spaces and tabs do not count; \r, \n and \r\n are one \n; behind the text stand U+FFFF and then zeros. A second line of
// the same hash gets `:2`, and so on. Cost: linear in the text.
//
// GitHub's upload action computes the same where a result has none, and warns where one has another.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::report {

/// By line, the first at index 0. A last line of blanks alone has the hash of the end. `text` is UTF-8.
std::vector<std::string> line_hashes(std::string_view text);

} // namespace decode_ledger::report
