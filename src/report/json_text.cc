#include "report/json_text.h"

namespace decode_ledger::report {

std::string written(const JsonValue &json) {
  return json.dump(1, ' ', true, JsonValue::error_handler_t::replace) + "\n";
}

std::string written_in_a_line(const JsonValue &json) {
  return json.dump(-1, ' ', true, JsonValue::error_handler_t::replace) + "\n";
}

} // namespace decode_ledger::report
