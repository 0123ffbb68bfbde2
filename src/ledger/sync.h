// What `sync` and `exempt` change in a ledger, as edits of its text.
//
// sync writes what the code proves and nothing else: no exemption and no reason, which are people's.
//
//     added      a site that is guarded and heard, and has no entry
//     moved      module, scope or ordinal are no longer those of the code (DL112, and twins that were put before it)
//     promoted   a todo whose site is guarded and heard
//     refreshed  the fingerprint of a guarded entry, which is proved anew each time
//     dropped    with `prune` alone: an entry that matches nothing, in a file that was read whole (DL103)
//
// The call of a wrapper needs no entry once the sites inside have theirs, so a first round adds the inner ones, and
// judge() says what is left: sync() goes on until nothing is. A second sync() of what it gives changes nothing.
//
// Start reading at sync(). Tested by tests/ledger/ and tests/cli/.
#pragma once

#include "ledger/edit.h"
#include "ledger/ledger.h"

#include "support/result.h"

namespace decode_ledger::ledger {

/// All that judge() takes but the ledger. The rooms' results outlive it.
struct Package {
  const dataflow::PackageModel &model;
  const decode_sites::DecodeSites &sites;
  const guards::SiteGuards &guards;
  const exceptions_trace::Traces &traces;
};

/// What happened to one entry. Added and dropped stand alone, the others may come together.
struct EntryChange {
  bool added = false, moved = false, promoted = false, refreshed = false, dropped = false;
  bool exempted = false; ///< by `exempt`
  EntryKind kind = EntryKind::Site;
  std::string entry; ///< "module:scope:call#nth" as it reads after the change; of one that is dropped, before
  std::string was;   ///< moved: the key before the change; exempted: what the entry said
  std::string said;  ///< dropped: what the entry said, so that no decision goes unread; exempted: "as host-ids"
  SourceRange place; ///< the site or handler; invalid when dropped
};

struct Synced {
  std::string text; ///< of the ledger; equal to what was given when nothing changed
  std::vector<EntryChange> changes;
  size_t num_stale = 0;     ///< entries that `prune` would drop, and that are left
  size_t num_undecided = 0; ///< sites that have no entry and are not proven
};

/// `text` is what `ledger` was read from. Fails when a name of the code cannot stand in TOML (it is no UTF-8).
Result<Synced> sync(std::string text, const Ledger &ledger, const Package &package, const JudgeOptions &options,
                    bool prune);

/// What the entry of `site` says, "exempt as host-ids, reason: …"; empty when it has none, or none of its own.
std::string said_of_site(const Ledger &ledger, const Verdicts &verdicts, SiteId site);
std::string said_of_handler(const Ledger &ledger, const Verdicts &verdicts, uint32_t handler);

/// What somebody decided. Dates as in the ledger, "2026-11-29"; what is empty is not written, and an older decision's
/// word is taken out.
struct Decision {
  std::string category; ///< of a site; a handler has none
  std::string reason, reviewed_by, reviewed_on, expires_on;
};

/// Writes the decision into the entry of `site`, which gets the site's key and fingerprint, or adds one.
/// REQUIRES: the site is judged, and no entry disputes it.
Edits exempt_site(const Ledger &ledger, const Package &package, const Verdicts &verdicts, SiteId site,
                  const Decision &decision);
/// The same for `verdicts.handlers[handler]`.
Edits exempt_handler(const Ledger &ledger, const Verdicts &verdicts, uint32_t handler, const Decision &decision);

} // namespace decode_ledger::ledger
