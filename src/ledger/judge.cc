// The ledger held against the code: one verdict a site, and what does not hold as findings.
//
// 1. Entries are matched to sites and handlers (match.h).
// 2. Each entry is looked at for itself: matched at all, drifted, reason, expiry.
// 3. Each site is judged by the table below: what the code says of it against what the ledger says.
// 4. What the ledger says of guards, decoders and fault types is held against the package.
//
// Findings about an entry stand at its line in the ledger, findings about code at the code. A call of a wrapper whose
// raw site is settled needs no entry of its own, and a site in a test needs none at all.
//
// Nothing here looks at the disk or the clock: `today` is an argument. Start reading at kTable, then Judge::run().
// Tested by tests/corpus/ledger/ and tests/unit/ledger/.

#include "ledger/ledger.h"

#include "ledger/handlers.h"
#include "ledger/hints.h"
#include "ledger/reasons.h"
#include "ledger/toml_text.h"

#include "support/glob.h"
#include "support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace decode_ledger::ledger {

std::string_view site_state_name(SiteState state) {
  switch (state) {
  case SiteState::Guarded:
    return "guarded";
  case SiteState::Exempt:
    return "exempt";
  case SiteState::Todo:
    return "todo";
  case SiteState::New:
    return "new";
  case SiteState::Test:
    return "test";
  case SiteState::Opaque:
    return "opaque";
  case SiteState::NoSite:
    return "no-site";
  }
  return "new";
}

namespace {

using decode_sites::DecodeSite;
using decode_sites::Origin;
using decode_sites::Role;
using decode_sites::Shape;
using diagnostics::Diagnostic;
using diagnostics::Level;
using diagnostics::Place;
using diagnostics::Rule;
using exceptions_trace::Ending;
using exceptions_trace::HandlerMet;
using exceptions_trace::HandlerVerdict;
using exceptions_trace::Trace;
using guards::GuardVerdict;

// --- The table of verdicts ---------------------------------------------------------------------------------------

enum class CodeSays : uint8_t {
  GuardedHeard,
  GuardedSwallowed,
  GuardUnsound,
  GuardedConditional,
  GuardedEndingUnknown,
  GuardUnjudged,
  NoGuard,
  ReceiverUnknown,
};

/// What is reported of a site. Several may be set.
enum Report : uint16_t {
  kNothing = 0,
  kUnledgered = 1,       ///< DL101
  kGuardMissing = 2,     ///< DL102
  kReceiverUnknown = 4,  ///< DL107
  kGuardFaults = 8,      ///< DL2xx
  kHandlers = 16,        ///< DL30x, at their levels
  kHandlersAsNotes = 32, ///< the same as notes
  kMayDropEntry = 64,    ///< DL113
  kContradiction = 128,  ///< DL108, when the code shows otherwise than the category says
  kSentinel = 256,       ///< DL214, when the ids may hold one
  kWidth = 512,          ///< DL215, when nothing ties the head's width to the tokenizer
  kDecodeError = 1024,   ///< DL313, when a handler swallows the tokenizer's own error
};

struct Row {
  CodeSays code;
  uint16_t no_entry, guarded, exempt, todo;
};

// Levels of the DL30x of a guarded site are those of the rules. A guard that is sound can still have a warning (DL206,
// DL208), so its faults are told wherever the ledger calls for a guard.
constexpr uint16_t kHints = kSentinel | kWidth;
constexpr uint16_t kUnledgeredGuard = kUnledgered | kGuardFaults | kHints;
constexpr uint16_t kBareSite = kUnledgeredGuard | kDecodeError;
constexpr uint16_t kBareClaim = kGuardMissing | kGuardFaults | kHints | kDecodeError;
constexpr uint16_t kClaim = kContradiction | kSentinel;
// clang-format off
constexpr auto kTable = std::to_array<Row>({
    // code says                      no entry                       guarded                                   exempt                     todo
    {CodeSays::GuardedHeard,          kUnledgeredGuard | kHandlers,  kGuardFaults | kHandlers | kHints,        kMayDropEntry | kClaim,    kMayDropEntry},
    {CodeSays::GuardedSwallowed,      kUnledgeredGuard | kHandlers,  kGuardFaults | kHandlers | kHints,        kHandlersAsNotes | kClaim, kHandlersAsNotes},
    {CodeSays::GuardUnsound,          kUnledgeredGuard,              kGuardFaults | kHints,                    kClaim,                    kNothing},
    {CodeSays::GuardedConditional,    kUnledgeredGuard | kHandlers,  kGuardFaults | kHandlers | kHints,        kHandlersAsNotes | kClaim, kNothing},
    {CodeSays::GuardedEndingUnknown,  kUnledgeredGuard | kHandlers,  kGuardFaults | kHandlers | kHints,        kClaim,                    kNothing},
    {CodeSays::GuardUnjudged,         kUnledgeredGuard,              kGuardMissing | kGuardFaults | kHints,    kClaim,                    kNothing},
    {CodeSays::NoGuard,               kBareSite,                     kBareClaim,                               kClaim,                    kNothing},
    {CodeSays::ReceiverUnknown,       kReceiverUnknown,              kReceiverUnknown,                         kContradiction,            kNothing},
});
// clang-format on

constexpr bool is_in_order() {
  for (size_t i = 0; i < kTable.size(); ++i)
    if (static_cast<size_t>(kTable[i].code) != i)
      return false;
  return true;
}
static_assert(is_in_order(), "reports_for() indexes the table by CodeSays");

uint16_t reports_for(CodeSays code, const SiteEntry *entry) {
  const Row &row = kTable[static_cast<size_t>(code)];
  if (!entry)
    return row.no_entry;
  return entry->status == Status::Guarded ? row.guarded : entry->status == Status::Exempt ? row.exempt : row.todo;
}

// --- Words -------------------------------------------------------------------------------------------------------

std::string_view ids_in_words(Origin origin) {
  switch (origin) {
  case Origin::Device:
    return "ids that a model made";
  case Origin::Mixed:
    return "ids that a model made in part";
  case Origin::Labels:
    return "labels";
  case Origin::Host:
    return "ids made on the host";
  case Origin::Constant:
    return "constant ids";
  case Origin::Unknown:
    return "ids of unknown origin";
  }
  return "ids";
}

std::string_view state_in_words(CodeSays code) {
  switch (code) {
  case CodeSays::GuardedHeard:
    return "it is guarded, and the guard is heard";
  case CodeSays::GuardedSwallowed:
    return "it is guarded, and the guard is swallowed";
  case CodeSays::GuardUnsound:
    return "the guard in front of it is unsound";
  case CodeSays::GuardedConditional:
    return "it is guarded, and a handler lets the guard pass on a condition only";
  case CodeSays::GuardedEndingUnknown:
    return "it is guarded, and whether the guard is heard is unknown";
  case CodeSays::GuardUnjudged:
    return "whether a guard covers it is unknown";
  case CodeSays::NoGuard:
    return "no guard stands in front of it";
  case CodeSays::ReceiverUnknown:
    return "whether it decodes ids is unknown";
  }
  return "";
}

std::string entry_text(const IdentityKey &key, uint32_t nth) {
  std::string text = fmt::format("{}:{}:{}", key.module, key.scope, key.text);
  return nth > 0 ? fmt::format("{}#{}", text, nth) : text;
}

IdentityKey identity(const decode_sites::SiteKey &key) { return {key.module, key.scope, key.call}; }

bool is_judged(const DecodeSite &site) {
  return site.shape == Shape::Opaque || site.role == Role::Token || site.role == Role::Unknown;
}

bool is_stopping(const HandlerMet &met) {
  return met.rule != Rule{} && met.rule != Rule::FaultTypeLost && met.rule != Rule::FaultDeferred;
}

// An ending is as bad as the worst handler that is left once the handlers that people decided on are taken away.
Ending worst_ending(const std::vector<const HandlerMet *> &open) {
  Ending worst = Ending::Heard;
  auto note = [&](Ending ending) {
    static constexpr std::array kRank{0, 3, 2, 1}; // Heard, Swallowed, Conditional, Unknown
    if (kRank[static_cast<size_t>(ending)] > kRank[static_cast<size_t>(worst)])
      worst = ending;
  };
  for (const HandlerMet *met : open) {
    if (!is_stopping(*met))
      continue;
    if (met->possible || met->verdict == HandlerVerdict::Unknown)
      note(Ending::Unknown);
    else if (met->verdict == HandlerVerdict::StringMatch || met->verdict == HandlerVerdict::Conditional)
      note(Ending::Conditional);
    else
      note(Ending::Swallowed);
  }
  return worst;
}

class Judge {
public:
  Judge(const Ledger &ledger, const dataflow::PackageModel &model, const decode_sites::DecodeSites &sites,
        const guards::SiteGuards &guards, const exceptions_trace::Traces &traces, const JudgeOptions &options)
      : ledger_(ledger), model_(model), sites_(sites), guards_(guards), traces_(traces), options_(options),
        places_(model), index_(model, traces, modules_of_handler_entries(ledger)),
        handler_findings_(model, sites, guards, index_, places_) {}

