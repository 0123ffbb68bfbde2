#include "report/review_body.h"

#include "report/markdown_text.h"
#include "report/site_words.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::report {
namespace {

using diagnostics::Diagnostic;
using diagnostics::Level;

constexpr std::string_view kMarkerBegin = "<!-- decode-ledger:", kMarkerEnd = " -->";
/// Places of a chain, and findings of a list, that are told; the rest is counted.
constexpr size_t kMostPlaces = 8, kMostListed = 40;

std::string place_of(Places &places, const Review &review, const Diagnostic &d) {
  return d.range.valid() ? places.line(d.range) : fmt::format("{}:{}", review.ledger_shown, d.ledger.line);
}

std::string heading(const Diagnostic &d) {
  return fmt::format("**{}** `{} {}`", diagnostics::level_name(d.level), diagnostics::rule_code(d.rule),
                     diagnostics::rule_entry(d.rule).name);
}

std::string sentence(const Diagnostic &d) { return fmt::format("{}: {}", heading(d), markdown_text(d.message)); }

/// Where a tokenizer or ids come by on their way: `check` and JSON tell every step, a comment the two ends.
bool is_step_between(const diagnostics::Place &place) {
  return place.text.empty() || place.text.find(": by way of ") != std::string::npos;
}

std::string chain_lines(Places &places, const Diagnostic &d) {
  std::string out;
  size_t told = 0, all = 0;
  for (const diagnostics::Place &place : d.related) {
    if (is_step_between(place))
      continue;
    if (++all > kMostPlaces)
      continue;
    ++told;
    out += place.range.valid()
               ? fmt::format("- {}: {}\n", markdown_code(places.line(place.range)), markdown_text(place.text))
               : fmt::format("- {}\n", markdown_text(place.text));
  }
  if (all > told)
    out += fmt::format("- and {} more\n", all - told);
  return out.empty() ? out : "\n" + out;
}

std::string help_lines(const Diagnostic &d) {
  std::string out = "\nTo settle it:\n";
  for (const std::string &help : d.help)
    out += fmt::format("- {}\n", markdown_advice(help));
  return out + fmt::format("- what the rule means: `decode-ledger explain {}`\n", diagnostics::rule_code(d.rule));
}

std::string standing_line(Places &places, const Review &review, const ReviewFinding &found) {
  std::string out;
  if (found.standing == Standing::Touched)
    out += "\nIt was there before; the change touches it.\n";
  if (found.at && !found.at->is_primary)
    out += fmt::format("\nThe finding stands at {}, outside of this change.\n",
                       markdown_code(place_of(places, review, found.finding)));
  return out;
}

std::string told(Places &places, const Review &review, const ReviewFinding &found) {
  return sentence(found.finding) + "\n" + standing_line(places, review, found) + chain_lines(places, found.finding) +
         help_lines(found.finding);
}

std::string counts_line(const Review &review) {
  return fmt::format("**decode-ledger**: {}, against {} (merge base `{}`)\n", review_counts(review),
                     markdown_code(review.base_named), review.merge_base.substr(0, 12));
}

std::string listed(Places &places, const Review &review, const ReviewFinding &found) {
  return fmt::format("- {} {}{}\n", markdown_code(place_of(places, review, found.finding)), sentence(found.finding),
                     found.standing == Standing::Touched ? " (touched)" : "");
}

/// A list under its heading; nothing without lines.
std::string list_under(std::string_view title, const std::vector<std::string> &lines) {
  if (lines.empty())
    return {};
  std::string out = fmt::format("\n{}:\n", title);
  for (size_t i = 0; i < std::min(lines.size(), kMostListed); ++i)
    out += lines[i];
  if (lines.size() > kMostListed)
    out += fmt::format("- and {} more: `decode-ledger review` lists them\n", lines.size() - kMostListed);
  return out;
}

std::string settled_line(const SettledFinding &settled) {
  return fmt::format("- `{} {}` {}\n", diagnostics::rule_code(settled.rule), diagnostics::rule_entry(settled.rule).name,
                     markdown_code(settled.place));
}

bool is_graver(const ReviewFinding *a, const ReviewFinding *b) {
  return std::pair(a->standing == Standing::New, a->finding.level) >
         std::pair(b->standing == Standing::New, b->finding.level);
}

} // namespace

