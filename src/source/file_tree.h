// The files of a commit, read from git's objects: nothing is checked out and nothing is written.
//
// A tree answers for paths as the disk would if the commit lay in the repository's folder, so that discover() decides
// roots, excludes and module names by the same code. What is tracked is there, whatever .gitignore says. Symbolic links
// and submodules are no files of a commit: they are passed over, and told.
//
// Bytes are those of the objects: line ends and encodings are as they are stored, no filter runs.
#pragma once

#include "source/source.h"
#include "support/files.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::source {

class FileTree {
public:
  /// The tree of `commit` in the repository whose work tree is `top`, a canonical folder. Bytes are read of Python
  /// files, of what describes a project (pyproject.toml, setup.cfg) and of `more`, paths below `top`. Fails when git
  /// does not have an object, as in a partial clone.
  static Result<FileTree> of_commit(const std::string &top, const std::string &commit,
                                    const std::vector<std::string> &more);

  const std::string &top() const { return top_; }

  /// The same questions as of the disk (support/files.h). Paths are absolute; `.` and `..` in them are worked out by
  /// spelling, since no link lies on the way.
  PathKind kind(const std::string &path) const;
  Result<std::string> canonical(const std::string &path) const;
  FileContents read(const std::string &path, uint64_t max_bytes) const;

  /// Files below `folder`, relative to it, sorted.
  std::vector<std::string> files_below(const std::string &folder) const;
  /// Links and submodules below `folder`, relative to it, sorted.
  std::vector<PassedOver> passed_over_below(const std::string &folder) const;

private:
  struct File {
    std::string object;
    std::string bytes;
    bool has_bytes = false;
    uint64_t number = 0; ///< among those with bytes
  };

  void add(std::string_view mode, std::string_view object, std::string path);
  std::optional<Failure> load(const std::vector<std::string> &more);
  std::string below_top(const std::string &path) const;

  std::string top_;
  std::map<std::string, File> files_;         // by path relative to `top_`
  std::map<std::string, std::string> others_; // links and submodules, with what they are
  std::set<std::string> folders_;
};

} // namespace decode_ledger::source
