#include "support/glob.h"

#include <optional>

namespace decode_ledger {

namespace {

constexpr std::string_view kAnyFolders = "**";

std::vector<std::string_view> split_path(std::string_view path) {
  std::vector<std::string_view> segments;
  while (!path.empty()) {
    const size_t slash = path.find('/');
    const std::string_view segment = path.substr(0, slash);
    if (!segment.empty() && segment != ".")
      segments.push_back(segment);
    path = slash == std::string_view::npos ? std::string_view{} : path.substr(slash + 1);
  }
  return segments;
}

/// What a class such as [a-z] or [!0-9] at the head of `pattern` says of `c`. None: the bracket is never closed, and so
/// is a plain character.
struct ClassMatch {
  bool matches;
  size_t size;
};
std::optional<ClassMatch> match_class(std::string_view pattern, char c) {
  size_t at = 1;
  const bool negated = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  at += negated;
  bool found = false;
  for (bool first = true; at < pattern.size() && (first || pattern[at] != ']'); first = false) {
    if (pattern[at] == '\\' && at + 1 < pattern.size())
      ++at;
    const char low = pattern[at++];
    char high = low;
    if (at + 1 < pattern.size() && pattern[at] == '-' && pattern[at + 1] != ']') {
      high = pattern[at + 1];
      at += 2;
    }
    const auto code = [](char x) { return static_cast<unsigned char>(x); };
    found |= code(low) <= code(c) && code(c) <= code(high);
  }
  if (at >= pattern.size())
    return std::nullopt;
  return ClassMatch{found != negated, at + 1};
}

/// Bytes of `pattern` that match the one character `c`; 0 when they do not match.
size_t match_one(std::string_view pattern, char c) {
  if (pattern.empty())
    return 0;
  if (pattern[0] == '?')
    return 1;
  if (pattern[0] == '[')
    if (const auto in_class = match_class(pattern, c))
      return in_class->matches ? in_class->size : 0;
  if (pattern[0] == '\\' && pattern.size() > 1)
    return pattern[1] == c ? 2 : 0;
  return pattern[0] == c ? 1 : 0;
}

/// One segment against one name. On a mismatch only the last `*` can take more, so one place to return to is enough.
bool segment_matches(std::string_view pattern, std::string_view name) {
  size_t p = 0, n = 0;
  std::optional<std::pair<size_t, size_t>> retry;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      retry = {++p, n};
    } else if (const size_t size = match_one(pattern.substr(p), name[n])) {
      p += size;
      ++n;
    } else if (retry) {
      p = retry->first;
      n = ++retry->second;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*')
    ++p;
  return p == pattern.size();
}

} // namespace

Glob::Glob(std::string_view pattern) {
  if (pattern.starts_with('!')) {
    negated_ = true;
    pattern.remove_prefix(1);
  }
  while (pattern.ends_with('/')) {
    folders_only_ = true;
    pattern.remove_suffix(1);
  }
  const bool anchored = pattern.find('/') != std::string_view::npos;
  for (const std::string_view segment : split_path(pattern))
    segments_.emplace_back(segment);
  if (!anchored && !segments_.empty())
    segments_.insert(segments_.begin(), std::string(kAnyFolders));
}

// The same walk as in segment_matches, a folder a step. The pattern may end before the path does: then it matches a
// folder on the way, and with it all that lies inside.
bool Glob::matches(std::string_view path) const {
  if (segments_.empty())
    return false;
  const std::vector<std::string_view> names = split_path(path);
  size_t s = 0, n = 0;
  std::optional<std::pair<size_t, size_t>> retry;
  while (true) {
    const bool is_folder = n < names.size();
    if (s == segments_.size() && n > 0 && (is_folder || !folders_only_))
      return true;
    if (n == names.size())
      return false;
    if (s < segments_.size() && segments_[s] == kAnyFolders) {
      // A trailing `**` matches what lies inside, which the path has at least one name of.
      if (++s == segments_.size())
        return true;
      retry = {s, n};
    } else if (s < segments_.size() && segment_matches(segments_[s], names[n])) {
      ++s;
      ++n;
    } else if (retry) {
      s = retry->first;
      n = ++retry->second;
    } else {
      return false;
    }
  }
}

GlobSet::GlobSet(const std::vector<std::string> &patterns) {
  for (const std::string &pattern : patterns)
    globs_.emplace_back(pattern);
}

bool GlobSet::matches(std::string_view path) const {
  for (auto glob = globs_.rbegin(); glob != globs_.rend(); ++glob)
    if (glob->matches(path))
      return !glob->is_negated();
  return false;
}

} // namespace decode_ledger
