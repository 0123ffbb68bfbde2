// GitHub or GitLab, as a review needs them.
#pragma once

#include "driver/options.h"
#include "report/forge.h"
#include "support/http.h"
#include "support/result.h"

#include <memory>
#include <string>
#include <vector>

namespace decode_ledger::driver {

/// Where a review goes, from the flags, else from the CI's environment.
struct Target {
  report::Format forge{}; ///< GithubReview or GitlabDiscussion
  std::string api_url;    ///< without a slash at the end
  std::string repository; ///< "owner/name"; of GitLab the project's number or path
  std::string number;     ///< of the pull or merge request
  std::string head;       ///< its head commit; empty: the CI does not tell
  std::string token;      ///< never shown
};
/// Fails with a sentence that says which flag or variable is missing.
Result<Target> find_target(const Options &options);

/// What is there, ours alone.
struct Posted {
  std::vector<report::PostedComment> on_lines;
  std::vector<report::PostedComment> summaries;
};

/// What became of comments that were to be posted.
struct Outcome {
  size_t posted = 0;
  std::vector<std::string> refused; ///< markers of those for whose line the forge takes no comment
};

class Forge {
public:
  virtual ~Forge() = default;
  /// The commit whose lines the pull or merge request shows; asked before anything is sent.
  virtual Result<std::string> head() = 0;
  virtual Result<Posted> list() = 0;
  virtual Result<Outcome> post(const std::string &commit, const std::vector<report::Comment> &comments) = 0;
  virtual Result<bool> edit(const report::PostedComment &comment, const std::string &body, bool settled) = 0;
  virtual Result<bool> post_summary(const std::string &body) = 0;
  virtual Result<bool> edit_summary(const report::PostedComment &comment, const std::string &body) = 0;
};
std::unique_ptr<Forge> connect(const Target &target);

} // namespace decode_ledger::driver
