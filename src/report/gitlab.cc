// Findings as GitLab's code quality report. It tells new findings of a merge request from old ones by `fingerprint`, of
// which a second one with the same value is dropped; see finding_identities().

#include "report/formats.h"
#include "report/json_text.h"
#include "report/paint.h"

#include <fmt/format.h>

namespace decode_ledger::report {
namespace {

using Json = JsonValue;
using diagnostics::Diagnostic;
using diagnostics::Level;

/// GitLab has info, minor, major, critical and blocker.
std::string_view severity(Level level) {
  switch (level) {
  case Level::Error:
    return "major";
  case Level::Warning:
    return "minor";
  case Level::Note:
  case Level::Off:
    return "info";
  }
  return "info";
}

} // namespace

std::string findings_gitlab(const Analysis &analysis, const Findings &findings) {
  ToldPlaces places(analysis, findings);
  std::vector<std::string> identities = finding_identities(analysis, findings);
  Json json = Json::array();
  for (size_t i = 0; i < findings.shown.size(); ++i) {
    const Diagnostic &finding = findings.shown[i];
    std::string code = diagnostics::rule_code(finding.rule);
    ToldPlace place = places.of(finding);
    json.push_back(
        {{"description", fmt::format("{}: {}", code, shown(finding.message))},
         {"check_name", fmt::format("{} {}", code, diagnostics::rule_entry(finding.rule).name)},
         {"fingerprint", identities[i]},
         {"severity", severity(finding.level)},
         {"location", {{"path", place.path}, {"lines", {{"begin", place.begin.line}, {"end", place.end.line}}}}}});
  }
  return written(json);
}

} // namespace decode_ledger::report
