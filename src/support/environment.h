#pragma once

#include <optional>
#include <string>

namespace decode_ledger {

/// The value of an environment variable. None: it is not set; an empty value is a value.
std::optional<std::string> environment_variable(const char *name);

/// Set to something other than "" and "0": how switches such as CLICOLOR_FORCE are read.
bool environment_switch(const char *name);

} // namespace decode_ledger