size_t count(const Review &review, Standing standing) {
  return static_cast<size_t>(std::ranges::count(review.findings, standing, &ReviewFinding::standing));
}

size_t count(const Review &review, Standing standing, Level level) {
  return static_cast<size_t>(std::ranges::count_if(review.findings, [&](const ReviewFinding &found) {
    return found.standing == standing && found.finding.level == level;
  }));
}

std::string review_counts(const Review &review) {
  std::string levels;
  for (Level level : {Level::Error, Level::Warning, Level::Note})
    if (const size_t number = count(review, Standing::New, level))
      levels += (levels.empty() ? "" : ", ") + counted(number, diagnostics::level_name(level));
  return fmt::format("{} new{}, {} touched, {} settled", count(review, Standing::New),
                     levels.empty() ? "" : fmt::format(" ({})", levels), count(review, Standing::Touched),
                     review.settled.size());
}

std::string marker_line(std::string_view marker) { return fmt::format("{}{}{}\n", kMarkerBegin, marker, kMarkerEnd); }

std::string_view marker_in(std::string_view body) {
  while (body.ends_with('\n') || body.ends_with('\r') || body.ends_with(' '))
    body.remove_suffix(1);
  const size_t line = body.rfind('\n');
  std::string_view last = line == std::string_view::npos ? body : body.substr(line + 1);
  if (!last.starts_with(kMarkerBegin) || !last.ends_with(kMarkerEnd))
    return {};
  last.remove_prefix(kMarkerBegin.size());
  last.remove_suffix(kMarkerEnd.size());
  // Anybody can write a comment: what is no marker of ours is none.
  const bool is_ours =
      last.find("--") == std::string_view::npos && std::ranges::all_of(last, [](char c) {
        return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == ':' || c == '-';
      });
  return is_ours ? last : std::string_view{};
}

std::vector<const ReviewFinding *> commented(const Review &review) {
  std::vector<const ReviewFinding *> all;
  for (const ReviewFinding &found : review.findings)
    if (found.at)
      all.push_back(&found);
  if (all.size() <= kMostComments)
    return all;
  std::ranges::stable_sort(all, is_graver);
  all.resize(kMostComments);
  std::ranges::sort(all); // they lie in one vector: by address is in its order
  return all;
}

std::string comment_body(const Analysis &analysis, const Review &review, const ReviewFinding &found) {
  Places places(analysis.sources());
  return told(places, review, found) + "\n" + marker_line(found.marker);
}

std::string settled_body(std::string_view marker) {
  const std::string_view code = marker.substr(0, marker.find(':'));
  return fmt::format("Settled: {} is not found here any more.\n\n{}", markdown_code(code), marker_line(marker));
}

std::string review_markdown(const Analysis &analysis, const Review &review) {
  Places places(analysis.sources());
  std::string out = counts_line(review);
  for (const ReviewFinding &found : review.findings)
    out += fmt::format("\n### {}\n\n{}", markdown_code(place_of(places, review, found.finding)),
                       told(places, review, found));
  std::vector<std::string> settled;
  for (const SettledFinding &one : review.settled)
    settled.push_back(settled_line(one));
  return out + list_under("Settled by this change", settled);
}

std::string summary_body(const Analysis &analysis, const Review &review) {
  Places places(analysis.sources());
  const std::vector<const ReviewFinding *> with_comment = commented(review);
  std::vector<std::string> elsewhere, notes, left_out, settled;
  for (const ReviewFinding &found : review.findings) {
    if (found.finding.level < Level::Warning)
      notes.push_back(listed(places, review, found));
    else if (!found.at)
      elsewhere.push_back(listed(places, review, found));
    else if (std::ranges::find(with_comment, &found) == with_comment.end())
      left_out.push_back(listed(places, review, found));
  }
  for (const SettledFinding &one : review.settled)
    settled.push_back(settled_line(one));
  return counts_line(review) + list_under("Not on a line of this change", elsewhere) +
         list_under("Without a comment of their own, since there are many", left_out) + list_under("Notes", notes) +
         list_under("Settled by this change", settled) + "\n" + marker_line(kSummaryMarker);
}

} // namespace decode_ledger::report
