// Globs over relative paths with `/` separators, as .gitignore reads them.
//
//     *.py            any file of that ending, at any depth (no slash: the name alone counts)
//     vendored        a file or folder of that name at any depth, and all that lies in it
//     /conf.py        at the base alone
//     src/gen/*.py    anchored at the base, because a slash stands in it; `*` and `?` cross no slash
//     src/gen/**      all below src/gen
//     **/test_*.py    at any depth
//     build/          a folder alone
//     !src/gen/a.py   (in a set) takes back what an earlier glob matched
//
// Classes [a-z], [!a-z] and \ before a special character work. Case counts. Matching takes no more than the product of
// the lengths: no glob is slow.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger {

class Glob {
public:
  explicit Glob(std::string_view pattern);
  /// Does it match `path`, the path of a file, or a folder on the way to it?
  bool matches(std::string_view path) const;
  bool is_negated() const { return negated_; }

private:
  std::vector<std::string> segments_; // "**" crosses folders
  bool negated_ = false;
  bool folders_only_ = false;
};

class GlobSet {
public:
  GlobSet() = default;
  explicit GlobSet(const std::vector<std::string> &patterns);
  /// The last glob that matches decides: no if it is negated. False when none matches.
  bool matches(std::string_view path) const;
  bool empty() const { return globs_.empty(); }

private:
  std::vector<Glob> globs_;
};

} // namespace decode_ledger
