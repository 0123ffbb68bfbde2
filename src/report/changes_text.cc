// What `sync` and `exempt` changed in the ledger: a line an entry, then what is left to do.

#include "report/display_width.h"
#include "report/paint.h"
#include "report/places.h"
#include "report/report.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace decode_ledger::report {
namespace {

using ledger::EntryChange;

struct Verb {
  std::string_view word;
  bool EntryChange::*happened;
};
constexpr std::array<Verb, 6> kVerbs = {{{"added", &EntryChange::added},
                                         {"exempt", &EntryChange::exempted},
                                         {"moved", &EntryChange::moved},
                                         {"promoted", &EntryChange::promoted},
                                         {"refreshed", &EntryChange::refreshed},
                                         {"dropped", &EntryChange::dropped}}};

/// "moved, promoted".
std::string verbs_of(const EntryChange &change) {
  std::string words;
  for (const Verb &verb : kVerbs)
    if (change.*verb.happened)
      words += (words.empty() ? "" : ", ") + std::string(verb.word);
  return words;
}

/// "2 added, 1 moved".
std::string counts_of(const std::vector<EntryChange> &changes) {
  std::string words;
  for (const Verb &verb : kVerbs)
    if (auto count = std::ranges::count_if(changes, [&](const EntryChange &c) { return c.*verb.happened; }))
      words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, verb.word);
  return words;
}

std::string details_of(const EntryChange &change, Places &places) {
  std::string details = change.was.empty() ? "" : "was " + change.was;
  if (!change.said.empty())
    details += (details.empty() ? "" : "; ") + change.said;
  if (change.place.valid())
    details += (details.empty() ? "" : "; ") + places.line(change.place);
  return details;
}

std::string left_to_do(const ledger::Synced &synced) {
  std::string out;
  if (synced.num_stale > 0)
    out += fmt::format("{} stale: `decode-ledger sync --prune` drops {}\n",
                       synced.num_stale == 1 ? "1 entry is" : fmt::format("{} entries are", synced.num_stale),
                       synced.num_stale == 1 ? "it" : "them");
  if (synced.num_undecided > 0)
    out += fmt::format("{} no entry and no guard that is proven and heard: see `decode-ledger check`\n",
                       synced.num_undecided == 1 ? "1 site has" : fmt::format("{} sites have", synced.num_undecided));
  return out;
}

} // namespace

std::string changes_text(const Analysis &analysis, const ledger::Synced &synced, std::string_view ledger_shown,
                         bool dry, const Style &style) {
  Paint paint(style.colour);
  Places places(analysis.sources());
  size_t width = 0;
  for (const EntryChange &change : synced.changes)
    width = std::max(width, display_width(verbs_of(change)));
  std::string out;
  for (const EntryChange &change : synced.changes)
    out += fmt::format("{}  {}  {}\n", paint.padded(Ink::Strong, verbs_of(change), width), shown(change.entry),
                       paint(Ink::Dim, fmt::format("({})", shown(details_of(change, places)))));
  if (!style.summary)
    return out;
  std::string name = shown(ledger_shown);
  if (synced.changes.empty())
    out += fmt::format("{} says what the code says: nothing to change\n", name);
  else
    out += fmt::format("{} {}: {}\n", name, dry ? "would change" : "is written", counts_of(synced.changes));
  return out + left_to_do(synced);
}

} // namespace decode_ledger::report
