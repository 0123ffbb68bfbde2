#pragma once

#include <cstddef>
#include <string_view>

namespace decode_ledger::report {

/// Terminal columns that `text` takes: 2 for East Asian wide characters and emoji, 0 for combining marks, 1 for others.
/// By blocks, not by Unicode's whole table: a caret may be off by one under rare scripts. REQUIRES: valid UTF-8.
size_t display_width(std::string_view text);

} // namespace decode_ledger::report
