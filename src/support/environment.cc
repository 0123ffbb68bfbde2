#include "support/environment.h"

#include <cstdlib>

namespace decode_ledger {

std::optional<std::string> environment_variable(const char *name) {
  const char *value = std::getenv(name);
  if (!value)
    return std::nullopt;
  return std::string(value);
}

bool environment_switch(const char *name) {
  const std::optional<std::string> value = environment_variable(name);
  return value && !value->empty() && *value != "0";
}

} // namespace decode_ledger
