// The commands that write into a ledger: sync and exempt.
//
// Each reads, changes and writes under a lock of the ledger, so that of two hooks at once the second sees what the first
// wrote. An editor takes no lock: what changed on the disk meanwhile is not written over. The new ledger takes the old
// one's place in one step, or not at all.
#pragma once

#include "driver/options.h"

namespace decode_ledger::driver {

/// Exit status: kClean; with --check kFindings when something would change; kCannotRun.
int sync_ledger(const Options &options);
/// Exit status: kClean; kFindings when the code contradicts the category, which is told as `check` would; kCannotRun.
int exempt(const Options &options);

} // namespace decode_ledger::driver