  Verdicts run() && {
    match_sites();
    match_handlers();
    find_decode_error_handlers();
    list_handlers();
    out_.site_entries.resize(ledger_.sites.size());
    out_.handler_entries.resize(ledger_.handlers.size());
    for (uint32_t e = 0; e < ledger_.sites.size(); ++e)
      judge_site_entry(e);
    for (uint32_t e = 0; e < ledger_.handlers.size(); ++e)
      judge_handler_entry(e);
    judge_sites();
    judge_guard_entries();
    judge_decoders();
    judge_fault_types();

    for (Diagnostic &d : handler_findings_.take())
      out_.diagnostics.push_back(std::move(d));
    for (auto &[handler, d] : decode_error_findings_)
      out_.diagnostics.push_back(std::move(d));
    for (auto &[key, d] : guard_fault_findings_)
      out_.diagnostics.push_back(std::move(d));
    for (const Diagnostic &note : guards_.notes)
      out_.diagnostics.push_back(note);
    return std::move(out_);
  }

private:
  static std::set<std::string> modules_of_handler_entries(const Ledger &ledger) {
    std::set<std::string> modules;
    for (const HandlerEntry &entry : ledger.handlers)
      modules.insert(entry.module);
    return modules;
  }

  // --- Making findings -------------------------------------------------------------------------------------------

  Diagnostic &add(Rule rule, std::string message) {
    Diagnostic d;
    d.rule = rule;
    d.level = diagnostics::rule_entry(rule).level;
    d.message = std::move(message);
    out_.diagnostics.push_back(std::move(d));
    return out_.diagnostics.back();
  }

  Diagnostic &add_at_entry(Rule rule, TomlPlace place, const std::string &subject, std::string message) {
    Diagnostic &d = add(rule, std::move(message));
    d.ledger = {std::max<uint32_t>(place.line, 1), std::max<uint32_t>(place.column, 1)};
    d.subject = subject;
    return d;
  }

  Diagnostic &add_at_site(Rule rule, const DecodeSite &site, std::string message) {
    Diagnostic &d = add(rule, std::move(message));
    d.range = site.name_range;
    d.subject = site.key.text();
    d.fingerprint = site.fingerprint;
    return d;
  }

  /// The command that would settle `site`.
  std::string exempting(const DecodeSite &site, std::string_view category = "…") {
    return fmt::format("decode-ledger exempt {} --category {} --reason \"…\"", places_.file_line(site.name_range),
                       category);
  }

  static std::string guarding_entry(const DecodeSite &site) {
    return fmt::format("[[site]] module = {}, scope = {}, call = {}{}, status = \"guarded\", fingerprint = \"{}\"",
                       toml_string(site.key.module), toml_string(site.key.scope), toml_string(site.key.call),
                       site.key.of > 1 ? fmt::format(", nth = {}", site.key.nth) : "", site.fingerprint);
  }

  std::string ledger_line(TomlPlace place) const { return fmt::format("{}:{}", options_.ledger_shown, place.line); }

  // --- Matching --------------------------------------------------------------------------------------------------

  void match_sites() {
    for (uint32_t s = 0; s < sites_.sites.size(); ++s) {
      const DecodeSite &site = sites_.sites[s];
      if (!is_judged(site))
        continue;
      subject_sites_.push_back(SiteId{s});
      site_subjects_.push_back({identity(site.key), site.key.nth, site.fingerprint});
    }
    std::vector<Claim> claims;
    for (const SiteEntry &entry : ledger_.sites)
      claims.push_back({{entry.key.module, entry.key.scope, decode_sites::normalised_text(entry.key.call)},
                        entry.key.nth,
                        entry.fingerprint,
                        examined(entry.key.module)});
    site_claims_ = std::move(claims);
    site_matches_ = match(site_claims_, site_subjects_);

    entry_of_site_.resize(sites_.sites.size());
    is_disputed_.resize(sites_.sites.size());
    for (uint32_t s = 0; s < subject_sites_.size(); ++s)
      entry_of_site_[subject_sites_[s].value] = site_matches_.subjects[s];
    for (const Match &m : site_matches_.claims)
      for (uint32_t s : m.disputed)
        is_disputed_[subject_sites_[s].value] = true;
  }

  void match_handlers() {
    for (const HandlerIndex::Known &known : index_.handlers())
      handler_subjects_.push_back(known.subject);
    for (const HandlerEntry &entry : ledger_.handlers)
      handler_claims_.push_back({{entry.module, entry.scope, clause_key(entry.clause)},
                                 entry.nth,
                                 entry.fingerprint,
                                 examined(entry.module)});
    handler_matches_ = match(handler_claims_, handler_subjects_);
    for (uint32_t h = 0; h < handler_subjects_.size(); ++h)
      if (handler_matches_.subjects[h])
        settled_.insert(index_.handlers()[h].node);
  }

