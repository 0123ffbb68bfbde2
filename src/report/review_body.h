// The bodies of comments, as Markdown.
#pragma once

#include "report/places.h"
#include "report/review.h"

namespace decode_ledger::report {

/// What a forge takes for one comment: GitHub's limit, in characters.
inline constexpr size_t kMostBody = 65536;
/// Comments of one review; the summary says how many more there are. People read no more of them either.
inline constexpr size_t kMostComments = 50;

inline constexpr std::string_view kSummaryMarker = "summary";

/// The last line of a comment.
std::string marker_line(std::string_view marker);
/// The marker of a comment of ours. Empty: it has none.
std::string_view marker_in(std::string_view body);

/// One finding: sentence, chain, what to do, marker.
std::string comment_body(const Analysis &analysis, const Review &review, const ReviewFinding &found);
/// The finding of that marker is gone.
std::string settled_body(std::string_view marker);
/// What the review comes to, the findings that have no line of the change, and those that the cap leaves out.
std::string summary_body(const Analysis &analysis, const Review &review);
/// "2 new findings (1 error), 1 touched, 3 settled".
std::string review_counts(const Review &review);

/// The findings that get a comment, the gravest first among those that the cap keeps, then in the order of the review.
std::vector<const ReviewFinding *> commented(const Review &review);

} // namespace decode_ledger::report
