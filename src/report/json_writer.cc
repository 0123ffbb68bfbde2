#include "report/json_writer.h"

#include "report/told.h"
#include "support/version.h"

#include <algorithm>

namespace decode_ledger::report {
namespace {

using Json = JsonValue;
using decode_sites::DecodeSite;
using diagnostics::Diagnostic;

/// The version of every schema in docs/schema/: raised when a key changes its meaning or goes away.
constexpr int kSchema = 1;

Json text_or_null(std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); }

Json tool_json() { return {{"name", "decode-ledger"}, {"version", version()}, {"commit", version_commit()}}; }

Json no_place() {
  return {{"file", nullptr}, {"line", nullptr}, {"column", nullptr}, {"end_line", nullptr}, {"end_column", nullptr}};
}

SourceRange range_of(const decode_sites::Evidence &evidence) { return evidence.place; }
SourceRange range_of(const diagnostics::Place &place) { return place.range; }

/// A finding in the ledger has the ledger's own place; its range is empty because only the start is known.
Json ledger_place(const diagnostics::LedgerPlace &place, const std::string &ledger_shown) {
  return {{"file", ledger_shown},
          {"line", place.line},
          {"column", place.column},
          {"end_line", place.line},
          {"end_column", place.column}};
}

Json ignored_json(const Findings &findings) {
  Json list = Json::array();
  for (auto [rule, count] : findings.ignored)
    list.push_back(
        {{"code", diagnostics::rule_code(rule)}, {"name", diagnostics::rule_entry(rule).name}, {"count", count}});
  return list;
}

std::string_view shape_name(decode_sites::Shape shape) {
  switch (shape) {
  case decode_sites::Shape::Call:
    return "call";
  case decode_sites::Shape::Reference:
    return "reference";
  case decode_sites::Shape::Getattr:
    return "getattr";
  case decode_sites::Shape::Alias:
    return "alias";
  case decode_sites::Shape::Wrapper:
    return "wrapper";
  case decode_sites::Shape::Opaque:
    return "opaque";
  }
  return "call";
}

std::string_view status_name(ledger::Status status) {
  switch (status) {
  case ledger::Status::Guarded:
    return "guarded";
  case ledger::Status::Exempt:
    return "exempt";
  case ledger::Status::Todo:
    return "todo";
  }
  return "todo";
}

Json rule_or_null(diagnostics::Rule rule) {
  return rule == diagnostics::Rule{} ? Json(nullptr) : Json(diagnostics::rule_code(rule));
}

Json ratchet_json(const std::optional<Ratchet> &ratchet) {
  if (!ratchet)
    return nullptr;
  return {{"base", ratchet->base}, {"guarded", ratchet->guarded}, {"exempt", ratchet->exempt}, {"todo", ratchet->todo}};
}

} // namespace

JsonValue json_document() { return {{"schema", kSchema}, {"tool", tool_json()}}; }

Json JsonWriter::place(const SourceRange &range) {
  if (!range.valid())
    return nullptr;
  ShownPlace at = places_.at(range);
  return {{"file", at.path},
          {"line", at.begin.line},
          {"column", at.begin.column},
          {"end_line", at.end.line},
          {"end_column", at.end.column}};
}

Json JsonWriter::told_place(const SourceRange &range, std::string_view text) {
  Json json = range.valid() ? place(range) : no_place();
  json["text"] = text;
  return json;
}

template <class Places> Json JsonWriter::told_places(const Places &told) {
  Json list = Json::array();
  for (const auto &one : told)
    list.push_back(told_place(range_of(one), one.text));
  return list;
}

// ---- check ----

