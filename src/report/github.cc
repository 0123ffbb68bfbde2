// Findings as workflow commands, from which GitHub Actions makes annotations.
//
//     ::error file=src/a.py,line=8,endLine=8,col=16,endColumn=22,title=DL101 unledgered-site::`tok.decode` decodes …
//
// A step shows its first ten errors, ten warnings and ten notices, so the most important come first. The runner takes %,
// CR and LF back out of every part, and : and , out of a property; nothing else ends one. Columns are given where the
// range is in one line, for the reader drops them elsewhere.

#include "report/formats.h"
#include "report/paint.h"
#include "report/site_words.h"

#include <fmt/format.h>

namespace decode_ledger::report {
namespace {

using diagnostics::Diagnostic;
using diagnostics::Level;

std::string_view command(Level level) {
  switch (level) {
  case Level::Error:
    return "error";
  case Level::Warning:
    return "warning";
  case Level::Note:
  case Level::Off:
    return "notice";
  }
  return "notice";
}

std::string escaped(std::string_view text, std::string_view marks) {
  std::string out;
  for (char c : text)
    if (marks.find(c) == std::string_view::npos)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

std::string message(std::string_view text) { return escaped(text, "%\r\n"); }

std::string property(std::string_view text) { return escaped(text, "%\r\n:,"); }

std::string annotation(const Diagnostic &finding, ToldPlaces &places) {
  ToldPlace place = places.of(finding);
  std::string out = fmt::format("::{} file={},line={},endLine={}", command(finding.level), property(shown(place.path)),
                                place.begin.line, place.end.line);
  if (place.has_text && place.begin.line == place.end.line)
    out += fmt::format(",col={},endColumn={}", place.begin.column, place.end.column);
  return out + fmt::format(",title={} {}::{}\n", diagnostics::rule_code(finding.rule),
                           diagnostics::rule_entry(finding.rule).name, message(told_in_lines(finding)));
}

} // namespace

std::string findings_github(const Analysis &analysis, const Findings &findings, bool quiet) {
  ToldPlaces places(analysis, findings);
  std::string out;
  for (size_t i : by_importance(findings))
    out += annotation(findings.shown[i], places);
  if (quiet)
    return out;
  Summary summary = summarise(analysis);
  return out + fmt::format("{}   {}   {}\n", summary_line(summary, analysis.verdicts != nullptr, analysis.ratchet),
                           level_words(findings), counted(summary.files, "file"));
}

} // namespace decode_ledger::report