  void list_handlers() {
    for (const HandlerIndex::Known &known : index_.handlers())
      out_.handlers.push_back({known.place, known.subject.key.module, known.subject.key.scope, known.subject.key.text,
                               known.subject.nth, index_.num_twins(known.node), known.subject.fingerprint,
                               known.is_met || swallows_decode_error(known.node)});
  }

  bool is_settled(const HandlerMet &met) const { return settled_.contains(met.handler); }

  // --- Entries of sites ------------------------------------------------------------------------------------------

  const DecodeSite &site_of_subject(uint32_t subject) const { return sites_.sites[subject_sites_[subject].value]; }

  void judge_site_entry(uint32_t e) {
    const SiteEntry &entry = ledger_.sites[e];
    EntryVerdict &verdict = out_.site_entries[e];
    const Match &m = site_matches_.claims[e];
    std::string subject = entry_text(site_claims_[e].key, entry.key.nth);

    switch (m.kind) {
    case MatchKind::None:
      verdict.state = tell_unmatched_site(entry, site_claims_[e], subject);
      break;
    case MatchKind::Ambiguous:
      verdict.state = EntryState::Ambiguous;
      tell_ambiguous(entry.place, subject, m, [&](uint32_t s) { return site_of_subject(s).name_range; });
      break;
    case MatchKind::Twin:
      verdict.state = EntryState::Ambiguous;
      tell_twin(entry.place, subject, ledger_.sites[m.rival].place);
      break;
    case MatchKind::Moved: {
      verdict = {EntryState::Moved, subject_sites_[m.subject].value};
      const DecodeSite &site = site_of_subject(m.subject);
      tell_moved(entry.place, subject, identity(site.key), site.name_range, "decode site");
      break;
    }
    case MatchKind::Same:
      verdict = {EntryState::Fits, subject_sites_[m.subject].value};
      tell_site_drift(e, entry, site_of_subject(m.subject), subject);
      break;
    }
    if (entry.status == Status::Exempt) {
      tell_reason(entry, subject, "exemption");
      if (entry.category.empty())
        add_at_entry(Rule::ReasonMissing, entry.place, subject, "the exemption has no category").help = {
            "add `category`: sentinel-labels, host-ids, constant-ids, not-a-decode or accepted-risk"};
    }
    if (entry.status != Status::Guarded)
      tell_expiry(entry, subject);
    if (entry.status == Status::Todo && options_.strict)
      add_at_entry(Rule::TodoLeft, entry.place, subject, fmt::format("`{}` is still a todo", entry.key.call)).help = {
          "guard the site, or exempt it with a category and a reason"};
  }

  // A guarded entry is proved anew each time and cannot drift.
  void tell_site_drift(uint32_t e, const SiteEntry &entry, const DecodeSite &site, const std::string &subject) {
    if (entry.status == Status::Guarded || entry.fingerprint.empty() || entry.fingerprint == site.fingerprint)
      return;
    drifted_entries_.insert(e);
    std::string_view decided = entry.status == Status::Exempt ? "it was exempted" : "it was noted as a todo";
    Diagnostic &d = add_at_entry(Rule::DriftedEntry, entry.place, subject,
                                 fmt::format("what `{}` decodes has changed since {}", entry.key.call, decided));
    d.fingerprint = site.fingerprint;
    d.related = {{site.name_range, "the code as it is"}};
    d.help = {fmt::format("read {} and decide again: if the entry still holds, write fingerprint = \"{}\"",
                          places_.file_line(site.name_range), site.fingerprint)};
  }

  EntryState tell_unmatched_site(const SiteEntry &entry, const Claim &claim, const std::string &subject) {
    if (std::string why = why_not_examined(entry.key.module); !why.empty()) {
      tell_not_examined(entry.place, subject, why);
      return EntryState::NotExamined;
    }
    if (const DecodeSite *other = settled_by_the_code(claim)) {
      std::string role(role_name(other->role));
      bool is_agreed = entry.category == "not-a-decode";
      Diagnostic &d =
          add_at_entry(is_agreed ? Rule::EntryOutdated : Rule::StaleEntry, entry.place, subject,
                       fmt::format("`{}` is no decode site: its receiver's role is {}", entry.key.call, role));
      d.related = {{other->name_range, "no decode site"}};
      d.help = {"drop the entry"};
      return is_agreed ? EntryState::NotNeeded : EntryState::Stale;
    }
    tell_stale(entry.place, subject, claim, site_subjects_, "decode site",
               [&](uint32_t s) { return site_of_subject(s).name_range; });
    return EntryState::Stale;
  }

  /// A candidate of the same key that the code shows to be no decode site.
  const DecodeSite *settled_by_the_code(const Claim &claim) const {
    for (const DecodeSite &site : sites_.sites)
      if (!is_judged(site) && identity(site.key) == claim.key && (claim.nth == 0 || claim.nth == site.key.nth))
        return &site;
    return nullptr;
  }

  // --- Entries of handlers ---------------------------------------------------------------------------------------

  void judge_handler_entry(uint32_t e) {
    const HandlerEntry &entry = ledger_.handlers[e];
    const Match &m = handler_matches_.claims[e];
    std::string subject = entry_text(handler_claims_[e].key, entry.nth);
    EntryVerdict &verdict = out_.handler_entries[e];
    auto place_of_handler = [&](uint32_t h) { return index_.handlers()[h].place; };

    switch (m.kind) {
    case MatchKind::None:
      if (std::string why = why_not_examined(entry.module); !why.empty()) {
        tell_not_examined(entry.place, subject, why);
      } else {
        verdict.state = EntryState::Stale;
        tell_stale(entry.place, subject, handler_claims_[e], handler_subjects_, "handler", place_of_handler);
      }
      break;
    case MatchKind::Ambiguous:
      verdict.state = EntryState::Ambiguous;
      tell_ambiguous(entry.place, subject, m, place_of_handler);
      break;
    case MatchKind::Twin:
      verdict.state = EntryState::Ambiguous;
      tell_twin(entry.place, subject, ledger_.handlers[m.rival].place);
      break;
    case MatchKind::Moved: {
      verdict = {EntryState::Moved, m.subject};
      const HandlerIndex::Known &known = index_.handlers()[m.subject];
      tell_moved(entry.place, subject, known.subject.key, known.place, "handler");
      break;
    }
    case MatchKind::Same:
      verdict = {EntryState::Fits, m.subject};
      tell_handler_state(entry, index_.handlers()[m.subject], subject);
      break;
    }
    tell_reason(entry, subject, "handler entry");
    tell_expiry(entry, subject);
  }

  void tell_handler_state(const HandlerEntry &entry, const HandlerIndex::Known &known, const std::string &subject) {
    if (!entry.fingerprint.empty() && entry.fingerprint != known.subject.fingerprint) {
      Diagnostic &d = add_at_entry(Rule::DriftedEntry, entry.place, subject,
                                   fmt::format("the handler `{}` has changed since it was decided", entry.clause));
      d.fingerprint = known.subject.fingerprint;
      d.related = {{known.place, "the handler as it is"}};
      d.help = {fmt::format("read {} and decide again: if the entry still holds, write fingerprint = \"{}\"",
                            places_.file_line(known.place), known.subject.fingerprint)};
    } else if (!known.is_met && !swallows_decode_error(known.node)) {
      Diagnostic &d = add_at_entry(Rule::EntryOutdated, entry.place, subject,
                                   fmt::format("the handler `{}` stops no guard's exception", entry.clause));
      d.related = {{known.place, "handler"}};
      d.help = {"drop the entry"};
    }
  }

