#include "ledger/site_findings.h"

#include "ledger/guard_to_write.h"
#include "ledger/hints.h"
#include "ledger/toml_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace decode_ledger::ledger {

using decode_sites::DecodeSite;
using decode_sites::Origin;
using decode_sites::Role;
using diagnostics::Diagnostic;
using diagnostics::Level;
using diagnostics::Place;
using diagnostics::Rule;
using exceptions_trace::HandlerMet;
using exceptions_trace::Trace;
using guards::GuardVerdict;

namespace {

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

std::string guarding_entry(const DecodeSite &site) {
  return fmt::format("[[site]] module = {}, scope = {}, call = {}{}, status = \"guarded\", fingerprint = \"{}\"",
                     toml_string(site.key.module), toml_string(site.key.scope), toml_string(site.key.call),
                     site.key.of > 1 ? fmt::format(", nth = {}", site.key.nth) : "", site.fingerprint);
}

void add_chain(Diagnostic &d, std::string_view of, const std::vector<decode_sites::Evidence> &chain) {
  for (const decode_sites::Evidence &evidence : chain)
    if (evidence.place.valid())
      d.related.push_back({evidence.place, evidence.text == "by way of" ? fmt::format("{}, on its way", of)
                                                                        : fmt::format("{}: {}", of, evidence.text)});
}

// A way that needs a possible edge is no error: it leaves the ending unknown.
Rule rule_told(const HandlerMet &met) { return met.possible ? Rule::EscapeUnknown : met.rule; }

// A receiver that is known by its name alone is no proof against somebody who read the code.
bool is_proven_tokenizer(const DecodeSite &site) {
  return !site.role_evidence.empty() && !site.role_evidence.front().text.starts_with("named ");
}

// What a category claims against what the code shows. What the code does not show contradicts nothing.
std::string contradiction(const DecodeSite &site, std::string_view category) {
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

} // namespace

bool is_stopping(const HandlerMet &met) {
  return met.rule != Rule{} && met.rule != Rule::FaultTypeLost && met.rule != Rule::FaultDeferred;
}

// The command that would settle `site`.
std::string SiteFindings::exempting(const DecodeSite &site, std::string_view category) {
  return fmt::format("decode-ledger exempt {} --category {} --reason \"…\"", places_.file_line(site.name_range),
                     category);
}

// Handlers with a finding that no entry settles, and that do not stand behind one that swallows already.
std::vector<const HandlerMet *> SiteFindings::open_handlers(const Trace &trace) const {
  std::vector<const HandlerMet *> open;
  for (const HandlerMet &met : trace.handlers)
    if (met.rule != Rule{} && !met.masked && !settled_.contains(met.handler))
      open.push_back(&met);
  return open;
}

void SiteFindings::add_evidence(Diagnostic &d, const DecodeSite &site) const {
  d.excerpt.push_back({site.name_range, fmt::format("decode site, {}", ids_in_words(site.origin))});
  add_chain(d, "receiver", site.role_evidence);
  add_chain(d, "ids", site.origin_evidence);
}

void SiteFindings::add_guard(Diagnostic &d, SiteId id) const {
  const guards::SiteGuard &guard = guards_.sites[id.value];
  if (guard.place.valid())
    d.related.push_back({model_.range(guard.place), "guard"});
  for (const Place &place : guard.evidence)
    d.related.push_back(place);
}

// What a guard here would be worth: the handlers on its way that stop it.
void SiteFindings::add_handlers_ahead(Diagnostic &d, SiteId id) const {
  const Trace *trace = traces_.of(id);
  if (!trace)
    return;
  for (const HandlerMet *met : open_handlers(*trace))
    if (is_stopping(*met))
      d.related.push_back({met->place, fmt::format("`{}` {}", clause_key(met->clause), what_it_would_do(*met))});
}

void SiteFindings::tell_unledgered(SiteId id, CodeSays code) {
  const DecodeSite &site = sites_.sites[id.value];
  const guards::SiteGuard &guard = guards_.sites[id.value];
  std::string message = fmt::format("`{}` decodes {} and has no entry in the ledger; {}", site.key.call,
                                    ids_in_words(site.origin), state_in_words(code));
  if (code == CodeSays::GuardUnjudged && !guard.why.empty())
    message += ": " + guard.why;
  Diagnostic &d = out_.at_site(Rule::UnledgeredSite, site, std::move(message));
  add_evidence(d, site);
  add_guard(d, id);
  if (code == CodeSays::NoGuard || code == CodeSays::GuardUnjudged)
    add_handlers_ahead(d, id);
  d.help = help_for_new_site(site, code);
}

std::vector<std::string> SiteFindings::help_for_new_site(const DecodeSite &site, CodeSays code) {
  std::string exempt = "or write down why it needs none: " + exempting(site);
  if (code == CodeSays::NoGuard && site.delegates_to)
    return {fmt::format("guard the ids once inside `{}`, or here", model_.full_name(site.delegates_to)), exempt};
  if (code == CodeSays::NoGuard || code == CodeSays::GuardUnjudged)
    return {guard_to_write(model_, guards_, site, places_), exempt};
  std::string entry = code == CodeSays::GuardedHeard ? "`decode-ledger sync` adds the entry"
                                                     : "add it to the ledger: " + guarding_entry(site);
  if (site.delegates_to)
    entry =
        fmt::format("give the decode inside `{}` an entry: its calls inherit it", model_.full_name(site.delegates_to));
  if (code == CodeSays::GuardedHeard)
    return {entry};
  return {code == CodeSays::GuardUnsound ? "correct the guard" : "let the handlers pass it on that stop it", entry};
}

void SiteFindings::tell_guard_missing(SiteId id, CodeSays code, const SiteEntry &entry) {
  const DecodeSite &site = sites_.sites[id.value];
  const guards::SiteGuard &guard = guards_.sites[id.value];
  std::string fact = code == CodeSays::GuardUnjudged ? "whether a guard covers it is unknown" : "no guard covers it";
  if (!guard.why.empty())
    fact = guard.why.starts_with("no guard") ? guard.why : fmt::format("{}: {}", fact, guard.why);
  std::string message = fmt::format("{} calls `{}` guarded, and {}", ledger_line(entry.place), site.key.call, fact);
  Diagnostic &d = out_.at_site(Rule::GuardMissing, site, std::move(message));
  add_evidence(d, site);
  add_guard(d, id);
  add_handlers_ahead(d, id);
  d.help = {guard_to_write(model_, guards_, site, places_), "or write down why it needs none: " + exempting(site)};
}

void SiteFindings::tell_receiver_unknown(const DecodeSite &site) {
  std::string message = fmt::format("`{}` may be a decode site", site.key.call);
  if (!site.unknown_reason.empty())
    message += ": " + site.unknown_reason;
  Diagnostic &d = out_.at_site(Rule::ReceiverUnknown, site, std::move(message));
  add_evidence(d, site);
  d.excerpt.front().text = "may be a decode site";
  d.help = {
      fmt::format("say it once in the ledger: [[decoder]] method = \"{}\", role = \"token\" or \"other\"", site.name),
      "or for this call alone: " + exempting(site, "not-a-decode")};
}

void SiteFindings::tell_opaque(const DecodeSite &site) {
  Diagnostic &d =
      out_.at_site(Rule::OpaqueDecode, site,
                   fmt::format("`{}` decodes ids inside a dependency, where no guard can stand", site.key.call));
  add_evidence(d, site);
  d.help = {"decode the ids yourself behind a guard, or check the text that comes out"};
}

// A fault of a guard function is the same whichever site it is seen from: one finding with the sites as related places.
void SiteFindings::tell_guard_faults(SiteId id) {
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

void SiteFindings::tell_handlers(SiteId id, CodeSays code, bool as_notes) {
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
void SiteFindings::tell_ending(SiteId id, CodeSays code, const Trace *trace, bool as_notes) {
  const DecodeSite &site = sites_.sites[id.value];
  bool is_swallowed = code == CodeSays::GuardedSwallowed;
  std::string message = is_swallowed ? fmt::format("the guard of `{}` is swallowed", site.key.call)
                                     : fmt::format("whether the guard of `{}` is heard is unknown", site.key.call);
  if (trace && !trace->ending_why.empty())
    message += ": " + trace->ending_why;
  Diagnostic &d = out_.at_site(is_swallowed ? Rule::FaultSwallowed : Rule::EscapeUnknown, site, std::move(message));
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
void SiteFindings::tell_sentinel(SiteId id, const SiteEntry *entry) {
  const DecodeSite &site = sites_.sites[id.value];
  bool is_told = std::ranges::any_of(guards_.sites[id.value].faults, [](const guards::GuardFault &fault) {
    return fault.rule == Rule::GuardOnSentinelLabels;
  });
  bool may_hold_one = site.sentinel && !may_clear_sentinel(model_, sites_, id);
  SiteId twin = may_hold_one ? SiteId{} : find_cleared_twin(model_, sites_, id);
  if ((!may_hold_one && !twin) || is_told || (entry && entry->category == "sentinel-labels"))
    return;
  std::string_view ids = twin ? "predictions" : ids_in_words(site.origin);
  Diagnostic &d = out_.at_site(Rule::SentinelDecoded, site,
                               fmt::format("`{}` decodes {} that may still hold a sentinel such as -100{}",
                                           site.key.call, ids, twin ? "; its twin is cleared" : ""));
  add_evidence(d, site);
  if (twin)
    d.related.push_back({sites_.sites[twin.value].name_range, "the twin, whose sentinel is cleared"});
  d.help = {"replace the sentinel before decoding: `ids = np.where(ids != -100, ids, tokenizer.pad_token_id)`",
            "or write down that it may: " + exempting(site, "sentinel-labels")};
}

void SiteFindings::tell_width(const DecodeSite &site) {
  SourceRange scores = scores_behind(model_, site);
  if (!scores.valid() || is_width_tied())
    return;
  Diagnostic &d = out_.at_site(
      Rule::HeadWiderThanTokenizer, site,
      fmt::format("`{}` decodes the best of scores whose width nothing holds against `len(tokenizer)`", site.key.call));
  d.excerpt = {{scores, "ids are taken from scores"}, {site.name_range, "decode site"}};
  std::ranges::stable_sort(d.excerpt, {}, &Place::range);
  add_chain(d, "ids", site.origin_evidence);
  d.help = {"slice the scores to `len(tokenizer)`, or compare the two where the model is loaded"};
}

// Handlers that take the accidental guard away, by site. Entries for them are as good as for any other handler.
void SiteFindings::find_decode_error_handlers() {
  for (uint32_t s = 0; s < sites_.sites.size(); ++s)
    if (sites_.sites[s].is_site() && !sites_.sites[s].is_test && guards_.sites[s].verdict == GuardVerdict::Unguarded)
      if (NodeRef handler = find_decode_error_handler(model_, sites_.sites[s]); handler.valid())
        decode_error_handlers_[SiteId{s}] = handler;
}

bool SiteFindings::swallows_decode_error(NodeRef handler) const {
  return std::ranges::any_of(decode_error_handlers_, [&](const auto &found) { return found.second == handler; });
}

void SiteFindings::tell_decode_error(SiteId id) {
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

bool SiteFindings::is_width_tied() {
  if (!is_width_tied_)
    is_width_tied_ = ties_width_to_tokenizer(model_, guards_);
  return *is_width_tied_;
}

void SiteFindings::tell_contradiction(const DecodeSite &site, const SiteEntry &entry) {
  std::string why = contradiction(site, entry.category);
  if (why.empty())
    return;
  Diagnostic &d = out_.at_site(
      Rule::ExemptionContradicted, site,
      fmt::format("`{}` is exempt as {} at {}, and {}", site.key.call, entry.category, ledger_line(entry.place), why));
  add_evidence(d, site);
  d.help = {"guard the site, or correct the entry's category and reason"};
}

void SiteFindings::tell_outdated(const DecodeSite &site, const SiteEntry &entry) {
  bool is_todo = entry.status == Status::Todo;
  Diagnostic &d = out_.at_entry(
      Rule::EntryOutdated, entry.place, site.key.text(),
      fmt::format("`{}` is guarded and heard, so it needs no {}", site.key.call, is_todo ? "todo" : "exemption"));
  d.fingerprint = site.fingerprint;
  d.related = {{site.name_range, "decode site"}};
  d.help = {is_todo ? "`decode-ledger sync` makes it guarded"
                    : "write status = \"guarded\" and drop the category and the reason"};
}

std::string SiteFindings::ledger_line(TomlPlace place) const {
  return fmt::format("{}:{}", options_.ledger_shown, place.line);
}

void SiteFindings::add_gathered() {
  for (Diagnostic &d : handler_findings_.take())
    out_.add(std::move(d));
  for (auto &[handler, d] : decode_error_findings_)
    out_.add(std::move(d));
  for (auto &[key, d] : guard_fault_findings_)
    out_.add(std::move(d));
}

} // namespace decode_ledger::ledger
