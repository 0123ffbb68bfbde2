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
  std::string named;  ///< where it was found, a link there not followed
  std::string folder; ///< canonical; what paths are relative to
  std::string note;   ///< why one that lies there does not count; may be empty
};

/// --ledger FILE, else ledger.toml in the working folder or the nearest folder above. One that was found, not named, does
/// not count when every PATH lies outside its folder: it speaks of another tree. Fails when FILE is not there.
Result<FoundLedger> find_ledger(const Options &options);

struct LoadedLedger {
  ledger::Ledger ledger;
  std::string text; ///< the bytes that it was read from
};

/// Reads it. Fails with every error in it, one a line.
Result<LoadedLedger> load_ledger(const FoundLedger &found);

/// As it is seen from where the user stands, escaped for a terminal. `path` is canonical.
std::string shown_path(const std::string &path);

} // namespace decode_ledger::driver
