// Character sets that we have no table of: the system's iconv knows them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace decode_ledger {

struct Converted {
  std::string text;                 ///< UTF-8; what stands before the bad byte, if there is one
  std::optional<size_t> bad_offset; ///< the byte of the input that is no character of the set
};

/// Converts `bytes` to UTF-8. None: the system does not know `charset`. Which sets it knows depends on the machine: use
/// own tables for those that must work everywhere.
std::optional<Converted> convert_to_utf8(std::string_view bytes, const std::string &charset);

} // namespace decode_ledger