Json JsonWriter::finding(const Diagnostic &diagnostic, const std::string &ledger_shown) {
  const diagnostics::RuleEntry &rule = diagnostics::rule_entry(diagnostic.rule);
  Json json = {{"code", diagnostics::rule_code(diagnostic.rule)},
               {"name", rule.name},
               {"level", diagnostics::level_name(diagnostic.level)},
               {"message", diagnostic.message}};
  json.update(diagnostic.range.valid() ? place(diagnostic.range) : ledger_place(diagnostic.ledger, ledger_shown));
  json["in_ledger"] = !diagnostic.range.valid();
  json["subject"] = text_or_null(diagnostic.subject);
  json["fingerprint"] = text_or_null(diagnostic.fingerprint);
  json["excerpt"] = told_places(diagnostic.excerpt);
  json["related"] = told_places(diagnostic.related);
  json["way"] = text_or_null(diagnostic.way);
  json["help"] = diagnostic.help;
  return json;
}

Json JsonWriter::summary() {
  Summary counts = summarise(analysis_);
  Json json = {{"files", counts.files},
               {"files_not_read", counts.files_not_read},
               {"sites", counts.sites},
               {"token", counts.tokens},
               {"unknown", counts.unknown_receivers},
               {"guarded", counts.guarded},
               {"heard", counts.guarded_heard},
               {"swallowed", counts.guarded_swallowed},
               {"conditional", counts.guarded_conditional},
               {"ending_unknown", counts.guarded_unknown}};
  bool has_ledger = analysis_.verdicts != nullptr;
  json["unproven"] = has_ledger ? Json(counts.unproven) : Json(nullptr);
  json["exempt"] = has_ledger ? Json(counts.exempt) : Json(nullptr);
  json["todo"] = has_ledger ? Json(counts.todo) : Json(nullptr);
  json["new"] = has_ledger ? Json(counts.new_) : Json(nullptr);
  json["in_tests"] = counts.in_tests;
  json["opaque"] = counts.opaque;
  json["candidates"] = counts.candidates;
  return json;
}

JsonValue JsonWriter::summary_of(const Findings &findings) {
  Json json = summary();
  json["errors"] = count_at(findings, diagnostics::Level::Error);
  json["warnings"] = count_at(findings, diagnostics::Level::Warning);
  json["notes"] = count_at(findings, diagnostics::Level::Note);
  json["ignored"] = ignored_json(findings);
  json["ratchet"] = ratchet_json(analysis_.ratchet);
  return json;
}

// ---- inventory ----

Json JsonWriter::guard(const guards::SiteGuard &guard) {
  Json rules = Json::array();
  for (const guards::GuardFault &fault : guard.faults)
    if (std::string code = diagnostics::rule_code(fault.rule); std::ranges::find(rules, Json(code)) == rules.end())
      rules.push_back(code);
  Json places = Json::array();
  if (guard.place.valid())
    places.push_back(place(guard.place));
  return {{"verdict", guards::guard_verdict_name(guard.verdict)},
          {"rules", rules},
          {"places", places},
          {"function", function(guard.function)},
          {"why", text_or_null(guard.why)},
          {"evidence", told_places(guard.evidence)}};
}

Json JsonWriter::entry(SiteId id) {
  std::optional<uint32_t> number = analysis_.verdicts->sites[id.value].entry;
  if (!number)
    return nullptr;
  const ledger::SiteEntry &entry = analysis_.ledger->sites[*number];
  return {{"status", status_name(entry.status)},
          {"category", text_or_null(entry.category)},
          {"reason", text_or_null(entry.reason)},
          {"line", entry.place.line}};
}

void JsonWriter::add_ledger(Json &json, SiteId id) {
  json["entry"] = nullptr;
  json["status"] = nullptr;
  json["state"] = nullptr;
  if (!analysis_.verdicts)
    return;
  json["entry"] = entry(id);
  if (!json["entry"].is_null())
    json["status"] = json["entry"]["status"];
  json["state"] = ledger::site_state_name(analysis_.verdicts->sites[id.value].state);
}

void JsonWriter::add_ending(Json &json, SiteId id) {
  const exceptions_trace::Trace *trace = analysis_.traces->of(id);
  json["ending"] = trace ? Json(exceptions_trace::ending_name(trace->ending)) : Json(nullptr);
  json["ending_why"] = trace ? text_or_null(trace->ending_why) : Json(nullptr);
}

