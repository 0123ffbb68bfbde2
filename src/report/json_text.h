// How every JSON output is written. The library's header is seen in src/report/ alone.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace decode_ledger::report {

using JsonValue = nlohmann::ordered_json;

/// One key or value a line. All of it is ASCII with \u escapes: nothing of a source file or a file name reaches a terminal
/// or a log as itself, and bytes that are no UTF-8 become U+FFFD.
std::string written(const JsonValue &json);
/// The same in one line.
std::string written_in_a_line(const JsonValue &json);

} // namespace decode_ledger::report