  // --- What entries of both kinds can be -------------------------------------------------------------------------

  void tell_not_examined(TomlPlace place, const std::string &subject, const std::string &why) {
    add_at_entry(Rule::NotExamined, place, subject, fmt::format("the entry was not examined: {}", why)).help = {
        "mend the file, or take it back into the run; until then the entry is neither stale nor clean"};
  }

  template <class PlaceOf>
  void tell_ambiguous(TomlPlace place, const std::string &subject, const Match &m, PlaceOf place_of) {
    Diagnostic &d = add_at_entry(Rule::AmbiguousEntry, place, subject,
                                 fmt::format("the entry fits {} places in the code", m.disputed.size()));
    for (uint32_t s : m.disputed)
      d.related.push_back({place_of(s), "fits"});
    d.help = {"say which one is meant with `nth`, and give the others entries of their own"};
  }

  void tell_twin(TomlPlace place, const std::string &subject, TomlPlace rival) {
    add_at_entry(Rule::AmbiguousEntry, place, subject,
                 fmt::format("the entry fits the same place in the code as the one of line {}", rival.line))
        .help = {"drop one of the two"};
  }

  void tell_moved(TomlPlace place, const std::string &subject, const IdentityKey &to, SourceRange range,
                  std::string_view what) {
    Diagnostic &d = add_at_entry(Rule::EntryMoved, place, subject,
                                 fmt::format("the {} was moved or renamed to `{}` in `{}`", what, to.scope, to.module));
    d.related = {{range, fmt::format("{}, with the same fingerprint", what)}};
    d.help = {"`decode-ledger sync` re-keys the entry"};
  }

  template <class Entry> void tell_reason(const Entry &entry, const std::string &subject, std::string_view what) {
    std::string_view problem = problem_of_reason(entry.reason);
    if (problem.empty())
      return;
    TomlPlace place = entry.reason_place.line != 0 ? entry.reason_place : entry.place;
    add_at_entry(Rule::ReasonMissing, place, subject, fmt::format("the reason of the {} {}", what, problem)).help = {
        "say what makes ids out of range impossible or harmless here, so that a reader can check it against the code"};
  }

  template <class Entry> void tell_expiry(const Entry &entry, const std::string &subject) {
    // Dates of this form compare as text.
    if (entry.expires_on.empty() || options_.today.empty() || options_.today <= entry.expires_on)
      return;
    add_at_entry(Rule::ExemptionExpired, entry.expires_place, subject,
                 fmt::format("the entry expired on {}", entry.expires_on))
        .help = {"read the code again: write a later date, or guard the site and drop the entry"};
  }

  struct Candidate {
    uint32_t subject;
    unsigned likeness;
  };

  // Nearest: the same fingerprint, then two of the three parts of the key.
  static std::vector<Candidate> nearest(const Claim &claim, const std::vector<Subject> &subjects) {
    std::vector<Candidate> found;
    for (uint32_t s = 0; s < subjects.size(); ++s) {
      const IdentityKey &key = subjects[s].key;
      unsigned alike = (key.module == claim.key.module) + (key.scope == claim.key.scope) + (key.text == claim.key.text);
      if (!claim.fingerprint.empty() && claim.fingerprint == subjects[s].fingerprint)
        alike += 3;
      if (alike >= 2)
        found.push_back({s, alike});
    }
    std::ranges::stable_sort(found, std::greater<>{}, &Candidate::likeness);
    if (found.size() > 3)
      found.resize(3);
    return found;
  }