Json JsonWriter::site(SiteId id) {
  const DecodeSite &site = analysis_.sites->sites[id.value];
  Json json = place(site.name_range);
  json["name"] = site.name;
  json["call"] = site.key.call;
  json["receiver"] =
      site.receiver.valid() ? Json(decode_sites::normalised_text(*analysis_.model, site.receiver)) : Json(nullptr);
  json["role"] = decode_sites::role_name(site.role);
  json["origin"] = decode_sites::origin_name(site.origin);
  json["sentinel"] = site.sentinel;
  json["shape"] = shape_name(site.shape);
  json["module"] = site.key.module;
  json["scope"] = site.key.scope;
  json["nth"] = site.key.nth;
  json["key"] = site.key.text();
  json["fingerprint"] = text_or_null(site.fingerprint);
  json["test"] = site.is_test;
  json["unknown_reason"] = text_or_null(site.unknown_reason);
  json["evidence"] = {{"role", told_places(site.role_evidence)}, {"origin", told_places(site.origin_evidence)}};
  json["guard"] = guard(analysis_.guards->sites[id.value]);
  add_ending(json, id);
  add_ledger(json, id);
  json["delegates_to"] = function(site.delegates_to);
  return json;
}

// ---- trace ----

Json JsonWriter::handler(const exceptions_trace::HandlerMet &met) {
  Json json = place(met.place);
  json["clause"] = met.clause;
  json["verdict"] = exceptions_trace::handler_verdict_name(met.verdict);
  json["rule"] = rule_or_null(met.rule);
  json["why"] = met.why;
  json["masked"] = met.masked;
  json["possible"] = met.possible;
  json["exception"] = met.exception;
  json["converts_to"] = text_or_null(met.converts_to);
  json["evidence"] = told_places(met.evidence);
  json["chain"] = Json::array();
  for (const exceptions_trace::Frame &frame : met.chain) {
    Json step = {{"function", function(frame.function)}};
    step.update(frame.place.valid() ? place(frame.place) : no_place());
    step["certainty"] = frame.certainty == dataflow::Certainty::Certain ? "certain" : "possible";
    json["chain"].push_back(std::move(step));
  }
  json["other_ways"] = met.other_ways;
  return json;
}

/// What the same search gives for a fault type under BaseException; null when nobody asked.
Json JsonWriter::assumed_base(SiteId site) {
  const exceptions_trace::Trace *trace = analysis_.assumed_base ? analysis_.assumed_base->of(site) : nullptr;
  if (!trace)
    return nullptr;
  return {{"ending", exceptions_trace::ending_name(trace->ending)},
          {"ending_why", trace->ending_why},
          {"handlers", trace->handlers.size()}};
}

Json JsonWriter::trace(const exceptions_trace::Trace &trace) {
  const DecodeSite &site = analysis_.sites->sites[trace.site.value];
  Json where = place(site.name_range);
  where["key"] = site.key.text();
  Json json = {{"site", where},
               {"raised_at", place(trace.raised_at)},
               {"ending", exceptions_trace::ending_name(trace.ending)},
               {"ending_why", trace.ending_why},
               {"fault", trace.fault},
               {"ways", trace.ways},
               {"ways_swallowed", trace.ways_swallowed}};
  json["handlers"] = Json::array();
  for (const exceptions_trace::HandlerMet &met : trace.handlers)
    json["handlers"].push_back(handler(met));
  json["tops"] = Json::array();
  for (const exceptions_trace::Top &top : trace.tops)
    json["tops"].push_back({{"function", function(top.function)}, {"kind", top.kind}});
  json["unresolved"] = Json::array();
  for (const dataflow::UnresolvedCall &call : trace.unresolved)
    json["unresolved"].push_back(told_place(analysis_.model->range(call.site), call.reason));
  json["unresolved_total"] = trace.num_unresolved;
  json["assume_base"] = assumed_base(trace.site);
  return json;
}

} // namespace decode_ledger::report
