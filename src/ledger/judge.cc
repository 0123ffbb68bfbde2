// The ledger held against the code: one verdict a site, and what does not hold as findings.
//
// 1. Entries are matched to sites and handlers (match.h).
// 2. Each entry is looked at for itself: matched at all, drifted, reason, expiry.
// 3. Each site is judged by verdict_table.h: what the code says of it against what the ledger says.
// 4. What the ledger says of guards, decoders and fault types is held against the package.
//
// Findings about an entry stand at its line in the ledger, findings about code at the code. A call of a wrapper whose
// raw site is settled needs no entry of its own, and a site in a test needs none at all.
//
// Nothing here looks at the disk or the clock: `today` is an argument. Start reading at Judge::run().
// Tested by tests/corpus/ledger/ and tests/unit/ledger/.

#include "ledger/ledger.h"

#include "ledger/entry_findings.h"
#include "ledger/examined.h"
#include "ledger/handlers.h"
#include "ledger/package_entries.h"
#include "ledger/site_findings.h"
#include "ledger/verdict_table.h"

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

// --- Words -------------------------------------------------------------------------------------------------------

std::string entry_text(const IdentityKey &key, uint32_t nth) {
  std::string text = fmt::format("{}:{}:{}", key.module, key.scope, key.text);
  return nth > 0 ? fmt::format("{}#{}", text, nth) : text;
}

IdentityKey identity(const decode_sites::SiteKey &key) { return {key.module, key.scope, key.call}; }

