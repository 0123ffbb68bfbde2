// What to write in front of a decode that has no guard.
#pragma once

#include "guards/guards.h"
#include "ledger/places.h"

namespace decode_ledger::ledger {

/// "write `check_ids(ids, tok)` before line 12": with the ledger's guard, else with one that the package has, else in
/// words.
std::string guard_to_write(const dataflow::PackageModel &model, const guards::SiteGuards &guards,
                           const decode_sites::DecodeSite &site, Places &places);

} // namespace decode_ledger::ledger
