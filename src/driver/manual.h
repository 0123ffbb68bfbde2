// The manual page, written from the description of the command line.
#pragma once

#include "driver/command_line.h"

#include <string>

namespace decode_ledger::driver {

/// decode-ledger(1) in the language of man(7).
std::string manual_page(const CommandLine &line);

} // namespace decode_ledger::driver
