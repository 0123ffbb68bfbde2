// A review for people, and which function gives it in which form.

#include "report/forge.h"
#include "report/formats.h"
#include "report/paint.h"
#include "report/review.h"
#include "report/review_body.h"
#include "support/check.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::report {
namespace {

Findings findings_of(const Review &review, Standing standing) {
  Findings findings;
  findings.ledger_shown = review.ledger_shown;
  findings.ledger_text = review.ledger_text;
  for (const ReviewFinding &found : review.findings)
    if (found.standing == standing)
      findings.shown.push_back(found.finding);
  return findings;
}

Findings all_findings(const Review &review) {
  Findings findings;
  findings.ledger_shown = review.ledger_shown;
  findings.ledger_text = review.ledger_text;
  findings.from_top = review.from_top;
  for (const ReviewFinding &found : review.findings)
    findings.shown.push_back(found.finding);
  return findings;
}

std::string part(const Analysis &analysis, const Review &review, Standing standing, std::string_view title,
                 Style style) {
  const Findings findings = findings_of(review, standing);
  if (findings.shown.empty())
    return {};
  style.summary = false;
  const Paint paint(style.colour);
  return fmt::format("{}\n\n{}", paint(Ink::Strong, title), findings_text(analysis, findings, style));
}

std::string settled_lines(const Review &review) {
  std::string out;
  for (const SettledFinding &settled : review.settled)
    out += fmt::format("settled: {} {} at {}{}\n", diagnostics::rule_code(settled.rule),
                       diagnostics::rule_entry(settled.rule).name, shown(settled.place),
                       settled.subject.empty() ? "" : " " + shown(settled.subject));
  return out;
}

std::string ignored_line(const Review &review) {
  std::string out;
  for (auto [rule, number] : review.ignored)
    out += fmt::format("{}{} ×{}", out.empty() ? "ignored: " : ", ", diagnostics::rule_code(rule), number);
  return out.empty() ? out : out + "\n";
}

} // namespace

std::string review_text(const Analysis &analysis, const Review &review, const Style &style) {
  std::string out = part(analysis, review, Standing::New, "brought by the change:", style) +
                    part(analysis, review, Standing::Touched, "there before, touched by the change:", style);
  if (!style.summary)
    return out;
  return out + settled_lines(review) + ignored_line(review) +
         fmt::format("{}   against {} (merge base {})\n", review_counts(review), shown(review.base_named),
                     review.merge_base.substr(0, 12));
}

std::string review_in(Format format, const Analysis &analysis, const Review &review, const Style &style) {
  switch (format) {
  case Format::Text:
    return review_text(analysis, review, style);
  case Format::Json:
    return review_json(analysis, review);
  case Format::Markdown:
    return review_markdown(analysis, review);
  case Format::Rdjson:
    return findings_rdjson(analysis, all_findings(review));
  case Format::GithubReview:
    return github_review_document(analysis, review);
  case Format::GitlabDiscussion:
    return gitlab_discussions_document(analysis, review);
  default:
    break;
  }
  DL_CHECK(false);
}

} // namespace decode_ledger::report
