// Which ledger does this run go by?
#pragma once

#include "driver/options.h"
#include "ledger/ledger.h"
#include "support/result.h"

#include <optional>
#include <string>

namespace decode_ledger::driver {

struct FoundLedger {
  std::string path;   ///< canonical; empty: none
  std::string folder; ///< canonical; what paths are relative to
  std::string note;   ///< why one that lies there does not count; may be empty
};

/// --ledger FILE, else ledger.toml in the working folder or the nearest folder above. One that was found, not named, does
/// not count when every PATH lies outside its folder: it speaks of another tree. Fails when FILE is not there.
Result<FoundLedger> find_ledger(const Options &options);

/// Reads it. Fails with every error in it, one a line.
Result<ledger::Ledger> load_ledger(const FoundLedger &found);

} // namespace decode_ledger::driver