bool is_judged(const DecodeSite &site) {
  return site.shape == Shape::Opaque || site.role == Role::Token || site.role == Role::Unknown;
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
        places_(model), index_(model, traces, modules_of_handler_entries(ledger)), examined_(ledger, model, places_),
        entry_findings_(places_, options.today, findings_),
        site_findings_(model, sites, guards, traces, options, settled_, index_, places_, findings_) {}

  Verdicts run() && {
    match_sites();
    match_handlers();
    site_findings_.find_decode_error_handlers();
    list_handlers();
    out_.site_entries.resize(ledger_.sites.size());
    out_.handler_entries.resize(ledger_.handlers.size());
    for (uint32_t e = 0; e < ledger_.sites.size(); ++e)
      judge_site_entry(e);
    for (uint32_t e = 0; e < ledger_.handlers.size(); ++e)
      judge_handler_entry(e);
    judge_sites();
    judge_package_entries(ledger_, model_, sites_, guards_, examined_, entry_findings_, findings_);
    site_findings_.add_gathered();
    for (const Diagnostic &note : guards_.notes)
      findings_.add(note);
    out_.diagnostics = findings_.take();
    return std::move(out_);
  }

private:
  static std::set<std::string> modules_of_handler_entries(const Ledger &ledger) {
    std::set<std::string> modules;
    for (const HandlerEntry &entry : ledger.handlers)
      modules.insert(entry.module);
    return modules;
  }

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
                        examined_.is_whole(entry.key.module)});
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
                                 examined_.is_whole(entry.module)});
    handler_matches_ = match(handler_claims_, handler_subjects_);
    for (uint32_t h = 0; h < handler_subjects_.size(); ++h)
      if (handler_matches_.subjects[h])
        settled_.insert(index_.handlers()[h].node);
  }

  void list_handlers() {
    for (const HandlerIndex::Known &known : index_.handlers())
      out_.handlers.push_back({known.place, known.subject.key.module, known.subject.key.scope, known.subject.key.text,
                               known.subject.nth, index_.num_twins(known.node), known.subject.fingerprint,
                               known.is_met || site_findings_.swallows_decode_error(known.node)});
  }

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
      entry_findings_.tell_ambiguous(entry.place, subject, m,
                                     [&](uint32_t s) { return site_of_subject(s).name_range; });
      break;
    case MatchKind::Twin:
      verdict.state = EntryState::Ambiguous;
      entry_findings_.tell_twin(entry.place, subject, ledger_.sites[m.rival].place);
      break;
    case MatchKind::Moved: {
      verdict = {EntryState::Moved, subject_sites_[m.subject].value};
      const DecodeSite &site = site_of_subject(m.subject);
      entry_findings_.tell_moved(entry.place, subject, identity(site.key), site.name_range, "decode site");
      break;
    }
    case MatchKind::Same:
      verdict = {EntryState::Fits, subject_sites_[m.subject].value};
      tell_site_drift(e, entry, site_of_subject(m.subject), subject);
      break;
    }
    if (entry.status == Status::Exempt) {
      entry_findings_.tell_reason(decided(entry), subject, "exemption");
      if (entry.category.empty())
        findings_.at_entry(Rule::ReasonMissing, entry.place, subject, "the exemption has no category").help = {
            "add `category`: sentinel-labels, host-ids, constant-ids, not-a-decode or accepted-risk"};
    }
    if (entry.status != Status::Guarded)
      entry_findings_.tell_expiry(decided(entry), subject);
    if (entry.status == Status::Todo && options_.strict)
      findings_.at_entry(Rule::TodoLeft, entry.place, subject, fmt::format("`{}` is still a todo", entry.key.call))
          .help = {"guard the site, or exempt it with a category and a reason"};
  }

  // A guarded entry is proved anew each time and cannot drift.
  void tell_site_drift(uint32_t e, const SiteEntry &entry, const DecodeSite &site, const std::string &subject) {
    if (entry.status == Status::Guarded || entry.fingerprint.empty() || entry.fingerprint == site.fingerprint)
      return;
    drifted_entries_.insert(e);
    std::string_view decided = entry.status == Status::Exempt ? "it was exempted" : "it was noted as a todo";
    Diagnostic &d = findings_.at_entry(Rule::DriftedEntry, entry.place, subject,
                                       fmt::format("what `{}` decodes has changed since {}", entry.key.call, decided));
    d.fingerprint = site.fingerprint;
    d.related = {{site.name_range, "the code as it is"}};
    d.help = {fmt::format("read {} and decide again: if the entry still holds, write fingerprint = \"{}\"",
                          places_.file_line(site.name_range), site.fingerprint)};
  }

  EntryState tell_unmatched_site(const SiteEntry &entry, const Claim &claim, const std::string &subject) {
    if (std::string why = examined_.why_not(entry.key.module); !why.empty()) {
      entry_findings_.tell_not_examined(entry.place, subject, why);
      return EntryState::NotExamined;
    }
    if (const DecodeSite *other = settled_by_the_code(claim)) {
      std::string role(role_name(other->role));
      bool is_agreed = entry.category == "not-a-decode";
      Diagnostic &d =
          findings_.at_entry(is_agreed ? Rule::EntryOutdated : Rule::StaleEntry, entry.place, subject,
                             fmt::format("`{}` is no decode site: its receiver's role is {}", entry.key.call, role));
      d.related = {{other->name_range, "no decode site"}};
      d.help = {"drop the entry"};
      return is_agreed ? EntryState::NotNeeded : EntryState::Stale;
    }
    entry_findings_.tell_stale(entry.place, subject, claim, site_subjects_, "decode site",
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
      if (std::string why = examined_.why_not(entry.module); !why.empty()) {
        entry_findings_.tell_not_examined(entry.place, subject, why);
      } else {
        verdict.state = EntryState::Stale;
        entry_findings_.tell_stale(entry.place, subject, handler_claims_[e], handler_subjects_, "handler",
                                   place_of_handler);
      }
      break;
    case MatchKind::Ambiguous:
      verdict.state = EntryState::Ambiguous;
      entry_findings_.tell_ambiguous(entry.place, subject, m, place_of_handler);
      break;
    case MatchKind::Twin:
      verdict.state = EntryState::Ambiguous;
      entry_findings_.tell_twin(entry.place, subject, ledger_.handlers[m.rival].place);
      break;
    case MatchKind::Moved: {
      verdict = {EntryState::Moved, m.subject};
      const HandlerIndex::Known &known = index_.handlers()[m.subject];
      entry_findings_.tell_moved(entry.place, subject, known.subject.key, known.place, "handler");
      break;
    }
    case MatchKind::Same:
      verdict = {EntryState::Fits, m.subject};
      tell_handler_state(entry, index_.handlers()[m.subject], subject);
      break;
    }
    entry_findings_.tell_reason(decided(entry), subject, "handler entry");
    entry_findings_.tell_expiry(decided(entry), subject);
  }

  void tell_handler_state(const HandlerEntry &entry, const HandlerIndex::Known &known, const std::string &subject) {
    if (!entry.fingerprint.empty() && entry.fingerprint != known.subject.fingerprint) {
      Diagnostic &d =
          findings_.at_entry(Rule::DriftedEntry, entry.place, subject,
                             fmt::format("the handler `{}` has changed since it was decided", entry.clause));
      d.fingerprint = known.subject.fingerprint;
      d.related = {{known.place, "the handler as it is"}};
      d.help = {fmt::format("read {} and decide again: if the entry still holds, write fingerprint = \"{}\"",
                            places_.file_line(known.place), known.subject.fingerprint)};
    } else if (!known.is_met && !site_findings_.swallows_decode_error(known.node)) {
      Diagnostic &d = findings_.at_entry(Rule::EntryOutdated, entry.place, subject,
                                         fmt::format("the handler `{}` stops no guard's exception", entry.clause));
      d.related = {{known.place, "handler"}};
      d.help = {"drop the entry"};
    }
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
        site_findings_.tell_opaque(site);
      return;
    }

    CodeSays code = code_says(id);
    uint16_t reports = reports_for(code, entry);
    // Which of the sites in dispute the entry is for is not known, so it is not said that this one has none.
    if (verdict.disputed)
      reports = static_cast<uint16_t>(reports & ~kUnledgered);

    if (reports & kUnledgered)
      site_findings_.tell_unledgered(id, code);
    if (reports & kGuardMissing)
      site_findings_.tell_guard_missing(id, code, *entry);
    if (reports & kReceiverUnknown)
      site_findings_.tell_receiver_unknown(site);
    if (reports & kGuardFaults)
      site_findings_.tell_guard_faults(id);
    if (reports & (kHandlers | kHandlersAsNotes))
      site_findings_.tell_handlers(id, code, (reports & kHandlersAsNotes) != 0);
    if (reports & kContradiction)
      site_findings_.tell_contradiction(site, *entry);
    if (reports & kSentinel)
      site_findings_.tell_sentinel(id, entry);
    if (reports & kWidth)
      site_findings_.tell_width(site);
    if (reports & kDecodeError)
      site_findings_.tell_decode_error(id);
    if (reports & kMayDropEntry)
      site_findings_.tell_outdated(site, *entry);
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

  Ending ending_of(const Trace *trace) const {
    if (!trace)
      return Ending::Unknown;
    bool is_decided = std::ranges::any_of(trace->handlers, [&](const HandlerMet &met) {
      return is_stopping(met) && !met.masked && settled_.contains(met.handler);
    });
    if (!is_decided)
      return trace->ending;
    Ending ending = worst_ending(site_findings_.open_handlers(*trace));
    return ending == Ending::Heard && !trace->unresolved.empty() ? Ending::Unknown : ending;
  }

  const Ledger &ledger_;
  const dataflow::PackageModel &model_;
  const decode_sites::DecodeSites &sites_;
  const guards::SiteGuards &guards_;
  const exceptions_trace::Traces &traces_;
  const JudgeOptions &options_;
  Places places_;
  HandlerIndex index_;
  std::set<NodeRef> settled_; // the handlers that entries decide on
  FindingList findings_;
  Examined examined_;
  EntryFindings entry_findings_;
  SiteFindings site_findings_;
  Verdicts out_;

  std::vector<SiteId> subject_sites_; // by subject
  std::vector<Subject> site_subjects_, handler_subjects_;
  std::vector<Claim> site_claims_, handler_claims_; // by entry
  Matches site_matches_, handler_matches_;
  std::vector<std::optional<uint32_t>> entry_of_site_; // by site
  std::vector<bool> is_disputed_;                      // by site
  std::set<uint32_t> drifted_entries_;
};

} // namespace

Verdicts judge(const Ledger &ledger, const dataflow::PackageModel &model, const decode_sites::DecodeSites &sites,
               const guards::SiteGuards &guards, const exceptions_trace::Traces &traces, const JudgeOptions &options) {
  return Judge(ledger, model, sites, guards, traces, options).run();
}

} // namespace decode_ledger::ledger
