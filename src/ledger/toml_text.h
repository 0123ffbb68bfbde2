#pragma once

#include <string>
#include <string_view>

namespace decode_ledger::ledger {

/// `text` as a TOML string on one line, quotes included. Any text: control characters and quotes are escaped.
std::string toml_string(std::string_view text);

} // namespace decode_ledger::ledger
