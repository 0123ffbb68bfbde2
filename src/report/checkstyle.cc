// Findings as Checkstyle's XML: what many CI servers and editors read. A file's findings are together.

#include "report/formats.h"
#include "report/markup.h"

#include <fmt/format.h>

namespace decode_ledger::report {
namespace {

using diagnostics::Diagnostic;
using diagnostics::Level;

std::string_view severity(Level level) {
  switch (level) {
  case Level::Error:
    return "error";
  case Level::Warning:
    return "warning";
  case Level::Note:
  case Level::Off:
    return "info";
  }
  return "info";
}

std::string error_element(const Diagnostic &finding, const ToldPlace &place) {
  return fmt::format("    <error line=\"{}\" column=\"{}\" severity=\"{}\" message=\"{}\" source=\"{}.{}\"/>\n",
                     place.begin.line, place.begin.column, severity(finding.level), markup_text(finding.message),
                     kToolName, diagnostics::rule_code(finding.rule));
}

} // namespace

std::string findings_checkstyle(const Analysis &analysis, const Findings &findings) {
  ToldPlaces places(analysis, findings);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"10.0\">\n";
  const std::vector<Diagnostic> &shown = findings.shown; // sorted by file
  for (size_t i = 0; i < shown.size();) {
    std::string path = places.of(shown[i]).path;
    out += fmt::format("  <file name=\"{}\">\n", markup_text(path));
    for (; i < shown.size() && places.of(shown[i]).path == path; ++i)
      out += error_element(shown[i], places.of(shown[i]));
    out += "  </file>\n";
  }
  return out + "</checkstyle>\n";
}

} // namespace decode_ledger::report
