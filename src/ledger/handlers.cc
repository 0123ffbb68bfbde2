// See handlers.h. Start reading at HandlerFindings::make().

#include "ledger/handlers.h"

#include <fmt/format.h>

#include <algorithm>

namespace decode_ledger::ledger {
namespace {

using diagnostics::Diagnostic;
using diagnostics::Place;
using diagnostics::Rule;
using exceptions_trace::Frame;
using exceptions_trace::HandlerMet;
using exceptions_trace::HandlerVerdict;
using exceptions_trace::Trace;

std::string scope_of(const dataflow::PackageModel &model, NodeRef node) {
  return model.function(model.function_at(node)).qualified;
}

std::string_view met_here(HandlerVerdict verdict) {
  switch (verdict) {
  case HandlerVerdict::Reraises:
    return "raised again here";
  case HandlerVerdict::Converts:
    return "becomes another class here";
  case HandlerVerdict::Swallows:
    return "swallowed here";
  case HandlerVerdict::StringMatch:
    return "judged by its text here";
  case HandlerVerdict::Conditional:
    return "raised again on a condition only";
  case HandlerVerdict::Deferred:
    return "kept here, raised later";
  case HandlerVerdict::Exits:
    return "ends the run here";
  case HandlerVerdict::Unknown:
    return "not followed further";
  }
  return "";
}

void add_once(std::vector<Place> &places, Place place) {
  if (!place.range.valid())
    return;
  for (const Place &other : places)
    if (other.range == place.range)
      return;
  places.push_back(std::move(place));
}

bool is_except_clause(std::string_view clause) { return clause.starts_with("except"); }

} // namespace

std::string except_clause_text(const dataflow::PackageModel &model, NodeRef handler) {
  const parser::SyntaxTree &tree = model.tree(handler.file);
  NodeId type = tree.child(handler.node, parser::Role::Type);
  std::string keyword = tree.has(handler.node, parser::kStar) ? "except*" : "except";
  if (!type)
    return keyword;
  return keyword + " " + decode_sites::normalised_text(model, {handler.file, type});
}

SourceRange except_clause_range(const dataflow::PackageModel &model, NodeRef handler) {
  const parser::SyntaxTree &tree = model.tree(handler.file);
  uint32_t begin = tree.begin(handler.node);
  uint32_t end = begin + 6; // `except`
  for (parser::Role role : {parser::Role::Type, parser::Role::AsName})
    if (NodeId part = tree.child(handler.node, role))
      end = std::max(end, tree.end(part));
  return {handler.file, begin, std::min(end, tree.end(handler.node))};
}

std::string clause_key(std::string_view clause) {
  std::string text = decode_sites::normalised_text(clause);
  while (text.ends_with(':'))
    text.pop_back();
  size_t as = text.rfind(" as ");
  if (is_except_clause(text) && as != std::string::npos)
    text.resize(as);
  return text;
}

std::string short_class(std::string_view fault) {
  if (fault.find(' ') != std::string_view::npos)
    return {};
  return std::string(fault.substr(fault.rfind('.') + 1));
}

std::string what_it_would_do(const HandlerMet &met) {
  std::string verb;
  switch (met.verdict) {
  case HandlerVerdict::Converts:
    verb = "raise another class in place of it";
    break;
  case HandlerVerdict::StringMatch:
    verb = "judge it by its text";
    break;
  case HandlerVerdict::Conditional:
    verb = "raise it again on a condition only";
    break;
  case HandlerVerdict::Deferred:
    verb = "keep it for later";
    break;
  case HandlerVerdict::Exits:
    verb = "end the run";
    break;
  case HandlerVerdict::Reraises:
    verb = "raise it again";
    break;
  case HandlerVerdict::Unknown:
    return "may stop it" + (met.why.empty() ? "" : ": " + met.why);
  case HandlerVerdict::Swallows:
    verb = "swallow it";
    break;
  }
  return "would " + verb + (met.why.empty() ? "" : ": " + met.why);
}

// --- HandlerIndex ------------------------------------------------------------------------------------------------

HandlerIndex::HandlerIndex(const dataflow::PackageModel &model, const exceptions_trace::Traces &traces,
                           const std::set<std::string> &modules) {
  std::set<FileId> files;
  for (const Trace &trace : traces.traces)
    for (const HandlerMet &met : trace.handlers)
      files.insert(met.handler.file);
  for (size_t f = 0; f < model.num_files(); ++f)
    if (modules.contains(model.module_name(FileId{f})))
      files.insert(FileId{f});

  for (FileId file : files)
    add_except_clauses(model, file);
  for (const Trace &trace : traces.traces)
    for (const HandlerMet &met : trace.handlers)
      add_met(model, met);
  number();
}

void HandlerIndex::add_except_clauses(const dataflow::PackageModel &model, FileId file) {
  const parser::SyntaxTree &tree = model.tree(file);
  for (size_t n = 0; n < tree.num_nodes(); ++n) {
    NodeRef node{file, NodeId{n}};
    if (tree.kind(node.node) != parser::Kind::Handler)
      continue;
    Known known{node, except_clause_range(model, node), {}, false};
    known.subject.key = {model.module_name(file), scope_of(model, node), except_clause_text(model, node)};
    known.subject.fingerprint = decode_sites::handler_fingerprint(model, node);
    by_node_[node] = static_cast<uint32_t>(handlers_.size());
    handlers_.push_back(std::move(known));
  }
}

void HandlerIndex::add_met(const dataflow::PackageModel &model, const HandlerMet &met) {
  auto [found, is_new] = by_node_.try_emplace(met.handler, static_cast<uint32_t>(handlers_.size()));
  if (is_new) {
    Known known{met.handler, met.place, {}, false};
    known.subject.key = {model.module_name(met.handler.file), scope_of(model, met.handler), clause_key(met.clause)};
    known.subject.fingerprint = decode_sites::handler_fingerprint(model, met.handler);
    handlers_.push_back(std::move(known));
  }
  Known &known = handlers_[found->second];
  if (met.place.valid())
    known.place = met.place;
  known.is_met = known.is_met || met.rule != Rule{};
}

// Ordinals follow the source, whatever order the handlers were met in.
void HandlerIndex::number() {
  std::ranges::stable_sort(handlers_, {}, [](const Known &known) { return std::pair(known.place, known.node); });
  for (uint32_t i = 0; i < handlers_.size(); ++i) {
    by_node_[handlers_[i].node] = i;
    handlers_[i].subject.nth = ++num_of_key_[handlers_[i].subject.key];
  }
}

std::string HandlerIndex::text(NodeRef node) const {
  const Subject &subject = at(node).subject;
  std::string text = fmt::format("{}:{}:{}", subject.key.module, subject.key.scope, subject.key.text);
  return has_twins(node) ? fmt::format("{}#{}", text, subject.nth) : text;
}

// --- HandlerFindings ---------------------------------------------------------------------------------------------

std::vector<Diagnostic> HandlerFindings::take() {
  std::vector<Diagnostic> out;
  for (auto &[key, uses] : uses_)
    out.push_back(make(key.second, std::move(uses)));
  uses_.clear();
  return out;
}

// The sites by length of the way, so that the finding tells the shortest one; then in order of the package.
Diagnostic HandlerFindings::make(Rule rule, std::vector<HandlerUse> uses) {
  std::ranges::stable_sort(uses, {}, [](const HandlerUse &use) { return std::pair(use.met->chain.size(), use.site); });
  uses.erase(
      std::unique(uses.begin(), uses.end(), [](const HandlerUse &a, const HandlerUse &b) { return a.site == b.site; }),
      uses.end());
  const HandlerUse &first = uses.front();

  Diagnostic d;
  d.rule = rule;
  d.level = std::ranges::max(uses, {}, &HandlerUse::level).level;
  d.range = index_.at(first.met->handler).place;
  d.message = message(rule, uses);
  d.subject = index_.text(first.met->handler);
  d.fingerprint = index_.at(first.met->handler).subject.fingerprint;
  d.related = chain(first);
  d.excerpt = d.related;
  for (const Place &evidence : first.met->evidence)
    add_once(d.excerpt, evidence);
  std::ranges::stable_sort(d.excerpt, {}, &Place::range);
  for (size_t i = 1; i < uses.size(); ++i)
    add_once(d.related, {sites_.sites[uses[i].site.value].name_range, "decode site, too"});
  d.way = way(first);
  d.help = help(rule, first);
  return d;
}

SourceRange HandlerFindings::guard_place(const HandlerUse &use) const {
  NodeRef guard = guards_.sites[use.site.value].place;
  return guard.valid() ? model_.range(guard) : use.trace->raised_at;
}

std::vector<Place> HandlerFindings::chain(const HandlerUse &use) {
  std::vector<Place> places;
  std::string fault = short_class(use.trace->fault);
  add_once(places, {guard_place(use), fault.empty() ? "guard" : "guard, raises " + fault});
  add_once(places, {sites_.sites[use.site.value].name_range, "decode site"});
  for (size_t i = 1; i < use.met->chain.size(); ++i) {
    const Frame &frame = use.met->chain[i];
    std::string_view callee = model_.function(use.met->chain[i - 1].function).qualified;
    bool is_certain = frame.certainty == dataflow::Certainty::Certain;
    add_once(places, {frame.place, fmt::format("{}call of `{}`", is_certain ? "" : "possible ", callee)});
  }
  add_once(places, {use.met->place, std::string(met_here(use.met->verdict))});
  return places;
}

std::string HandlerFindings::way(const HandlerUse &use) {
  std::string out;
  for (const Frame &frame : use.met->chain)
    if (frame.function && frame.place.valid())
      out += (out.empty() ? "" : " ← ") + places_.function_line(frame.function, frame.place);
  out += fmt::format("{}{}:{}", out.empty() ? "" : " ⟶ ", clause_key(use.met->clause), places_.line(use.met->place));
  if (use.met->verdict == HandlerVerdict::Converts && !use.met->converts_to.empty())
    out += " ⟶ " + use.met->converts_to;
  return use.met->why.empty() ? out : out + ": " + use.met->why;
}

/// "the guard of line 71", "the guard of line 71 in front of 3 sites", "the guards of line 71 and 2 more lines".
std::string HandlerFindings::guards_in_words(const std::vector<HandlerUse> &uses) {
  std::set<SourceRange> guards;
  for (const HandlerUse &use : uses)
    guards.insert(guard_place(use));
  const HandlerUse &first = uses.front();
  std::string line = places_.line_seen_from(guard_place(first), first.met->place);
  if (guards.size() > 1)
    return fmt::format("the guards of {} and {} more place{}", line, guards.size() - 1, guards.size() == 2 ? "" : "s");
  std::string guard = fmt::format("the guard of {}", line);
  return uses.size() > 1 ? fmt::format("{} in front of {} sites", guard, uses.size()) : guard;
}

namespace {

/// The class that arrives at the handler, quoted, when the fault became another one on the way; else empty.
std::string other_class(const HandlerUse &use) {
  std::string arrives = short_class(use.met->exception);
  return arrives.empty() || use.met->exception == use.trace->fault ? std::string{} : fmt::format("`{}`", arrives);
}

} // namespace

std::string HandlerFindings::message(Rule rule, const std::vector<HandlerUse> &uses) {
  const HandlerUse &use = uses.front();
  const HandlerMet &met = *use.met;
  std::string clause = fmt::format("`{}`", clause_key(met.clause));
  std::string guard = guards_in_words(uses);
  std::string fault = short_class(use.trace->fault);
  std::string type = fault.empty() ? "the fault type" : fmt::format("`{}`", fault);
  std::string became = other_class(use);

  std::string head;
  switch (rule) {
  case Rule::FaultJudgedByText:
    head = fmt::format("{} lets {} pass only if the text matches", clause, guard);
    break;
  case Rule::FaultSuppressed:
    head = fmt::format("{} suppresses what {} raises", clause, guard);
    break;
  case Rule::FaultLostInFinally:
    head = fmt::format("{} in a finally clause drops what {} raises", clause, guard);
    break;
  case Rule::FaultCaughtByName:
    head = became.empty() ? fmt::format("{} catches {} of {} and does not raise it again", clause, type, guard)
                          : fmt::format("{} catches {}, made of what {} raises, and does not raise it again", clause,
                                        became, guard);
    break;
  case Rule::FaultLostAtBoundary:
    head = fmt::format("what {} raises is lost at {}", guard, clause);
    break;
  case Rule::FaultTypeLost:
    head = fmt::format("{} raises {} in place of {} of {}", clause,
                       met.converts_to.empty() ? "another class" : "`" + met.converts_to + "`", type, guard);
    break;
  case Rule::FaultReraisedOnCondition:
    head = fmt::format("{} lets {} pass on a condition only", clause, guard);
    break;
  case Rule::FaultLostInContextManager:
    head = fmt::format("the context manager {} swallows what {} raises", clause, guard);
    break;
  case Rule::FaultRetried:
    head = fmt::format("{} runs the work again on faulted hardware after {} raised", clause, guard);
    break;
  case Rule::ExitReportsSuccess:
    head = fmt::format("{} ends the run with status 0 after {} raised", clause, guard);
    break;
  case Rule::EscapeUnknown:
    head = fmt::format("whether what {} raises is heard is unknown at {}", guard, clause);
    break;
  case Rule::FaultDeferred:
    head = fmt::format("{} keeps what {} raises for later", clause, guard);
    break;
  default:
    head = fmt::format("{} swallows {}", clause, guard);
    break;
  }
  return met.why.empty() ? head : fmt::format("{}: {}", head, met.why);
}

std::vector<std::string> HandlerFindings::help(Rule rule, const HandlerUse &use) {
  const HandlerMet &met = *use.met;
  std::string fault = short_class(use.trace->fault);
  std::string type = fault.empty() ? "the fault type" : fmt::format("`{}`", fault);
  uint32_t line = places_.line(met.place);

  std::string mend;
  if (rule == Rule::FaultSuppressed)
    mend = fmt::format("name narrower classes in the `suppress` of line {}, so that {} passes", line, type);
  else if (rule == Rule::FaultLostInFinally)
    mend = fmt::format("move the jump of line {} out of the finally clause", line);
  else if (rule == Rule::FaultLostAtBoundary)
    mend = "ask the future or task for its result, where the run can still stop";
  else if (rule == Rule::FaultLostInContextManager)
    mend = fmt::format("let the context manager pass {} on", type);
  else if (rule == Rule::FaultRetried && !is_except_clause(met.clause))
    mend = fmt::format("leave {} out of what is tried again", type);
  else if (rule == Rule::EscapeUnknown && !is_except_clause(met.clause))
    mend = "look what happens to the exception there";
  else if (std::string became = other_class(use); !became.empty())
    mend = became == "`SystemExit`" ? fmt::format("`except SystemExit: raise` above line {}", line)
                                    : fmt::format("let {} pass where it becomes {}", type, became);
  else if (fault.empty())
    mend = fmt::format("raise the fault type again in a clause of its own above line {}", line);
  else
    mend = fmt::format("`except {}: raise` above line {}", fault, line);

  return {mend, fmt::format("or record it with a reason: decode-ledger exempt {} --reason \"…\"",
                            places_.file_line(index_.at(met.handler).place))};
}

} // namespace decode_ledger::ledger
