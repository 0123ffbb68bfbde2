// Findings and the inventory as comma-separated values (RFC 4180), for spreadsheets.
//
// A cell that begins as a formula does (= + - @, or what a spreadsheet strips before it looks) gets an apostrophe in
// front, which spreadsheets take for "this is text".

#include "report/formats.h"
#include "report/paint.h"
#include "report/site_words.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace decode_ledger::report {
namespace {

using diagnostics::Diagnostic;

/// The wide forms of = + - @ count too. An apostrophe of the text's own gets another, so that one can be taken off again.
bool may_be_formula(std::string_view text) {
  constexpr std::array<std::string_view, 9> kBeginnings = {"=", "+", "-", "@", "'", "＝", "＋", "－", "＠"};
  return std::ranges::any_of(kBeginnings, [&](std::string_view one) { return text.starts_with(one); });
}

/// Text of ours and of the package, as a terminal may show it: no line end is left in a cell.
std::string cell(std::string_view text) {
  std::string safe = shown(text);
  if (may_be_formula(safe))
    safe.insert(0, 1, '\'');
  if (safe.find_first_of(",\"; ") == std::string::npos)
    return safe;
  std::string out = "\"";
  for (char c : safe)
    out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string row(std::initializer_list<std::string> cells) {
  std::string out;
  for (const std::string &one : cells)
    out += cell(one) + ",";
  out.pop_back();
  return out + "\r\n";
}

std::string lines_of(const std::vector<std::string> &texts) {
  std::string out;
  for (const std::string &text : texts)
    out += (out.empty() ? "" : "; ") + text;
  return out;
}

std::string site_row(const Analysis &analysis, Places &places, SiteId id) {
  const decode_sites::DecodeSite &site = analysis.sites->sites[id.value];
  ShownPlace at = places.at(site.name_range);
  bool is_site = site.role == decode_sites::Role::Token || site.role == decode_sites::Role::Unknown;
  std::string reason;
  if (analysis.verdicts && analysis.verdicts->sites[id.value].entry)
    reason = analysis.ledger->sites[*analysis.verdicts->sites[id.value].entry].reason;
  return row({std::string(at.path), std::to_string(at.begin.line), std::to_string(at.begin.column), site.key.module,
              site.key.scope, site.key.call, std::to_string(site.key.nth),
              std::string(decode_sites::role_name(site.role)), is_site ? origin_words(site) : "",
              is_site ? guard_words(analysis.guards->sites[id.value]) : "", is_site ? ending_words(analysis, id) : "",
              state_words(analysis, id), reason, site.fingerprint, site.is_test ? "yes" : "no"});
}

} // namespace

std::string findings_csv(const Analysis &analysis, const Findings &findings) {
  ToldPlaces places(analysis, findings);
  std::string out = row({"level", "code", "rule", "file", "line", "column", "end_line", "end_column", "message", "way",
                         "help", "subject", "fingerprint"});
  for (const Diagnostic &finding : findings.shown) {
    ToldPlace at = places.of(finding);
    out += row({std::string(diagnostics::level_name(finding.level)), diagnostics::rule_code(finding.rule),
                std::string(diagnostics::rule_entry(finding.rule).name), std::string(at.path),
                std::to_string(at.begin.line), std::to_string(at.begin.column), std::to_string(at.end.line),
                std::to_string(at.end.column), finding.message, finding.way, lines_of(finding.help), finding.subject,
                finding.fingerprint});
  }
  return out;
}

std::string inventory_csv(const Analysis &analysis, bool all) {
  Places places(analysis.sources());
  std::string out = row({"file", "line", "column", "module", "function", "call", "nth", "receiver", "ids", "guard",
                         "fault", "ledger", "reason", "fingerprint", "test"});
  for (const std::vector<SiteId> &sites : {listed_sites(analysis, all), opaque_sites(analysis)})
    for (SiteId site : sites)
      out += site_row(analysis, places, site);
  return out;
}

} // namespace decode_ledger::report
