#include "report/told.h"

#include "report/paint.h"
#include "report/site_words.h"
#include "support/stable_hash.h"
#include "support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace decode_ledger::report {
namespace {

using diagnostics::Diagnostic;
using diagnostics::Level;

std::string_view trimmed(std::string_view line) {
  size_t begin = std::min(line.find_first_not_of(" \t\f"), line.size());
  return line.substr(begin, line.find_last_not_of(" \t\f") + 1 - begin);
}

int rank(diagnostics::Rule rule) {
  switch (static_cast<unsigned>(rule) / 100) {
  case 3:
    return 0;
  case 2:
    return 1;
  case 1:
    return 2;
  default:
    return 3;
  }
}

} // namespace

ToldPlaces::ToldPlaces(const Analysis &analysis, const Findings &findings)
    : findings_(findings), places_(analysis.sources()), ledger_lines_(findings.ledger_text) {}

ToldPlace ToldPlaces::at(const SourceRange &range) {
  ShownPlace place = places_.at(range);
  ToldPlace told{findings_.from_top + std::string(place.path), place.begin, place.end, place.begin, place.end, true};
  told.has_text = places_.sources().file(range.file).state == source::ReadState::Read;
  if (!told.has_text)
    return told;
  told.begin_byte.column = range.begin - places_.line_begin(range.file, place.begin.line) + 1;
  told.end_byte.column = range.end - places_.line_begin(range.file, place.end.line) + 1;
  return told;
}

ToldPlace ToldPlaces::of(const Diagnostic &finding) {
  if (finding.range.valid())
    return at(finding.range);
  source::LineColumn begin{std::max(1U, finding.ledger.line), std::max(1U, finding.ledger.column)};
  std::string_view line = line_text(finding);
  // The place of an entry is where its table or value begins; tables and keys are ASCII, so columns are bytes up to there.
  source::LineColumn end = begin, end_byte = begin;
  end.column = std::max(begin.column, static_cast<uint32_t>(num_code_points(line)) + 1);
  end_byte.column = std::max(begin.column, static_cast<uint32_t>(line.size()) + 1);
  return {findings_.from_top + findings_.ledger_shown, begin, end, begin, end_byte, true};
}

std::string_view ToldPlaces::line_text(const Diagnostic &finding) {
  if (finding.range.valid())
    return places_.line_text(finding.range.file, places_.at(finding.range).begin.line);
  if (finding.ledger.line == 0 || finding.ledger.line > ledger_lines_.num_lines())
    return {};
  auto [begin, end] = ledger_lines_.line_range(finding.ledger.line);
  return std::string_view(findings_.ledger_text).substr(begin, end - begin);
}

std::string_view without_ordinal(std::string_view subject) {
  size_t hash = subject.rfind('#');
  bool numbered = hash != std::string_view::npos && hash + 1 < subject.size() &&
                  subject.find_first_not_of("0123456789", hash + 1) == std::string_view::npos;
  return numbered ? subject.substr(0, hash) : subject;
}

std::vector<std::string> finding_identities(const Analysis &analysis, const Findings &findings) {
  ToldPlaces places(analysis, findings);
  std::map<std::string, size_t> seen;
  std::vector<std::string> identities;
  for (const Diagnostic &finding : findings.shown) {
    std::string key = diagnostics::rule_code(finding.rule);
    const std::string path = places.of(finding).path;
    for (std::string_view part :
         {std::string_view(path), without_ordinal(finding.subject), std::string_view(finding.fingerprint),
          finding.subject.empty() ? trimmed(places.line_text(finding)) : std::string_view()})
      key.append(1, '\0').append(part);
    size_t nth = ++seen[key];
    identities.push_back(fmt::format("{:016x}", stable_hash(key, nth)));
  }
  return identities;
}

std::vector<size_t> by_importance(const Findings &findings) {
  std::vector<size_t> order(findings.shown.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t i) {
    const Diagnostic &finding = findings.shown[i];
    return std::pair(-static_cast<int>(finding.level), rank(finding.rule));
  });
  return order;
}

size_t count_at(const Findings &findings, Level level) {
  return static_cast<size_t>(std::ranges::count(findings.shown, level, &Diagnostic::level));
}

std::string level_words(const Findings &findings) {
  std::string out;
  for (Level level : {Level::Error, Level::Warning, Level::Note})
    if (size_t count = count_at(findings, level))
      out += (out.empty() ? "" : ", ") + counted(count, diagnostics::level_name(level));
  return out.empty() ? "no findings" : out;
}

std::string told_in_lines(const Diagnostic &finding) {
  std::string out = shown(finding.message);
  if (!finding.way.empty())
    out += "\nway: " + shown(finding.way);
  for (const std::string &help : finding.help)
    out += "\nmend: " + shown(help);
  return out;
}

} // namespace decode_ledger::report
