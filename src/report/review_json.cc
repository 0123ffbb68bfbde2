#include "report/json_writer.h"
#include "report/review.h"
#include "report/review_body.h"

namespace decode_ledger::report {
namespace {

using Json = JsonValue;
using diagnostics::Level;

Json place_json(const std::optional<CommentPlace> &at) {
  if (!at)
    return nullptr;
  return {{"path", at->path},
          {"start_line", at->first_line},
          {"line", at->line},
          {"old_path", at->old_path},
          {"old_line", at->old_line == 0 ? Json(nullptr) : Json(at->old_line)},
          {"is_primary", at->is_primary}};
}

Json found_json(const Analysis &analysis, const Review &review, const ReviewFinding &found) {
  Json json = {{"standing", found.standing == Standing::New ? "new" : "touched"},
               {"marker", found.marker},
               {"comment", place_json(found.at)}};
  json["finding"] = JsonWriter(analysis).finding(found.finding, review.ledger_shown);
  return json;
}

Json settled_json(const SettledFinding &settled) {
  return {{"code", diagnostics::rule_code(settled.rule)},
          {"name", diagnostics::rule_entry(settled.rule).name},
          {"subject", settled.subject.empty() ? Json(nullptr) : Json(settled.subject)},
          {"place", settled.place}};
}

Json summary_json(const Review &review) {
  return {{"new", count(review, Standing::New)},
          {"new_errors", count(review, Standing::New, Level::Error)},
          {"new_warnings", count(review, Standing::New, Level::Warning)},
          {"new_notes", count(review, Standing::New, Level::Note)},
          {"touched", count(review, Standing::Touched)},
          {"settled", review.settled.size()},
          {"comments", commented(review).size()}};
}

} // namespace

std::string review_json(const Analysis &analysis, const Review &review) {
  Json json = json_document();
  json["base"] = {{"rev", review.base_named}, {"commit", review.base}, {"merge_base", review.merge_base}};
  json["head"] = review.head;
  json["findings"] = Json::array();
  for (const ReviewFinding &found : review.findings)
    json["findings"].push_back(found_json(analysis, review, found));
  json["settled"] = Json::array();
  for (const SettledFinding &settled : review.settled)
    json["settled"].push_back(settled_json(settled));
  json["ignored"] = Json::array();
  for (auto [rule, number] : review.ignored)
    json["ignored"].push_back(
        {{"code", diagnostics::rule_code(rule)}, {"name", diagnostics::rule_entry(rule).name}, {"count", number}});
  json["summary"] = summary_json(review);
  return written(json);
}

} // namespace decode_ledger::report
