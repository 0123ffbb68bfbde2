// The forms of a result that other programs and pages take, one function each; docs/formats.md tells who reads which.
// text, JSON and pictures are in report.h.
#pragma once

#include "report/told.h"

namespace decode_ledger::report {

/// What a comment on GitHub holds, less some room for a line of the reader's own.
inline constexpr size_t kMostOfComment = 65'000;

/// reviewdog.
std::string findings_rdjson(const Analysis &analysis, const Findings &findings);

/// SARIF 2.1.0: GitHub's code scanning and other viewers.
std::string findings_sarif(const Analysis &analysis, const Findings &findings);

/// Workflow commands of GitHub Actions, the most important first, and the summary line unless `quiet`.
std::string findings_github(const Analysis &analysis, const Findings &findings, bool quiet);

/// GitLab's code quality report.
std::string findings_gitlab(const Analysis &analysis, const Findings &findings);

/// A value a line.
std::string findings_jsonl(const Analysis &analysis, const Findings &findings);
std::string inventory_jsonl(const Analysis &analysis, bool all);
std::string traces_jsonl(const Analysis &analysis, const std::vector<SiteId> &sites);

/// The test view of a CI server: a test case a site and a rule.
std::string findings_junit(const Analysis &analysis, const Findings &findings);

std::string findings_checkstyle(const Analysis &analysis, const Findings &findings);

/// RFC 4180, safe to open in a spreadsheet.
std::string findings_csv(const Analysis &analysis, const Findings &findings);
std::string inventory_csv(const Analysis &analysis, bool all);

/// A heading with the counts, a table, and a fold with the code for each finding, the most important first; what does
/// not fit into `most_bytes` is counted in the last line.
std::string findings_markdown(const Analysis &analysis, const Findings &findings, size_t most_bytes);
/// One finding: the sentence, its code with carets, the chain and what to do.
std::string finding_markdown(const diagnostics::Diagnostic &finding, ToldPlaces &places);
std::string inventory_markdown(const Analysis &analysis, bool all);

/// One page that opens offline: numbers, a table to search, and of each site the evidence and the way of its fault.
std::string inventory_html(const Analysis &analysis, bool all);

} // namespace decode_ledger::report
