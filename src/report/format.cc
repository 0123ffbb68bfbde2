#include "report/format.h"

#include <algorithm>
#include <array>
#include <utility>

namespace decode_ledger::report {
namespace {

/// In the order of the enumerators.
constexpr std::array<std::pair<Format, std::string_view>, 16> kNames = {{
    {Format::Text, "text"},
    {Format::Json, "json"},
    {Format::Jsonl, "jsonl"},
    {Format::Sarif, "sarif"},
    {Format::Github, "github"},
    {Format::Gitlab, "gitlab"},
    {Format::Rdjson, "rdjson"},
    {Format::Junit, "junit"},
    {Format::Checkstyle, "checkstyle"},
    {Format::Markdown, "markdown"},
    {Format::Csv, "csv"},
    {Format::Html, "html"},
    {Format::Dot, "dot"},
    {Format::Svg, "svg"},
    {Format::GithubReview, "github-review"},
    {Format::GitlabDiscussion, "gitlab-discussion"},
}};

} // namespace

std::string_view format_name(Format format) { return kNames[static_cast<size_t>(format)].second; }

std::optional<Format> find_format(std::string_view name) {
  const auto *found = std::ranges::find(kNames, name, &std::pair<Format, std::string_view>::second);
  return found == kNames.end() ? std::nullopt : std::optional(found->first);
}

} // namespace decode_ledger::report
