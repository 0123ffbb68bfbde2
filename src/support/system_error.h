#pragma once

#include <string>

namespace decode_ledger {

/// What the system says of an errno, fit for our messages: "permission denied". Safe on any thread.
std::string system_error_text(int error);

} // namespace decode_ledger