  static std::string differences(const Claim &claim, const Subject &subject) {
    std::vector<std::string> parts;
    if (subject.key.module != claim.key.module)
      parts.push_back(fmt::format("module `{}`", subject.key.module));
    if (subject.key.scope != claim.key.scope)
      parts.push_back(fmt::format("scope `{}`", subject.key.scope));
    if (subject.key.text != claim.key.text)
      parts.push_back(fmt::format("`{}`", subject.key.text));
    if (parts.empty())
      parts.push_back(fmt::format("number {}", subject.nth));
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  template <class PlaceOf>
  void tell_stale(TomlPlace place, const std::string &subject, const Claim &claim, const std::vector<Subject> &subjects,
                  std::string_view what, PlaceOf place_of) {
    std::vector<Candidate> candidates = nearest(claim, subjects);
    std::string message = fmt::format("no {} matches `{}`", what, subject);
    if (!candidates.empty())
      message += fmt::format("; nearest is {} at {}", differences(claim, subjects[candidates.front().subject]),
                             places_.file_line(place_of(candidates.front().subject)));
    Diagnostic &d = add_at_entry(Rule::StaleEntry, place, subject, std::move(message));
    for (const Candidate &c : candidates)
      d.related.push_back({place_of(c.subject), "candidate: " + differences(claim, subjects[c.subject])});
    d.help = {"key the entry to the code that it was meant for, or let `decode-ledger sync --prune` drop it"};
  }

  // --- Was the entry's file read whole? --------------------------------------------------------------------------

  /// Why nothing can be said of an entry for `module`; empty when its file was read whole, or is not there at all.
  const std::string &why_not_examined(const std::string &module) {
    auto [why, is_new] = why_not_examined_.try_emplace(module);
    if (is_new)
      why->second = find_why_not_examined(module);
    return why->second;
  }

  bool examined(const std::string &module) { return why_not_examined(module).empty(); }

  std::string find_why_not_examined(const std::string &module) {
    const source::SourceSet &sources = model_.sources();
    bool is_there = false;
    for (size_t f = 0; f < sources.files.size(); ++f) {
      const source::SourceFile &file = sources.files[f];
      if (file.module != module)
        continue;
      is_there = true;
      if (file.state != source::ReadState::Read)
        return fmt::format("{} was not read: {}", file.path, file.problem);
      const auto &damage = model_.tree(FileId{f}).damage();
      if (!damage.empty())
        return fmt::format("{} could not be parsed around line {}", file.path,
                           places_.line({FileId{f}, damage.front().begin, damage.front().end}));
    }
    return is_there ? std::string() : why_left_out(module);
  }

  std::string why_left_out(const std::string &module) const {
    const source::SourceSet &sources = model_.sources();
    GlobSet excluded(ledger_.exclude);
    for (const std::string &path : paths_of(module)) {
      for (const source::PassedOver &passed : sources.passed_over)
        if (passed.path == path)
          return fmt::format("{} was left out: {}", path, passed.reason);
      if (excluded.matches(path))
        return fmt::format("{} is left out by `exclude` in [package]", path);
    }
    return {};
  }

  /// The files that `module` could stand in.
  std::vector<std::string> paths_of(const std::string &module) const {
    if (module.ends_with(".py"))
      return {module};
    std::string relative = module;
    std::ranges::replace(relative, '.', '/');
    std::vector<std::string> paths;
    for (const std::string &root : model_.sources().roots) {
      std::string folder = root.empty() || root == "." ? "" : root + "/";
      for (std::string_view ending : {".py", "/__init__.py", ".ipynb", ".pyx"})
        paths.push_back(folder + relative + std::string(ending));
    }
    return paths;
  }

  /// The same for the module of a function or class by full name: "asr_lab.faults.check".
  std::string why_not_examined_name(std::string name) {
    for (size_t dot = name.rfind('.'); dot != std::string::npos; dot = name.rfind('.')) {
      name.resize(dot);
      if (std::string why = why_not_examined(name); !why.empty())
        return why;
    }
    return {};
  }

  // --- Sites -----------------------------------------------------------------------------------------------------

  void judge_sites() {
    out_.sites.resize(sites_.sites.size());
    for (uint32_t s = 0; s < sites_.sites.size(); ++s)
      out_.sites[s] = verdict_by_entry(SiteId{s});
    inherit_from_raw_sites();
    for (uint32_t s = 0; s < sites_.sites.size(); ++s)
      judge_site(SiteId{s});
    for (uint32_t s = 0; s < sites_.sites.size(); ++s)
      out_.sites[s].proven = sites_.sites[s].is_site() && code_says(SiteId{s}) == CodeSays::GuardedHeard;
  }

  SiteVerdict verdict_by_entry(SiteId id) const {
    const DecodeSite &site = sites_.sites[id.value];
    SiteVerdict verdict;
    verdict.entry = entry_of_site_[id.value];
    verdict.disputed = is_disputed_[id.value];
    if (verdict.entry) {
      const SiteEntry &entry = ledger_.sites[*verdict.entry];
      const Match &m = site_matches_.claims[*verdict.entry];
      verdict.state = entry.status == Status::Guarded  ? SiteState::Guarded
                      : entry.status == Status::Exempt ? SiteState::Exempt
                                                       : SiteState::Todo;
      bool is_shifted = entry.key.nth != 0 ? entry.key.nth != site.key.nth : site.key.of > 1;
      verdict.moved = m.kind == MatchKind::Moved || is_shifted;
      verdict.drifted = drifted_entries_.contains(*verdict.entry);
    }
    if (site.shape == Shape::Opaque)
      verdict.state = SiteState::Opaque;
    else if (!is_judged(site))
      verdict.state = SiteState::NoSite;
    else if (site.is_test)
      verdict.state = SiteState::Test;
    return verdict;
  }

  // Guard the wrapper once: its calls take the entry of the raw sites in it while all of those are guarded or exempt.
  // A wrapper of a wrapper takes as many rounds as it is deep; each round settles one call at least, so this ends.
  void inherit_from_raw_sites() {
    std::map<FunctionId, std::vector<uint32_t>> raw_sites;
    for (uint32_t s = 0; s < sites_.sites.size(); ++s)
      if (sites_.sites[s].is_site())
        for (FunctionId f = sites_.sites[s].function; f; f = model_.parent_of(f))
          raw_sites[f].push_back(s);

    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (uint32_t s = 0; s < sites_.sites.size(); ++s) {
        SiteVerdict &verdict = out_.sites[s];
        FunctionId wrapper = sites_.sites[s].delegates_to;
        if (!wrapper || verdict.entry || verdict.state != SiteState::New || !raw_sites.contains(wrapper))
          continue;
        std::optional<SiteVerdict> raw = common_verdict(raw_sites.at(wrapper), s);
        if (raw) {
          verdict.state = raw->state;
          verdict.entry = raw->entry;
          verdict.inherited = true;
          has_changed = true;
        }
      }
    }
  }

  /// The first verdict of `raw` when each of them is guarded or exempt. `call` itself does not count (recursion).
  std::optional<SiteVerdict> common_verdict(const std::vector<uint32_t> &raw, uint32_t call) const {
    std::optional<SiteVerdict> first;
    for (uint32_t s : raw) {
      if (s == call)
        continue;
      if (out_.sites[s].state != SiteState::Guarded && out_.sites[s].state != SiteState::Exempt)
        return std::nullopt;
      if (!first)
        first = out_.sites[s];
    }
    return first;
  }

  void judge_site(SiteId id) {
    const DecodeSite &site = sites_.sites[id.value];
    const SiteVerdict &verdict = out_.sites[id.value];
    if (!is_judged(site) || site.is_test || verdict.inherited)
      return;
    const SiteEntry *entry = verdict.entry ? &ledger_.sites[*verdict.entry] : nullptr;
    if (site.shape == Shape::Opaque) {
      if (!entry)
        tell_opaque(site);
      return;
    }

    CodeSays code = code_says(id);
    uint16_t reports = reports_for(code, entry);
    // Which of the sites in dispute the entry is for is not known, so it is not said that this one has none.
    if (verdict.disputed)
      reports = static_cast<uint16_t>(reports & ~kUnledgered);

    if (reports & kUnledgered)
      tell_unledgered(id, code);
    if (reports & kGuardMissing)
      tell_guard_missing(id, code, *entry);
    if (reports & kReceiverUnknown)
      tell_receiver_unknown(site);
    if (reports & kGuardFaults)
      tell_guard_faults(id);
    if (reports & (kHandlers | kHandlersAsNotes))
      tell_handlers(id, code, (reports & kHandlersAsNotes) != 0);
    if (reports & kContradiction)
      tell_contradiction(site, *entry);
    if (reports & kSentinel)
      tell_sentinel(id, entry);
    if (reports & kWidth)
      tell_width(site);
    if (reports & kDecodeError)
      tell_decode_error(id);
    if (reports & kMayDropEntry)
      tell_outdated(site, *entry);
  }

  CodeSays code_says(SiteId id) const {
    if (sites_.sites[id.value].role == Role::Unknown)
      return CodeSays::ReceiverUnknown;
    switch (guards_.sites[id.value].verdict) {
    case GuardVerdict::Unguarded:
      return CodeSays::NoGuard;
    case GuardVerdict::Unsound:
      return CodeSays::GuardUnsound;
    case GuardVerdict::Unknown:
      return CodeSays::GuardUnjudged;
    case GuardVerdict::Guarded:
      break;
    }
    switch (ending_of(traces_.of(id))) {
    case Ending::Heard:
      return CodeSays::GuardedHeard;
    case Ending::Swallowed:
      return CodeSays::GuardedSwallowed;
    case Ending::Conditional:
      return CodeSays::GuardedConditional;
    case Ending::Unknown:
      break;
    }
    return CodeSays::GuardedEndingUnknown;
  }

  /// Handlers with a finding that no entry settles, and that do not stand behind one that swallows already.
  std::vector<const HandlerMet *> open_handlers(const Trace &trace) const {
    std::vector<const HandlerMet *> open;
    for (const HandlerMet &met : trace.handlers)
      if (met.rule != Rule{} && !met.masked && !is_settled(met))
        open.push_back(&met);
    return open;
  }

