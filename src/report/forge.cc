#include "report/forge.h"

#include "report/json_text.h"
#include "report/review_body.h"

#include <fmt/format.h>

namespace decode_ledger::report {
namespace {

using Json = JsonValue;

/// Null for what is no JSON: nothing thrown, nothing found in it.
Json parsed(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  return json.is_discarded() ? Json(nullptr) : json;
}

const Json &member(const Json &json, const char *name) {
  static const Json kNull;
  const auto found = json.is_object() ? json.find(name) : json.end();
  return json.is_object() && found != json.end() ? *found : kNull;
}

std::string text_of(const Json &json) { return json.is_string() ? json.get<std::string>() : std::string(); }

/// A number or a string of letters and digits: it becomes a part of a URL.
std::string id_of(const Json &json) {
  std::string id = json.is_number_unsigned() ? std::to_string(json.get<uint64_t>()) : text_of(json);
  constexpr std::string_view kLetters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return id.find_first_not_of(kLetters) == std::string::npos ? id : std::string();
}

Json github_comment_json(const Comment &comment) {
  Json json = {{"path", comment.at.path}, {"line", comment.at.line}, {"side", "RIGHT"}};
  if (comment.at.first_line < comment.at.line) {
    json["start_line"] = comment.at.first_line;
    json["start_side"] = "RIGHT";
  }
  json["body"] = comment.body;
  return json;
}

Json github_review_json(const std::string &commit, std::string_view body, const std::vector<Comment> &comments) {
  Json json = {{"commit_id", commit}, {"event", "COMMENT"}, {"body", body}, {"comments", Json::array()}};
  for (const Comment &comment : comments)
    json["comments"].push_back(github_comment_json(comment));
  return json;
}

/// A line that the change left alone is told by its number on either side.
Json gitlab_discussion_json(const DiffCommits &commits, const Comment &comment) {
  Json position = {{"position_type", "text"},    {"base_sha", commits.base},        {"start_sha", commits.start},
                   {"head_sha", commits.head},   {"old_path", comment.at.old_path}, {"new_path", comment.at.path},
                   {"new_line", comment.at.line}};
  if (comment.at.old_line != 0)
    position["old_line"] = comment.at.old_line;
  return {{"body", comment.body}, {"position", std::move(position)}};
}

std::optional<PostedComment> ours(const Json &comment) {
  PostedComment posted;
  posted.body = text_of(member(comment, "body"));
  posted.marker = marker_in(posted.body);
  posted.id = id_of(member(comment, "id"));
  if (posted.marker.empty() || posted.id.empty())
    return std::nullopt;
  return posted;
}

} // namespace

Comments comments_of(const Analysis &analysis, const Review &review) {
  Comments comments;
  comments.summary = summary_body(analysis, review);
  for (const ReviewFinding *found : commented(review))
    comments.comments.push_back({*found->at, found->marker, comment_body(analysis, review, *found)});
  return comments;
}

std::string github_review(const std::string &commit, std::string_view body, const std::vector<Comment> &comments) {
  return written(github_review_json(commit, body, comments));
}

std::string github_comment(const std::string &commit, const Comment &comment) {
  Json json = github_comment_json(comment);
  json["commit_id"] = commit;
  return written(json);
}

std::string gitlab_discussion(const DiffCommits &commits, const Comment &comment) {
  return written(gitlab_discussion_json(commits, comment));
}

std::string body_alone(std::string_view body) { return written(Json{{"body", body}}); }

std::string github_review_document(const Analysis &analysis, const Review &review) {
  const Comments comments = comments_of(analysis, review);
  return github_review(review.head, comments.summary, comments.comments);
}

std::string gitlab_discussions_document(const Analysis &analysis, const Review &review) {
  const Comments comments = comments_of(analysis, review);
  Json json = {{"summary", {{"body", comments.summary}}}, {"discussions", Json::array()}};
  for (const Comment &comment : comments.comments)
    json["discussions"].push_back(gitlab_discussion_json({review.merge_base, review.base, review.head}, comment));
  return written(json);
}

std::optional<std::vector<PostedComment>> read_github_comments(std::string_view text) {
  const Json list = parsed(text);
  if (!list.is_array())
    return std::nullopt;
  std::vector<PostedComment> comments;
  for (const Json &one : list)
    // An answer to a comment may quote it, marker and all.
    if (std::optional<PostedComment> comment = ours(one); comment && member(one, "in_reply_to_id").is_null())
      comments.push_back(std::move(*comment));
  return comments;
}

std::optional<std::vector<PostedComment>> read_gitlab_discussions(std::string_view text) {
  const Json list = parsed(text);
  if (!list.is_array())
    return std::nullopt;
  std::vector<PostedComment> comments;
  for (const Json &discussion : list) {
    const Json &notes = member(discussion, "notes");
    if (!notes.is_array() || notes.empty())
      continue;
    std::optional<PostedComment> comment = ours(notes.front());
    std::string id = id_of(member(discussion, "id"));
    if (!comment || id.empty())
      continue;
    comment->discussion = std::move(id);
    comment->resolved = member(notes.front(), "resolved") == Json(true);
    comments.push_back(std::move(*comment));
  }
  return comments;
}

std::optional<DiffCommits> read_diff_refs(std::string_view text) {
  const Json json = parsed(text);
  const Json &refs = member(json, "diff_refs");
  DiffCommits commits{text_of(member(refs, "base_sha")), text_of(member(refs, "start_sha")),
                      text_of(member(refs, "head_sha"))};
  if (commits.base.empty() || commits.start.empty() || commits.head.empty())
    return std::nullopt;
  return commits;
}

std::string read_pull_head(std::string_view text) {
  const Json json = parsed(text);
  return text_of(member(member(json, "head"), "sha"));
}

PullRequest read_event(std::string_view text) {
  const Json json = parsed(text);
  const Json &pull = member(json, "pull_request");
  return {id_of(member(pull, "number")), text_of(member(member(pull, "head"), "sha"))};
}

std::string read_api_message(std::string_view text) {
  const Json json = parsed(text);
  std::string message;
  for (const char *name : {"message", "error", "errors"})
    if (const Json &said = member(json, name); !said.is_null())
      message +=
          (message.empty() ? "" : "; ") +
          (said.is_string() ? said.get<std::string>() : said.dump(-1, ' ', true, Json::error_handler_t::replace));
  constexpr size_t kMost = 300;
  return message.substr(0, kMost);
}

} // namespace decode_ledger::report
