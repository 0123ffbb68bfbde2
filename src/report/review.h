// The findings that a change brought or touched, as a reviewer reads them.
//
// The driver has decided which findings these are and on which line of the change each is told (driver/review.h); here
// they become text, JSON, Markdown and the bodies that GitHub, GitLab and reviewdog take.
//
// Each comment ends with a hidden marker, `<!-- decode-ledger:DL302:3f9a… -->`, by which a second run finds it again.
// Names, messages and source text come from the package under review: in Markdown whatever is no plain word stands in a
// code span, where nobody is pinged, nothing becomes a link and no markup works (markdown_text.h).
//
// Tested by tests/review/run.py and tests/unit/report/review_test.cc. Start reading at comment_body().
#pragma once

#include "report/report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::report {

enum class Standing : uint8_t {
  New,     ///< the base does not have it
  Touched, ///< the base has it, and its place or one of its chain is a line that the change added
};

/// Lines of the change that a comment stands on. Paths are from the repository's top.
struct CommentPlace {
  std::string path;
  std::string old_path;    ///< before the change; `path` where that is the same, or the file is new
  uint32_t first_line = 0; ///< 1-based, as git counts
  uint32_t line = 0;       ///< last; where a one-line comment stands
  uint32_t old_line = 0;   ///< where `line` was before the change; 0: the change added it
  bool is_primary = true;  ///< false: the finding's own place is outside the change, and this is one of its chain
};

struct ReviewFinding {
  diagnostics::Diagnostic finding;
  Standing standing{};
  std::optional<CommentPlace> at; ///< none: nothing of it lies on the change, so the summary tells it
  std::string marker; ///< "DL302:3f9a…:1b2c…", unique in the review, the same as long as the finding lives
};

/// A finding of the base that the change settled.
struct SettledFinding {
  diagnostics::Rule rule{};
  std::string subject; ///< may be empty
  std::string place;   ///< "src/a.py:12" at the base
};

struct Review {
  std::string base_named;                                    ///< REV as it was given
  std::string base, merge_base, head;                        ///< commits
  std::string ledger_shown, ledger_text, from_top;           ///< as in Findings
  std::vector<ReviewFinding> findings;                       ///< in the order of check's findings
  std::vector<SettledFinding> settled;                       ///< by place at the base
  std::vector<std::pair<diagnostics::Rule, size_t>> ignored; ///< as in Findings
};

size_t count(const Review &review, Standing standing);
size_t count(const Review &review, Standing standing, diagnostics::Level level);

/// REQUIRES: `review` has the format (driver/words.h).
std::string review_in(Format format, const Analysis &analysis, const Review &review, const Style &style);
std::string review_text(const Analysis &analysis, const Review &review, const Style &style);
std::string review_json(const Analysis &analysis, const Review &review);
std::string review_markdown(const Analysis &analysis, const Review &review);

} // namespace decode_ledger::report
