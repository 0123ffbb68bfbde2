#include "report/json_text.h"

#include "support/text.h"

#include <string_view>
#include <utility>

namespace decode_ledger::report {
namespace {

/// GitHub's runner takes `##[` anywhere in a line of its log for a command. In JSON it stands in strings alone, where the
/// bracket has another spelling.
std::string without_commands(std::string text) {
  constexpr std::string_view kBegin = "##[", kWritten = "##\\u005b";
  return replace_all(std::move(text), kBegin, kWritten);
}

} // namespace

std::string written(const JsonValue &json) {
  return without_commands(json.dump(1, ' ', true, JsonValue::error_handler_t::replace)) + "\n";
}

std::string written_in_a_line(const JsonValue &json) {
  return without_commands(json.dump(-1, ' ', true, JsonValue::error_handler_t::replace)) + "\n";
}

} // namespace decode_ledger::report
