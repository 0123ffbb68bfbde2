// The forms that a result is given in, by the names of --format.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace decode_ledger::report {

enum class Format : uint8_t {
  Text,
  Json,
  Jsonl,      ///< JSON, a result a line
  Sarif,      ///< SARIF 2.1.0, as GitHub's code scanning takes it
  Github,     ///< workflow commands: annotations of a GitHub Actions run
  Gitlab,     ///< GitLab's code quality report
  Rdjson,     ///< reviewdog's diagnostics
  Junit,      ///< JUnit XML
  Checkstyle, ///< Checkstyle XML
  Markdown,
  Csv,  ///< RFC 4180
  Html, ///< one page that needs nothing else
  Dot,  ///< Graphviz
  Svg,
  GithubReview,     ///< the body of a pull request's review
  GitlabDiscussion, ///< the bodies of a merge request's discussions
};

/// "text", "json".
std::string_view format_name(Format format);
std::optional<Format> find_format(std::string_view name);

} // namespace decode_ledger::report
