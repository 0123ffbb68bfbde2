#include "driver/post.h"

#include "driver/forge.h"
#include "driver/output.h"
#include "report/review_body.h"
#include "support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace decode_ledger::driver {
namespace {

using report::Comment;
using report::PostedComment;

/// What was done, for stderr.
struct Tally {
  size_t posted = 0, edited = 0, settled = 0, left = 0;
};

class Posting {
public:
  Posting(Forge &forge, const report::Analysis &analysis, const report::Review &review)
      : forge_(forge), analysis_(analysis), review_(review) {}

  std::optional<Failure> run(const Change &change) {
    if (std::optional<Failure> failure = choose_commit(change))
      return failure;
    Result<Posted> posted = forge_.list();
    if (!posted)
      return Failure{posted.message()};
    const report::Comments wanted = report::comments_of(analysis_, review_);
    if (std::optional<Failure> failure = edit_known(posted.value().on_lines, wanted.comments))
      return failure;
    std::vector<std::string> refused;
    if (std::optional<Failure> failure = post_missing(posted.value().on_lines, wanted.comments, refused))
      return failure;
    return bring_summary(posted.value().summaries, refused);
  }

  const Tally &tally() const { return tally_; }

private:
  /// The commit whose lines the comments count. Of the merge that a CI made only files count that the merge left alone:
  /// in others its lines are not those that a reviewer sees.
  std::optional<Failure> choose_commit(const Change &change) {
    Result<std::string> wanted = forge_.head();
    if (!wanted)
      return Failure{wanted.message()};
    commit_ = wanted.value();
    if (commit_ == change.head)
      return std::nullopt;
    if (commit_.empty() || commit_ != change.merged)
      return Failure{fmt::format("the checkout is at {}, and the head of the request is {}: lines would not fit (check "
                                 "out the head, or the forge's merge of it)",
                                 change.head.substr(0, 12), commit_.substr(0, 12))};
    for (report::ReviewFinding &found : review_.findings)
      if (found.at && change.merged_otherwise.contains(found.at->path))
        found.at.reset();
    return std::nullopt;
  }

  /// Comments whose findings are still there get the words of today, the others are told settled.
  std::optional<Failure> edit_known(const std::vector<PostedComment> &posted, const std::vector<Comment> &wanted) {
    for (const PostedComment &comment : posted) {
      const auto found = std::ranges::find(wanted, comment.marker, &Comment::marker);
      const bool settled = found == wanted.end();
      // One that has no room among the comments is not gone.
      if (settled &&
          std::ranges::find(review_.findings, comment.marker, &report::ReviewFinding::marker) != review_.findings.end())
        continue;
      const std::string body = settled ? report::settled_body(comment.marker) : found->body;
      if (is_same(comment.body, body) && !(comment.resolved && !settled)) {
        tally_.left += !settled;
        continue;
      }
      Result<bool> edited = forge_.edit(comment, body, settled);
      if (!edited)
        return Failure{edited.message()};
      ++(settled ? tally_.settled : tally_.edited);
    }
    return std::nullopt;
  }

  std::optional<Failure> post_missing(const std::vector<PostedComment> &posted, const std::vector<Comment> &wanted,
                                      std::vector<std::string> &refused) {
    std::vector<Comment> missing;
    std::ranges::copy_if(wanted, std::back_inserter(missing), [&](const Comment &comment) {
      return std::ranges::find(posted, comment.marker, &PostedComment::marker) == posted.end();
    });
    if (missing.empty())
      return std::nullopt;
    Result<Outcome> outcome = forge_.post(commit_, missing);
    if (!outcome)
      return Failure{outcome.message()};
    tally_.posted = outcome.value().posted;
    refused = outcome.value().refused;
    return std::nullopt;
  }

  /// Nobody is told of notes alone. A summary that is there is kept true.
  std::optional<Failure> bring_summary(const std::vector<PostedComment> &there,
                                       const std::vector<std::string> &refused) {
    report::Review told = review_;
    for (report::ReviewFinding &found : told.findings)
      if (std::ranges::find(refused, found.marker) != refused.end())
        found.at.reset();
    const std::string body = report::summary_body(analysis_, told);
    const bool is_news = std::ranges::any_of(told.findings, [](const report::ReviewFinding &found) {
      return found.finding.level >= diagnostics::Level::Warning;
    });
    if (there.empty() && !is_news)
      return std::nullopt;
    if (!there.empty() && is_same(there.front().body, body))
      return std::nullopt;
    Result<bool> done = there.empty() ? forge_.post_summary(body) : forge_.edit_summary(there.front(), body);
    return done ? std::nullopt : std::optional(Failure{done.message()});
  }

  /// Forges keep line ends as they like, and trim.
  static bool is_same(std::string_view a, std::string_view b) { return trimmed(a) == trimmed(b); }
  static std::string trimmed(std::string_view text) {
    std::string out(text);
    std::erase(out, '\r');
    out.erase(out.find_last_not_of(" \n") + 1);
    return out;
  }

  Forge &forge_;
  const report::Analysis &analysis_;
  report::Review review_; ///< its own: what the forge cannot show loses its place
  std::string commit_;
  Tally tally_;
};

} // namespace

std::string why_not_post(const Options &options) {
  if (!options.post)
    return {};
  Result<Target> target = find_target(options);
  return target ? "" : fmt::format("error: {}\n", escape_for_terminal(target.message()));
}

bool post_review(const Options &options, const Change &change, const report::Analysis &analysis,
                 const report::Review &review) {
  Result<Target> target = find_target(options);
  if (!target || !change.is_committed) {
    error(!target ? escape_for_terminal(target.message())
                  : "the work tree is not what HEAD has, so lines would not fit: commit, or check out anew");
    return false;
  }
  std::unique_ptr<Forge> forge = connect(target.value());
  Posting posting(*forge, analysis, review);
  std::optional<Failure> failure = posting.run(change);
  const Tally &tally = posting.tally();
  if (failure) {
    error(fmt::format("the review is not posted, or in part: {}", escape_for_terminal(failure->message)));
    return false;
  }
  note(options, fmt::format("{} posted, {} edited, {} settled, {} left as they are", tally.posted, tally.edited,
                            tally.settled, tally.left));
  return true;
}

} // namespace decode_ledger::driver
