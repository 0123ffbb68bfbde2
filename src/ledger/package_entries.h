// What the ledger says of the package itself: [[guard]], [[decoder]] and [fault], held against the code. Private to this
// room.
#pragma once

#include "ledger/entry_findings.h"
#include "ledger/examined.h"

namespace decode_ledger::ledger {

/// DL103, DL111, DL115 and DL216, at the names in the ledger.
void judge_package_entries(const Ledger &ledger, const dataflow::PackageModel &model,
                           const decode_sites::DecodeSites &sites, const guards::SiteGuards &guards, Examined &examined,
                           EntryFindings &entries, FindingList &out);

} // namespace decode_ledger::ledger
