// The JSON outputs, a document each. Schemas: docs/schema/.

#include "report/graph_view.h"
#include "report/json_writer.h"

namespace decode_ledger::report {
namespace {

using Json = JsonValue;
using diagnostics::Diagnostic;

} // namespace

std::string findings_json(const Analysis &analysis, const Findings &findings) {
  JsonWriter writer(analysis);
  Json json = json_document();
  json["findings"] = Json::array();
  for (const Diagnostic &diagnostic : findings.shown)
    json["findings"].push_back(writer.finding(diagnostic, findings.ledger_shown));
  json["summary"] = writer.summary_of(findings);
  return written(json);
}

std::string inventory_json(const Analysis &analysis, bool all) {
  JsonWriter writer(analysis);
  Json json = json_document();
  json["sites"] = Json::array();
  for (SiteId site : listed_sites(analysis, all))
    json["sites"].push_back(writer.site(site));
  json["opaque"] = Json::array();
  for (SiteId site : opaque_sites(analysis))
    json["opaque"].push_back(writer.site(site));
  json["summary"] = writer.summary();
  return written(json);
}

std::string trace_json(const Analysis &analysis, const std::vector<SiteId> &sites) {
  JsonWriter writer(analysis);
  Json json = json_document();
  json["traces"] = Json::array();
  for (SiteId site : sites)
    if (const exceptions_trace::Trace *trace = analysis.traces->of(site))
      json["traces"].push_back(writer.trace(*trace));
  return written(json);
}

std::string statistics_json(const Findings &findings) {
  std::vector<std::pair<diagnostics::Rule, size_t>> counts = rule_counts(findings);
  Json json = json_document();
  json["statistics"] = Json::array();
  for (auto [rule, count] : counts)
    json["statistics"].push_back(
        {{"code", diagnostics::rule_code(rule)}, {"name", diagnostics::rule_entry(rule).name}, {"count", count}});
  return written(json);
}

std::string graph_json(const Adjacency &graph) {
  Json json = Json::object();
  for (const auto &[caller, callees] : graph)
    json[caller] = callees;
  return written(json);
}

std::string graph_statistics_json(const Analysis &analysis, const dataflow::CallGraph &graph, const GraphPart &part) {
  CallShares shares = GraphView(analysis, graph, part).shares();
  Json json = json_document();
  json["functions"] = shares.functions;
  json["calls"] = shares.calls;
  json["calls_in_tests"] = shares.in_tests;
  json["classes"] = Json::array();
  for (size_t i = 0; i < shares.counts.size(); ++i)
    json["classes"].push_back({{"class", dataflow::call_class_name(static_cast<dataflow::CallClass>(i))},
                               {"count", shares.counts[i]},
                               {"mixed", shares.mixed[i]}});
  json["unresolved"] = Json::array();
  for (const auto &[reason, count] : shares.reasons)
    json["unresolved"].push_back({{"reason", reason}, {"count", count}});
  return written(json);
}

std::string rules_json(const std::vector<diagnostics::Rule> &rules) {
  Json json = json_document();
  json["rules"] = Json::array();
  for (diagnostics::Rule rule : rules) {
    const diagnostics::RuleEntry &entry = diagnostics::rule_entry(rule);
    json["rules"].push_back({{"code", diagnostics::rule_code(rule)},
                             {"name", entry.name},
                             {"level", diagnostics::level_name(entry.level)},
                             {"summary", entry.summary},
                             {"implemented", entry.implemented}});
  }
  return written(json);
}

} // namespace decode_ledger::report
