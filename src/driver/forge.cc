// The two forges' requests. An answer that is no success becomes a sentence for the user: what was asked, the status,
// the API's own words, and when to come back where it says so. The token stands in none of them.

#include "driver/forge.h"

#include "support/environment.h"
#include "support/files.h"
#include "support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::driver {
namespace {

using report::Comment;
using report::DiffCommits;
using report::Format;
using report::PostedComment;

/// More pages than any discussion has: a server that always names a next one ends here.
constexpr unsigned kMostPages = 200;

// ---- where ----

std::string variable(const char *name) { return environment_variable(name).value_or(""); }

std::string first_of(std::initializer_list<std::string> values) {
  for (const std::string &value : values)
    if (!value.empty())
      return value;
  return {};
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return '0' <= c && c <= '9'; });
}

/// "17" of "refs/pull/17/merge".
std::string number_in_ref(std::string_view ref) {
  constexpr std::string_view kPrefix = "refs/pull/";
  if (!ref.starts_with(kPrefix))
    return {};
  ref.remove_prefix(kPrefix.size());
  return std::string(ref.substr(0, ref.find('/')));
}

/// A token goes into a header: what could end the header is in no token.
bool is_token(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return '!' <= c && c <= '~'; });
}

/// As one segment of a URL's path.
std::string encoded(std::string_view text) { return replace_all(percent_encoded(text), "/", "%2F"); }

/// "owner/name", each fit for a URL.
bool is_repository(std::string_view text) {
  const size_t slash = text.find('/');
  return slash != std::string_view::npos && slash > 0 && slash + 1 < text.size() &&
         text.find('/', slash + 1) == std::string_view::npos && text.find("..") == std::string_view::npos &&
         encoded(text.substr(0, slash)).find('%') == std::string::npos &&
         encoded(text.substr(slash + 1)).find('%') == std::string::npos;
}

report::PullRequest event() {
  const std::string path = variable("GITHUB_EVENT_PATH");
  constexpr uint64_t kLargest = 64ULL << 20;
  return path.empty() ? report::PullRequest{} : report::read_event(read_file(path, kLargest).bytes);
}

Target github_target(const Options &options) {
  const report::PullRequest pull = event();
  Target target;
  target.api_url = first_of({options.api_url, variable("GITHUB_API_URL"), "https://api.github.com"});
  target.repository = first_of({options.repository, variable("GITHUB_REPOSITORY")});
  target.number = first_of({options.number, pull.number, number_in_ref(variable("GITHUB_REF"))});
  target.token = first_of({variable("DECODE_LEDGER_TOKEN"), variable("GITHUB_TOKEN")});
  if (target.number == pull.number)
    target.head = pull.head;
  return target;
}

Target gitlab_target(const Options &options) {
  Target target;
  target.api_url = first_of({options.api_url, variable("CI_API_V4_URL"), "https://gitlab.com/api/v4"});
  target.repository = first_of({options.repository, variable("CI_PROJECT_ID")});
  target.number = first_of({options.number, variable("CI_MERGE_REQUEST_IID")});
  target.token = first_of({variable("DECODE_LEDGER_TOKEN"), variable("GITLAB_TOKEN")});
  return target;
}

std::optional<Format> forge_of(const Options &options) {
  if (options.format == Format::GithubReview || options.format == Format::GitlabDiscussion)
    return options.format;
  if (environment_switch("GITHUB_ACTIONS"))
    return Format::GithubReview;
  if (environment_switch("GITLAB_CI"))
    return Format::GitlabDiscussion;
  return std::nullopt;
}

// ---- requests ----

class Api {
public:
  Api(const Target &target, std::vector<std::string> headers) : target_(target), headers_(std::move(headers)) {}

  /// Any answer of the server.
  Result<HttpAnswer> ask(const std::string &method, const std::string &path, const std::string &body = {}) const {
    HttpCall call{method, target_.api_url + path, headers_, body};
    if (!body.empty())
      call.headers.emplace_back("Content-Type: application/json");
    Result<HttpAnswer> answer = send_http(call);
    return answer ? answer : Result<HttpAnswer>(Failure{hidden(answer.message())});
  }

  /// A success; anything else is a failure.
  Result<HttpAnswer> get(const std::string &method, const std::string &path, const std::string &body = {}) const {
    Result<HttpAnswer> answer = ask(method, path, body);
    if (!answer || answer.value().status / 100 == 2)
      return answer;
    return why_not(method, path, answer.value());
  }

  Failure why_not(const std::string &method, const std::string &path, const HttpAnswer &answer) const {
    std::string words =
        fmt::format("{} {} was answered with {}", method, path.substr(0, path.find('?')), answer.status);
    if (const std::string said = report::read_api_message(answer.body); !said.empty())
      words += ": " + said;
    return {hidden(words + advice(answer))};
  }

