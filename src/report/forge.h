// What goes to GitHub and GitLab, and what comes back: bodies of requests, lists of comments. JSON is seen in this room
// alone, so the driver sends and receives text.
//
// Tested by tests/review/run.py against servers that behave like the forges.
#pragma once

#include "report/review.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::report {

/// One comment as it is to be.
struct Comment {
  CommentPlace at;
  std::string marker;
  std::string body;
};

/// The comments of a review, and what stands above them.
struct Comments {
  std::string summary;
  std::vector<Comment> comments;
};
Comments comments_of(const Analysis &analysis, const Review &review);

/// The commits that a merge request's position speaks of.
struct DiffCommits {
  std::string base, start, head;
};

/// Of `POST /repos/{owner}/{repo}/pulls/{number}/reviews`.
std::string github_review(const std::string &commit, std::string_view body, const std::vector<Comment> &comments);
/// Of `POST /repos/{owner}/{repo}/pulls/{number}/comments`.
std::string github_comment(const std::string &commit, const Comment &comment);
/// Of `POST /projects/{id}/merge_requests/{iid}/discussions`.
std::string gitlab_discussion(const DiffCommits &commits, const Comment &comment);
/// {"body": …}: of an edit, and of a comment that stands on no line.
std::string body_alone(std::string_view body);

/// `--format github-review` and `gitlab-discussion`.
std::string github_review_document(const Analysis &analysis, const Review &review);
std::string gitlab_discussions_document(const Analysis &analysis, const Review &review);

/// A comment of ours that is there.
struct PostedComment {
  std::string id;
  std::string discussion; ///< GitLab
  std::string marker, body;
  bool resolved = false;
};

/// A page of GitHub's comments, of lines or of the whole. None: it is no such list. Comments of others are left out.
std::optional<std::vector<PostedComment>> read_github_comments(std::string_view text);
/// A page of GitLab's discussions.
std::optional<std::vector<PostedComment>> read_gitlab_discussions(std::string_view text);
/// `diff_refs` of a merge request. None: it has none yet.
std::optional<DiffCommits> read_diff_refs(std::string_view text);

/// The head commit of GitHub's pull request. Empty: it is none.
std::string read_pull_head(std::string_view text);

/// Number and head of the pull request that a workflow's event tells of. Empty: it tells of none.
struct PullRequest {
  std::string number, head;
};
PullRequest read_event(std::string_view text);

/// What an API says is wrong, in one line; empty: it does not say.
std::string read_api_message(std::string_view text);

} // namespace decode_ledger::report
