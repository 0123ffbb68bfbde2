// How the ledger's debt has changed since the branch left the main line.
#pragma once

#include "driver/pipeline.h"

namespace decode_ledger::driver {

/// The ledger's counts against those of its file at the merge base of HEAD and the main line: origin's default branch,
/// else main or master, of origin or local. git is asked for what it has; nothing is fetched. None: there is no git, no
/// such branch, no merge base (a shallow clone), or no ledger there that can be read. REQUIRES: the run has a ledger.
std::optional<report::Ratchet> ratchet_of(const Run &run);

} // namespace decode_ledger::driver
