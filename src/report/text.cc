// Findings as a compiler prints them, and the summary line.

#include "report/excerpt.h"
#include "report/site_words.h"
#include "report/told.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::report {
namespace {

using diagnostics::Diagnostic;
using diagnostics::Level;

/// Related places of one finding that are listed; a handler may stop hundreds of sites.
constexpr size_t kMostRelated = 8;

Ink ink_of(Level level) {
  switch (level) {
  case Level::Error:
    return Ink::Error;
  case Level::Warning:
    return Ink::Warning;
  case Level::Note:
  case Level::Off:
    return Ink::Note;
  }
  return Ink::Note;
}

class FindingPrinter {
public:
  FindingPrinter(const Analysis &analysis, const Findings &findings, const Style &style)
      : findings_(findings), style_(style), places_(analysis.sources()), paint_(style.colour, style.links) {}

  std::string print(const Diagnostic &diagnostic) {
    std::string out = header(diagnostic);
    if (diagnostic.range.valid() && shows_source(diagnostic.range))
      out += excerpt(places_, diagnostic.range, diagnostic.excerpt, {style_.width, ink_of(diagnostic.level)}, paint_);
    out += label("way", diagnostic.way);
    out += related(diagnostic);
    out += help(diagnostic);
    return out;
  }

private:
  std::string place(const Diagnostic &diagnostic) {
    if (diagnostic.range.valid())
      return places_.line_column(diagnostic.range);
    return fmt::format("{}:{}:{}", findings_.ledger_shown, diagnostic.ledger.line, diagnostic.ledger.column);
  }

  /// A finding of the ledger has no link: only its name is known here.
  std::string linked_place(const Diagnostic &diagnostic) {
    std::string text = paint_(Ink::Place, shown(place(diagnostic)));
    return diagnostic.range.valid() ? paint_.linked(places_.address(diagnostic.range), text) : text;
  }

  std::string header(const Diagnostic &diagnostic) {
    std::string rule =
        fmt::format("{}[{} {}]", diagnostics::level_name(diagnostic.level), diagnostics::rule_code(diagnostic.rule),
                    diagnostics::rule_entry(diagnostic.rule).name);
    return fmt::format("{}: {}: {}\n", linked_place(diagnostic), paint_(ink_of(diagnostic.level), rule),
                       shown(diagnostic.message));
  }

  /// A file that was not read has no lines to show.
  bool shows_source(const SourceRange &range) const {
    return places_.sources().file(range.file).state == source::ReadState::Read;
  }

  std::string label(std::string_view word, std::string_view text) const {
    return text.empty() ? "" : fmt::format("  {}{}\n", paint_.padded(Ink::Strong, word, 6), shown_lines(text));
  }

  static std::string shown_lines(std::string_view text) {
    std::string out;
    for (size_t begin = 0; begin <= text.size();) {
      size_t end = std::min(text.find('\n', begin), text.size());
      out += (begin == 0 ? "" : "\n        ") + shown(text.substr(begin, end - begin));
      begin = end + 1;
    }
    return out;
  }

  /// The chain, without the places that the excerpt shows already.
  std::string related(const Diagnostic &diagnostic) {
    std::vector<std::string> lines;
    for (const diagnostics::Place &one : diagnostic.related)
      if (!is_in_excerpt(one, diagnostic))
        lines.push_back(one.range.valid() ? fmt::format("{}: {}", places_.line_column(one.range), one.text) : one.text);
    std::string out;
    for (size_t i = 0; i < std::min(lines.size(), kMostRelated); ++i)
      out += label(i == 0 ? "with" : "", lines[i]);
    if (lines.size() > kMostRelated)
      out += label("", fmt::format("and {} more: see --format json", lines.size() - kMostRelated));
    return out;
  }

  static bool is_in_excerpt(const diagnostics::Place &place, const Diagnostic &diagnostic) {
    return place.range == diagnostic.range ||
           std::ranges::any_of(diagnostic.excerpt, [&](const diagnostics::Place &p) { return p.range == place.range; });
  }

  std::string help(const Diagnostic &diagnostic) const {
    std::string out;
    for (const std::string &line : diagnostic.help)
      out += label(out.empty() ? "mend" : "", line);
    return out;
  }

  const Findings &findings_;
  const Style &style_;
  Places places_;
  Paint paint_;
};

/// "2 errors, 1 warning", the level of each in its colour; "no findings".
std::string level_counts(const Findings &findings, const Paint &paint) {
  if (findings.shown.empty())
    return paint(Ink::Good, "no findings");
  std::string out;
  for (Level level : {Level::Error, Level::Warning, Level::Note})
    if (size_t count = count_at(findings, level))
      out += (out.empty() ? "" : ", ") + paint(ink_of(level), counted(count, diagnostics::level_name(level)));
  return out;
}

std::string ignored_line(const Findings &findings) {
  std::string out;
  for (auto [rule, count] : findings.ignored)
    out += fmt::format("{}{} ×{}", out.empty() ? "ignored: " : ", ", diagnostics::rule_code(rule), count);
  return out.empty() ? out : out + "\n";
}

} // namespace

std::string findings_text(const Analysis &analysis, const Findings &findings, const Style &style) {
  FindingPrinter printer(analysis, findings, style);
  Paint paint(style.colour);
  std::string out;
  for (const Diagnostic &diagnostic : findings.shown)
    out += printer.print(diagnostic) + "\n";
  if (!style.summary)
    return out;
  Summary summary = summarise(analysis);
  out += ignored_line(findings);
  out += fmt::format("{}   {}   {}\n", summary_line(summary, analysis.verdicts != nullptr, analysis.ratchet),
                     level_counts(findings, paint), counted(summary.files, "file"));
  return out;
}

std::vector<std::pair<diagnostics::Rule, size_t>> rule_counts(const Findings &findings) {
  std::vector<std::pair<diagnostics::Rule, size_t>> counts;
  for (const Diagnostic &diagnostic : findings.shown) {
    auto found = std::ranges::find(counts, diagnostic.rule, &std::pair<diagnostics::Rule, size_t>::first);
    if (found == counts.end())
      counts.emplace_back(diagnostic.rule, 1);
    else
      ++found->second;
  }
  std::ranges::sort(counts, [](const auto &a, const auto &b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  return counts;
}

std::string statistics_text(const Findings &findings) {
  std::string out;
  for (auto [rule, count] : rule_counts(findings))
    out += fmt::format("{:>6}  {}  {}\n", count, diagnostics::rule_code(rule), diagnostics::rule_entry(rule).name);
  return out + ignored_line(findings);
}

} // namespace decode_ledger::report
