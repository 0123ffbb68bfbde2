// The values that JSON and JSON lines are made of: a finding, a site, a trace, the counts. Keys that a value does not have
// are null, not left out, so that a reader can tell "none" from "older version". Schemas: docs/schema/.
#pragma once

#include "report/json_text.h"
#include "report/places.h"
#include "report/report.h"

namespace decode_ledger::report {

/// {"schema": 1, "tool": {…}}, with which every document begins.
JsonValue json_document();

class JsonWriter {
public:
  explicit JsonWriter(const Analysis &analysis) : analysis_(analysis), places_(analysis.sources()) {}

  JsonValue finding(const diagnostics::Diagnostic &diagnostic, const std::string &ledger_shown);
  JsonValue site(SiteId id);
  JsonValue trace(const exceptions_trace::Trace &trace);
  JsonValue summary();
  /// The summary with the counts of the findings.
  JsonValue summary_of(const Findings &findings);

private:
  using Json = JsonValue;

  Json place(const SourceRange &range);
  Json place(NodeRef node) { return node.valid() ? place(analysis_.model->range(node)) : Json(nullptr); }
  Json told_place(const SourceRange &range, std::string_view text);
  template <class Places> Json told_places(const Places &told);
  Json function(FunctionId id) { return id.valid() ? Json(analysis_.model->full_name(id)) : Json(nullptr); }
  Json guard(const guards::SiteGuard &guard);
  Json entry(SiteId id);
  Json handler(const exceptions_trace::HandlerMet &met);
  Json assumed_base(SiteId site);
  void add_ending(Json &json, SiteId id);
  void add_ledger(Json &json, SiteId id);

  const Analysis &analysis_;
  Places places_;
};

} // namespace decode_ledger::report