  Ending ending_of(const Trace *trace) const {
    if (!trace)
      return Ending::Unknown;
    bool is_decided = std::ranges::any_of(
        trace->handlers, [&](const HandlerMet &met) { return is_stopping(met) && !met.masked && is_settled(met); });
    if (!is_decided)
      return trace->ending;
    Ending ending = worst_ending(open_handlers(*trace));
    return ending == Ending::Heard && !trace->unresolved.empty() ? Ending::Unknown : ending;
  }

  // --- Findings about sites --------------------------------------------------------------------------------------

  void add_evidence(Diagnostic &d, const DecodeSite &site) const {
    d.excerpt.push_back({site.name_range, fmt::format("decode site, {}", ids_in_words(site.origin))});
    add_chain(d, "receiver", site.role_evidence);
    add_chain(d, "ids", site.origin_evidence);
  }

  static void add_chain(Diagnostic &d, std::string_view of, const std::vector<decode_sites::Evidence> &chain) {
    for (const decode_sites::Evidence &evidence : chain)
      if (evidence.place.valid())
        d.related.push_back({evidence.place, evidence.text == "by way of" ? fmt::format("{}, on its way", of)
                                                                          : fmt::format("{}: {}", of, evidence.text)});
  }

  void add_guard(Diagnostic &d, SiteId id) const {
    const guards::SiteGuard &guard = guards_.sites[id.value];
    if (guard.place.valid())
      d.related.push_back({model_.range(guard.place), "guard"});
    for (const Place &place : guard.evidence)
      d.related.push_back(place);
  }

  // What a guard here would be worth: the handlers on its way that stop it.
  void add_handlers_ahead(Diagnostic &d, SiteId id) const {
    const Trace *trace = traces_.of(id);
    if (!trace)
      return;
    for (const HandlerMet *met : open_handlers(*trace))
      if (is_stopping(*met))
        d.related.push_back({met->place, fmt::format("`{}` {}", clause_key(met->clause), what_it_would_do(*met))});
  }

  std::string guard_call() const {
    return ledger_.guards.empty() ? "a guard" : fmt::format("`{}`", ledger_.guards.front().function);
  }

  void tell_unledgered(SiteId id, CodeSays code) {
    const DecodeSite &site = sites_.sites[id.value];
    const guards::SiteGuard &guard = guards_.sites[id.value];
    std::string message = fmt::format("`{}` decodes {} and has no entry in the ledger; {}", site.key.call,
                                      ids_in_words(site.origin), state_in_words(code));
    if (code == CodeSays::GuardUnjudged && !guard.why.empty())
      message += ": " + guard.why;
    Diagnostic &d = add_at_site(Rule::UnledgeredSite, site, std::move(message));
    add_evidence(d, site);
    add_guard(d, id);
    if (code == CodeSays::NoGuard || code == CodeSays::GuardUnjudged)
      add_handlers_ahead(d, id);
    d.help = help_for_new_site(site, code);
  }

  std::vector<std::string> help_for_new_site(const DecodeSite &site, CodeSays code) {
    std::string exempt = "or write down why it needs none: " + exempting(site);
    if (code == CodeSays::NoGuard && site.delegates_to)
      return {fmt::format("guard the ids once inside `{}`, or here", model_.full_name(site.delegates_to)), exempt};
    if (code == CodeSays::NoGuard || code == CodeSays::GuardUnjudged)
      return {fmt::format("put {} in front of it", guard_call()), exempt};
    std::string entry = code == CodeSays::GuardedHeard ? "`decode-ledger sync` adds the entry"
                                                       : "add it to the ledger: " + guarding_entry(site);
    if (site.delegates_to)
      entry = fmt::format("give the decode inside `{}` an entry: its calls inherit it",
                          model_.full_name(site.delegates_to));
    if (code == CodeSays::GuardedHeard)
      return {entry};
    return {code == CodeSays::GuardUnsound ? "correct the guard" : "let the handlers pass it on that stop it", entry};
  }

  void tell_guard_missing(SiteId id, CodeSays code, const SiteEntry &entry) {
    const DecodeSite &site = sites_.sites[id.value];
    const guards::SiteGuard &guard = guards_.sites[id.value];
    std::string fact = code == CodeSays::GuardUnjudged ? "whether a guard covers it is unknown" : "no guard covers it";
    if (!guard.why.empty())
      fact = guard.why.starts_with("no guard") ? guard.why : fmt::format("{}: {}", fact, guard.why);
    std::string message = fmt::format("{} calls `{}` guarded, and {}", ledger_line(entry.place), site.key.call, fact);
    Diagnostic &d = add_at_site(Rule::GuardMissing, site, std::move(message));
    add_evidence(d, site);
    add_guard(d, id);
    add_handlers_ahead(d, id);
    d.help = {fmt::format("put {} in front of it, on every path", guard_call()),
              "or write down why it needs none: " + exempting(site)};
  }

  void tell_receiver_unknown(const DecodeSite &site) {
    std::string message = fmt::format("`{}` may be a decode site", site.key.call);
    if (!site.unknown_reason.empty())
      message += ": " + site.unknown_reason;
    Diagnostic &d = add_at_site(Rule::ReceiverUnknown, site, std::move(message));
    add_evidence(d, site);
    d.excerpt.front().text = "may be a decode site";
    d.help = {
        fmt::format("say it once in the ledger: [[decoder]] method = \"{}\", role = \"token\" or \"other\"", site.name),
        "or for this call alone: " + exempting(site, "not-a-decode")};
  }

  void tell_opaque(const DecodeSite &site) {
    Diagnostic &d =
        add_at_site(Rule::OpaqueDecode, site,
                    fmt::format("`{}` decodes ids inside a dependency, where no guard can stand", site.key.call));
    add_evidence(d, site);
    d.help = {"decode the ids yourself behind a guard, or check the text that comes out"};
  }

  // A fault of a guard function is the same whichever site it is seen from: one finding with the sites as related places.
  void tell_guard_faults(SiteId id) {
    const DecodeSite &site = sites_.sites[id.value];
    for (const guards::GuardFault &fault : guards_.sites[id.value].faults) {
      SourceRange range = fault.place.valid() ? fault.place : site.name_range;
      auto [found, is_new] = guard_fault_findings_.try_emplace({range, fault.rule, fault.message});
      Diagnostic &d = found->second;
      if (is_new) {
        d.rule = fault.rule;
        d.level = diagnostics::rule_entry(fault.rule).level;
        d.message = fault.message;
        d.range = range;
        d.subject = site.key.text();
        d.fingerprint = site.fingerprint;
        d.excerpt = {{range, ""}, {site.name_range, "decode site"}};
        std::ranges::stable_sort(d.excerpt, {}, &Place::range);
        d.related = fault.evidence;
        if (!fault.help.empty())
          d.help = {fault.help};
      }
      d.related.push_back({site.name_range, "decode site"});
    }
  }

