// Results as JSON lines: one value a line, so that a reader need not hold the whole. `kind` says which; the first line is
// the run, the last one of check and inventory the summary. Schema: docs/schema/lines.json.

#include "report/formats.h"
#include "report/json_writer.h"

namespace decode_ledger::report {
namespace {

using Json = JsonValue;

std::string line(std::string_view kind, const Json &value) {
  Json json = {{"kind", kind}};
  json.update(value);
  return written_in_a_line(json);
}

} // namespace

std::string findings_jsonl(const Analysis &analysis, const Findings &findings) {
  JsonWriter writer(analysis);
  std::string out = line("run", json_document());
  for (const diagnostics::Diagnostic &finding : findings.shown)
    out += line("finding", writer.finding(finding, findings.ledger_shown));
  return out + line("summary", writer.summary_of(findings));
}

std::string inventory_jsonl(const Analysis &analysis, bool all) {
  JsonWriter writer(analysis);
  std::string out = line("run", json_document());
  for (SiteId site : listed_sites(analysis, all))
    out += line("site", writer.site(site));
  for (SiteId site : opaque_sites(analysis))
    out += line("opaque", writer.site(site));
  return out + line("summary", writer.summary());
}

std::string traces_jsonl(const Analysis &analysis, const std::vector<SiteId> &sites) {
  JsonWriter writer(analysis);
  std::string out = line("run", json_document());
  for (SiteId site : sites)
    if (const exceptions_trace::Trace *trace = analysis.traces->of(site))
      out += line("trace", writer.trace(*trace));
  return out;
}

} // namespace decode_ledger::report