  /// Every page of a list, each read by `read`.
  template <class Read> Result<std::vector<PostedComment>> all_pages(const std::string &path, Read read) const {
    std::vector<PostedComment> all;
    for (unsigned page = 1; page <= kMostPages; ++page) {
      Result<HttpAnswer> answer = get("GET", fmt::format("{}?per_page=100&page={}", path, page));
      if (!answer)
        return Failure{answer.message()};
      std::optional<std::vector<PostedComment>> comments = read(answer.value().body);
      if (!comments)
        return Failure{fmt::format("GET {} was answered with no list", path)};
      all.insert(all.end(), comments->begin(), comments->end());
      // The address that the server names is not gone to: it may be anywhere.
      if (answer.value().header("link").find("rel=\"next\"") == std::string_view::npos)
        break;
    }
    return all;
  }

  const Target &target() const { return target_; }

private:
  static std::string advice(const HttpAnswer &answer) {
    if (answer.status / 100 == 3)
      return "; redirects are not followed: was the repository renamed, is `--api-url` right?";
    if (const std::string_view wait = answer.header("retry-after"); !wait.empty())
      return fmt::format("; it asks to wait {} seconds", wait);
    if (answer.header("x-ratelimit-remaining") == "0" || answer.header("ratelimit-remaining") == "0")
      return "; the token's rate limit is used up";
    if (answer.status == 401)
      return "; the token is not accepted";
    if (answer.status == 403)
      return "; may the token write to pull requests (`permissions: pull-requests: write`, scope `api` of GitLab)?";
    if (answer.status >= 500)
      return "; run it again: what is posted already is not repeated";
    return {};
  }

  /// Whatever a server or curl says, the token is not told.
  std::string hidden(std::string text) const { return replace_all(std::move(text), target_.token, "[token]"); }

  Target target_;
  std::vector<std::string> headers_;
};

Result<bool> done(const Result<HttpAnswer> &answer) {
  return answer ? Result<bool>(true) : Result<bool>(Failure{answer.message()});
}

std::pair<std::vector<PostedComment>, std::vector<PostedComment>> split(std::vector<PostedComment> all) {
  std::vector<PostedComment> summaries, others;
  for (PostedComment &comment : all)
    (comment.marker == "summary" ? summaries : others).push_back(std::move(comment));
  return {std::move(others), std::move(summaries)};
}

/// `refusal` is the status by which the forge says that it takes no comment on that line.
template <class BodyOf>
Result<Outcome> post_one_by_one(Api &api, const std::string &path, const std::vector<Comment> &comments, int refusal,
                                BodyOf body_of) {
  Outcome outcome;
  for (const Comment &comment : comments) {
    Result<HttpAnswer> answer = api.ask("POST", path, body_of(comment));
    if (!answer)
      return Failure{answer.message()};
    if (answer.value().status == refusal)
      outcome.refused.push_back(comment.marker);
    else if (answer.value().status / 100 == 2)
      ++outcome.posted;
    else
      return api.why_not("POST", path, answer.value());
  }
  return outcome;
}

// ---- GitHub ----

class Github : public Forge {
public:
  explicit Github(const Target &target)
      : api_(target, {"Authorization: Bearer " + target.token, "Accept: application/vnd.github+json",
                      "X-GitHub-Api-Version: 2022-11-28", "User-Agent: decode-ledger"}),
        repository_("/repos/" + target.repository), pull_(fmt::format("{}/pulls/{}", repository_, target.number)),
        issue_(fmt::format("{}/issues/{}", repository_, target.number)) {}

  Result<std::string> head() override {
    if (const std::string &told = api_.target().head; !told.empty())
      return told;
    Result<HttpAnswer> answer = api_.get("GET", pull_);
    return answer ? Result<std::string>(report::read_pull_head(answer.value().body)) : Failure{answer.message()};
  }

  Result<Posted> list() override {
    Result<std::vector<PostedComment>> on_lines = api_.all_pages(pull_ + "/comments", report::read_github_comments);
    if (!on_lines)
      return Failure{on_lines.message()};
    Result<std::vector<PostedComment>> whole = api_.all_pages(issue_ + "/comments", report::read_github_comments);
    if (!whole)
      return Failure{whole.message()};
    return Posted{split(on_lines.value()).first, split(whole.value()).second};
  }

  /// One review, so that people are told once. Where a line of it is refused, each comment for itself.
  Result<Outcome> post(const std::string &commit, const std::vector<Comment> &comments) override {
    const std::string path = pull_ + "/reviews";
    const std::string words =
        fmt::format("decode-ledger has {} on the lines of this change.\n",
                    comments.size() == 1 ? "one comment" : fmt::format("{} comments", comments.size()));
    Result<HttpAnswer> answer = api_.ask("POST", path, report::github_review(commit, words, comments));
    if (!answer)
      return Failure{answer.message()};
    if (answer.value().status == kUnprocessable)
      return post_each(commit, comments);
    if (answer.value().status / 100 != 2)
      return api_.why_not("POST", path, answer.value());
    return Outcome{comments.size(), {}};
  }