  // A way that needs a possible edge is no error: it leaves the ending unknown.
  static Rule rule_told(const HandlerMet &met) { return met.possible ? Rule::EscapeUnknown : met.rule; }

  void tell_handlers(SiteId id, CodeSays code, bool as_notes) {
    const Trace *trace = traces_.of(id);
    bool has_told = false;
    if (trace)
      for (const HandlerMet *met : open_handlers(*trace)) {
        Rule rule = rule_told(*met);
        Level level = as_notes ? Level::Note : diagnostics::rule_entry(rule).level;
        handler_findings_.add(rule, {id, trace, met, level});
        has_told = has_told || is_stopping(*met);
      }
    if (!has_told && code != CodeSays::GuardedHeard)
      tell_ending(id, code, trace, as_notes);
  }

  // The trace ends badly and no handler of ours is to blame: the reason is all that there is to show.
  void tell_ending(SiteId id, CodeSays code, const Trace *trace, bool as_notes) {
    const DecodeSite &site = sites_.sites[id.value];
    bool is_swallowed = code == CodeSays::GuardedSwallowed;
    std::string message = is_swallowed ? fmt::format("the guard of `{}` is swallowed", site.key.call)
                                       : fmt::format("whether the guard of `{}` is heard is unknown", site.key.call);
    if (trace && !trace->ending_why.empty())
      message += ": " + trace->ending_why;
    Diagnostic &d = add_at_site(is_swallowed ? Rule::FaultSwallowed : Rule::EscapeUnknown, site, std::move(message));
    if (as_notes)
      d.level = Level::Note;
    d.excerpt = {{site.name_range, "decode site"}};
    add_guard(d, id);
    if (trace)
      for (const dataflow::UnresolvedCall &call : trace->unresolved)
        d.related.push_back({model_.range(call.site), "call is unresolved: " + call.reason});
    d.help = {fmt::format("see the whole trace: decode-ledger trace {}", places_.file_line(site.name_range))};
  }

  // A guard on such labels is told already (DL212), and the category that fits settles both.
  void tell_sentinel(SiteId id, const SiteEntry *entry) {
    const DecodeSite &site = sites_.sites[id.value];
    bool is_told = std::ranges::any_of(guards_.sites[id.value].faults, [](const guards::GuardFault &fault) {
      return fault.rule == Rule::GuardOnSentinelLabels;
    });
    bool may_hold_one = site.sentinel && !may_clear_sentinel(model_, sites_, id);
    SiteId twin = may_hold_one ? SiteId{} : find_cleared_twin(model_, sites_, id);
    if ((!may_hold_one && !twin) || is_told || (entry && entry->category == "sentinel-labels"))
      return;
    std::string_view ids = twin ? "predictions" : ids_in_words(site.origin);
    Diagnostic &d = add_at_site(Rule::SentinelDecoded, site,
                                fmt::format("`{}` decodes {} that may still hold a sentinel such as -100{}",
                                            site.key.call, ids, twin ? "; its twin is cleared" : ""));
    add_evidence(d, site);
    if (twin)
      d.related.push_back({sites_.sites[twin.value].name_range, "the twin, whose sentinel is cleared"});
    d.help = {"replace the sentinel before decoding: `ids = np.where(ids != -100, ids, tokenizer.pad_token_id)`",
              "or write down that it may: " + exempting(site, "sentinel-labels")};
  }

  void tell_width(const DecodeSite &site) {
    SourceRange scores = scores_behind(model_, site);
    if (!scores.valid() || is_width_tied())
      return;
    Diagnostic &d =
        add_at_site(Rule::HeadWiderThanTokenizer, site,
                    fmt::format("`{}` decodes the best of scores whose width nothing holds against `len(tokenizer)`",
                                site.key.call));
    d.excerpt = {{scores, "ids are taken from scores"}, {site.name_range, "decode site"}};
    std::ranges::stable_sort(d.excerpt, {}, &Place::range);
    add_chain(d, "ids", site.origin_evidence);
    d.help = {"slice the scores to `len(tokenizer)`, or compare the two where the model is loaded"};
  }

  // Handlers that take the accidental guard away, by site. Entries for them are as good as for any other handler.
  void find_decode_error_handlers() {
    for (uint32_t s = 0; s < sites_.sites.size(); ++s)
      if (sites_.sites[s].is_site() && !sites_.sites[s].is_test && guards_.sites[s].verdict == GuardVerdict::Unguarded)
        if (NodeRef handler = find_decode_error_handler(model_, sites_.sites[s]); handler.valid())
          decode_error_handlers_[SiteId{s}] = handler;
  }

  bool swallows_decode_error(NodeRef handler) const {
    return std::ranges::any_of(decode_error_handlers_, [&](const auto &found) { return found.second == handler; });
  }

  void tell_decode_error(SiteId id) {
    auto found = decode_error_handlers_.find(id);
    if (found == decode_error_handlers_.end() || settled_.contains(found->second))
      return;
    const DecodeSite &site = sites_.sites[id.value];
    SourceRange clause = except_clause_range(model_, found->second);
    std::string text = except_clause_text(model_, found->second);
    auto [finding, is_new] = decode_error_findings_.try_emplace(found->second);
    Diagnostic &d = finding->second;
    d.related.push_back({site.name_range, "decode site"});
    if (!is_new)
      return;
    d.rule = Rule::DecodeErrorSwallowed;
    d.level = diagnostics::rule_entry(d.rule).level;
    d.message =
        fmt::format("`{}` swallows what the tokenizer raises on ids out of range, and no guard stands in front of "
                    "line {}",
                    text, places_.line(site.name_range));
    d.range = clause;
    d.subject = fmt::format("{}:{}:{}", site.key.module, site.key.scope, text);
    d.fingerprint = decode_sites::handler_fingerprint(model_, found->second);
    d.excerpt = {{site.name_range, "decode site"}, {clause, "the tokenizer's own error ends here"}};
    d.help = {
        "put a guard in front of the decode, and let its fault type pass",
        fmt::format("or record it with a reason: decode-ledger exempt {} --reason \"…\"", places_.file_line(clause))};
  }

  bool is_width_tied() {
    if (!is_width_tied_)
      is_width_tied_ = ties_width_to_tokenizer(model_, guards_);
    return *is_width_tied_;
  }

  // A receiver that is known by its name alone is no proof against somebody who read the code.
  static bool is_proven_tokenizer(const DecodeSite &site) {
    return !site.role_evidence.empty() && !site.role_evidence.front().text.starts_with("named ");
  }

  // What a category claims against what the code shows. What the code does not show contradicts nothing.
  static std::string contradiction(const DecodeSite &site, std::string_view category) {
    bool is_made_by_model = site.origin == Origin::Device || site.origin == Origin::Mixed;
    std::string ids(ids_in_words(site.origin));
    if (category == "host-ids" && is_made_by_model)
      return "it decodes " + ids;
    if (category == "constant-ids" && site.origin != Origin::Constant && site.origin != Origin::Unknown)
      return "it decodes " + ids;
    if (category == "sentinel-labels") {
      if (is_made_by_model)
        return "it decodes " + ids;
      if ((site.origin == Origin::Labels || site.origin == Origin::Host) && !site.sentinel)
        return "the sentinel is cleared before they are decoded";
    }
    if (category == "not-a-decode" && site.role == Role::Token && is_proven_tokenizer(site))
      return fmt::format("the receiver is a tokenizer, by {}", site.role_evidence.front().text);
    return {};
  }

