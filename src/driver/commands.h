// What each command does with the pipeline's results.
#pragma once

#include "driver/options.h"

namespace decode_ledger::driver {

/// Runs the command and writes its result. Gives the exit status.
int run_command(const Options &options);

} // namespace decode_ledger::driver
