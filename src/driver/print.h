// --print=NAME: what one room made of the package, as text. For people who work on the tool, and for snapshots: sorted by
// place, the same bytes for the same input, no times and no ids.
#pragma once

#include "driver/pipeline.h"

namespace decode_ledger::driver {

/// The stage that `print` needs.
Stage stage_of(Print print);

/// REQUIRES: `run` got to stage_of(print), and no further than Stage::Models for `syntax` and `module-model`.
std::string print(const Run &run, Print print);

} // namespace decode_ledger::driver