  void tell_contradiction(const DecodeSite &site, const SiteEntry &entry) {
    std::string why = contradiction(site, entry.category);
    if (why.empty())
      return;
    Diagnostic &d = add_at_site(Rule::ExemptionContradicted, site,
                                fmt::format("`{}` is exempt as {} at {}, and {}", site.key.call, entry.category,
                                            ledger_line(entry.place), why));
    add_evidence(d, site);
    d.help = {"guard the site, or correct the entry's category and reason"};
  }

  void tell_outdated(const DecodeSite &site, const SiteEntry &entry) {
    bool is_todo = entry.status == Status::Todo;
    Diagnostic &d = add_at_entry(
        Rule::EntryOutdated, entry.place, site.key.text(),
        fmt::format("`{}` is guarded and heard, so it needs no {}", site.key.call, is_todo ? "todo" : "exemption"));
    d.fingerprint = site.fingerprint;
    d.related = {{site.name_range, "decode site"}};
    d.help = {is_todo ? "`decode-ledger sync` makes it guarded"
                      : "write status = \"guarded\" and drop the category and the reason"};
  }

  // --- What the ledger says of the package -----------------------------------------------------------------------

  void judge_guard_entries() {
    for (size_t g = 0; g < ledger_.guards.size() && g < guards_.entry_problems.size(); ++g) {
      const std::string &function = ledger_.guards[g].function;
      TomlPlace place = ledger_.guard_places[g];
      if (!guards_.entry_found[g])
        tell_missing_name(place, function, fmt::format("the package has no function `{}`", function),
                          nearest_function(function));
      else if (!guards_.entry_problems[g].empty())
        add_at_entry(Rule::GuardEntryUnproven, place, function,
                     fmt::format("`{}` is no guard: {}", function, guards_.entry_problems[g]))
            .help = {"let its body compare the ids with 0 and len(tokenizer) and raise, or drop the entry"};
    }
  }

  void judge_decoders() {
    for (size_t u = 0; u < ledger_.decoders.size() && u < sites_.decoder_used.size(); ++u) {
      if (sites_.decoder_used[u])
        continue;
      const decode_sites::UserDecoder &decoder = ledger_.decoders[u];
      const std::string &name = decoder.function.empty() ? decoder.method : decoder.function;
      tell_missing_name(ledger_.decoder_places[u], name, fmt::format("nothing in the package calls `{}`", name),
                        decoder.function.empty() ? "" : nearest_function(name));
    }
  }

  void tell_missing_name(TomlPlace place, const std::string &name, std::string message, const std::string &candidate) {
    if (std::string why = why_not_examined_name(name); !why.empty())
      return tell_not_examined(place, name, why);
    if (!candidate.empty())
      message += fmt::format("; did you mean `{}`?", candidate);
    add_at_entry(Rule::StaleEntry, place, name, std::move(message)).help = {"correct the name, or drop the entry"};
  }

  /// A function of the package with the same last name, else one whose full name is spelled nearly the same.
  std::string nearest_function(const std::string &name) const {
    NameId last = model_.find_name(std::string_view(name).substr(name.rfind('.') + 1));
    if (last)
      for (FunctionId f : model_.functions_named(last))
        return model_.full_name(f);
    std::vector<std::string> names;
    for (size_t f = 0; f < model_.num_functions(); ++f)
      names.push_back(model_.full_name(FunctionId{f}));
    return nearest_of(name, names);
  }

  static std::string nearest_of(const std::string &name, const std::vector<std::string> &names) {
    std::vector<std::string_view> views(names.begin(), names.end());
    return std::string(nearest_word(name, views).value_or(""));
  }

  void judge_fault_types() {
    for (const std::string &type : ledger_.fault_types) {
      if (model_.find_class(type) || is_raised_by_a_guard(type))
        continue;
      if (std::string why = why_not_examined_name(type); !why.empty()) {
        tell_not_examined(ledger_.fault_place, type, why);
        continue;
      }
      std::string message = fmt::format("the package has no class `{}`", type);
      if (std::string candidate = nearest_class(type); !candidate.empty())
        message += fmt::format("; did you mean `{}`?", candidate);
      add_at_entry(Rule::FaultTypeUnknown, ledger_.fault_place, type, std::move(message)).help = {
          "name the class that the guards raise, by module and name"};
    }
  }

  /// A class from outside the package counts when a guard raises it.
  bool is_raised_by_a_guard(const std::string &type) const {
    auto is_it = [&](const package_model::ClassName &fault) {
      return !fault.external.empty() && (fault.external == type || fault.external == "builtins." + type);
    };
    return std::ranges::any_of(guards_.functions, is_it, &guards::GuardFunction::fault) ||
           std::ranges::any_of(guards_.sites, is_it, &guards::SiteGuard::fault);
  }

  std::string nearest_class(const std::string &type) const {
    std::vector<std::string> names;
    std::string last = short_class(type);
    for (size_t c = 0; c < model_.num_classes(); ++c) {
      names.push_back(model_.full_name(ClassId{c}));
      if (short_class(names.back()) == last)
        return names.back();
    }
    return nearest_of(type, names);
  }

  const Ledger &ledger_;
  const dataflow::PackageModel &model_;
  const decode_sites::DecodeSites &sites_;
  const guards::SiteGuards &guards_;
  const exceptions_trace::Traces &traces_;
  const JudgeOptions &options_;
  Places places_;
  HandlerIndex index_;
  HandlerFindings handler_findings_;
  Verdicts out_;

  std::vector<SiteId> subject_sites_; // by subject
  std::vector<Subject> site_subjects_, handler_subjects_;
  std::vector<Claim> site_claims_, handler_claims_; // by entry
  Matches site_matches_, handler_matches_;
  std::vector<std::optional<uint32_t>> entry_of_site_; // by site
  std::vector<bool> is_disputed_;                      // by site
  std::set<uint32_t> drifted_entries_;
  std::map<std::string, std::string> why_not_examined_; // by module
  std::map<SiteId, NodeRef> decode_error_handlers_;
  std::map<NodeRef, Diagnostic> decode_error_findings_; // one a handler
  std::optional<bool> is_width_tied_;                   // asked once, when a site calls for it
  std::set<NodeRef> settled_;
  std::map<std::tuple<SourceRange, Rule, std::string>, Diagnostic> guard_fault_findings_;
};

} // namespace

Verdicts judge(const Ledger &ledger, const dataflow::PackageModel &model, const decode_sites::DecodeSites &sites,
               const guards::SiteGuards &guards, const exceptions_trace::Traces &traces, const JudgeOptions &options) {
  return Judge(ledger, model, sites, guards, traces, options).run();
}

} // namespace decode_ledger::ledger
