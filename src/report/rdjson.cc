// Findings as reviewdog's diagnostics (rdjson). Columns are bytes of UTF-8 from 1, ends exclusive.
//
// reviewdog puts a message into a comment as Markdown and onto a terminal as it is, so the message is Markdown that reads
// as plain text: see markdown_text().

#include "report/formats.h"
#include "report/json_text.h"
#include "report/markdown_text.h"
#include "report/told.h"

namespace decode_ledger::report {
namespace {

using Json = JsonValue;
using diagnostics::Diagnostic;
using diagnostics::Level;

std::string_view severity(Level level) {
  switch (level) {
  case Level::Error:
    return "ERROR";
  case Level::Warning:
    return "WARNING";
  case Level::Note:
  case Level::Off:
    return "INFO";
  }
  return "INFO";
}

Json position(const source::LineColumn &at) { return {{"line", at.line}, {"column", at.column}}; }

Json location(const ToldPlace &place) {
  Json range = {{"start", position(place.begin_byte)}, {"end", position(place.end_byte)}};
  if (!place.has_text)
    range = {{"start", {{"line", 1}}}};
  return {{"path", place.path}, {"range", std::move(range)}};
}

std::string message(const Diagnostic &finding) {
  std::string out = markdown_text(finding.message);
  if (!finding.way.empty())
    out += "\n\nway: " + markdown_code(finding.way);
  for (const std::string &help : finding.help)
    out += "\n\nmend: " + markdown_advice(help);
  return out;
}

Json diagnostic(const Diagnostic &finding, ToldPlaces &places) {
  Json json = {{"message", message(finding)},
               {"location", location(places.of(finding))},
               {"severity", severity(finding.level)},
               {"code", {{"value", diagnostics::rule_code(finding.rule)}}}};
  Json related = Json::array();
  for (const diagnostics::Place &place : finding.related)
    if (place.range.valid())
      related.push_back({{"message", markdown_text(place.text)}, {"location", location(places.at(place.range))}});
  if (!related.empty())
    json["related_locations"] = std::move(related);
  return json;
}

} // namespace

std::string findings_rdjson(const Analysis &analysis, const Findings &findings) {
  ToldPlaces places(analysis, findings);
  Json json = {{"source", {{"name", kToolName}}}, {"diagnostics", Json::array()}};
  for (const Diagnostic &finding : findings.shown)
    json["diagnostics"].push_back(diagnostic(finding, places));
  return written(json);
}

} // namespace decode_ledger::report