  Result<bool> edit(const PostedComment &comment, const std::string &body, bool) override {
    return done(
        api_.get("PATCH", fmt::format("{}/pulls/comments/{}", repository_, comment.id), report::body_alone(body)));
  }
  Result<bool> post_summary(const std::string &body) override {
    return done(api_.get("POST", issue_ + "/comments", report::body_alone(body)));
  }
  Result<bool> edit_summary(const PostedComment &comment, const std::string &body) override {
    return done(
        api_.get("PATCH", fmt::format("{}/issues/comments/{}", repository_, comment.id), report::body_alone(body)));
  }

private:
  static constexpr int kUnprocessable = 422;

  Result<Outcome> post_each(const std::string &commit, const std::vector<Comment> &comments) {
    return post_one_by_one(api_, pull_ + "/comments", comments, kUnprocessable,
                           [&](const Comment &comment) { return report::github_comment(commit, comment); });
  }

  Api api_;
  std::string repository_, pull_, issue_;
};

// ---- GitLab ----

class Gitlab : public Forge {
public:
  explicit Gitlab(const Target &target)
      : api_(target, {"PRIVATE-TOKEN: " + target.token, "User-Agent: decode-ledger"}),
        request_(fmt::format("/projects/{}/merge_requests/{}", encoded(target.repository), target.number)) {}

  Result<std::string> head() override {
    Result<HttpAnswer> answer = api_.get("GET", request_);
    if (!answer)
      return Failure{answer.message()};
    std::optional<DiffCommits> commits = report::read_diff_refs(answer.value().body);
    if (!commits)
      return Failure{"the merge request has no diff yet: run it again"};
    commits_ = *commits;
    return commits_.head;
  }

  Result<Posted> list() override {
    Result<std::vector<PostedComment>> all = api_.all_pages(request_ + "/discussions", report::read_gitlab_discussions);
    if (!all)
      return Failure{all.message()};
    auto [on_lines, summaries] = split(all.value());
    return Posted{std::move(on_lines), std::move(summaries)};
  }

  Result<Outcome> post(const std::string &, const std::vector<Comment> &comments) override {
    constexpr int kBadRequest = 400;
    return post_one_by_one(api_, request_ + "/discussions", comments, kBadRequest,
                           [&](const Comment &comment) { return report::gitlab_discussion(commits_, comment); });
  }

  /// A discussion of a finding that is gone is resolved, one that comes back opened again.
  Result<bool> edit(const PostedComment &comment, const std::string &body, bool settled) override {
    const std::string discussion = fmt::format("{}/discussions/{}", request_, comment.discussion);
    if (comment.resolved != settled)
      if (Result<HttpAnswer> answer = api_.get("PUT", fmt::format("{}?resolved={}", discussion, settled)); !answer)
        return Failure{answer.message()};
    return done(api_.get("PUT", fmt::format("{}/notes/{}", discussion, comment.id), report::body_alone(body)));
  }
  Result<bool> post_summary(const std::string &body) override {
    return done(api_.get("POST", request_ + "/notes", report::body_alone(body)));
  }
  Result<bool> edit_summary(const PostedComment &comment, const std::string &body) override {
    return done(api_.get("PUT", fmt::format("{}/notes/{}", request_, comment.id), report::body_alone(body)));
  }

private:
  Api api_;
  std::string request_;
  DiffCommits commits_;
};

} // namespace

Result<Target> find_target(const Options &options) {
  const std::optional<Format> forge = forge_of(options);
  if (!forge)
    return Failure{"`--post` needs to know the forge: `--format github-review` or `--format gitlab-discussion`"};
  const bool is_github = *forge == Format::GithubReview;
  Target target = is_github ? github_target(options) : gitlab_target(options);
  target.forge = *forge;
  while (target.api_url.ends_with('/'))
    target.api_url.pop_back();
  if (!is_api_url(target.api_url))
    return Failure{
        fmt::format("`{}` is no address of an API: https:// is, and http:// of the loopback", target.api_url)};
  if (is_github ? !is_repository(target.repository) : target.repository.empty())
    return Failure{is_github ? "which repository? `--repository OWNER/NAME`, or GITHUB_REPOSITORY"
                             : "which project? `--repository ID`, or CI_PROJECT_ID"};
  if (!is_number(target.number))
    return Failure{is_github
                       ? "which pull request? `--number N`, or a workflow that runs `on: pull_request`"
                       : "which merge request? `--number N`, or CI_MERGE_REQUEST_IID of a merge request pipeline"};
  if (!is_token(target.token))
    return Failure{fmt::format("there is no usable token: set DECODE_LEDGER_TOKEN or {} in the environment",
                               is_github ? "GITHUB_TOKEN" : "GITLAB_TOKEN")};
  return target;
}

std::unique_ptr<Forge> connect(const Target &target) {
  if (target.forge == Format::GithubReview)
    return std::make_unique<Github>(target);
  return std::make_unique<Gitlab>(target);
}

} // namespace decode_ledger::driver
