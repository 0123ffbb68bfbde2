// What did a branch change? Asked of git: the merge base, and the lines of Python files and of the ledger since then.
//
//     change.merge_base             where HEAD left REV
//     change.files["src/a.py"]      the file's hunks, with three lines of context as a reviewer sees them
//
// Lines are git's: they end at \n alone. Files are named from the repository's top. A renamed file is one change.
//
// Tested by tests/review/run.py and tests/unit/driver/change_test.cc. Start reading at change_since().
#pragma once

#include "support/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::driver {

/// A line of a hunk that is there after the change.
struct HunkLine {
  uint32_t line = 0;     ///< 1-based
  uint32_t old_line = 0; ///< 0: the change added it
};

struct Hunk {
  uint32_t begin = 0, count = 0;         ///< lines after the change; with `count` 0 `begin` is the line before
  uint32_t old_begin = 0, old_count = 0; ///< and before it
  std::vector<HunkLine> lines;
};

struct FileChange {
  std::string path;     ///< after the change; empty: deleted
  std::string old_path; ///< before it; empty: added
  std::vector<Hunk> hunks;

  const HunkLine *shown_line(uint32_t line) const; ///< null: no hunk shows it
  bool is_added(uint32_t line) const;
  /// Where `line` was before the change; 0: nowhere, or git does not tell.
  uint32_t old_line(uint32_t line) const;
  /// Does one hunk show all of them?
  bool shows_together(uint32_t first, uint32_t last) const;
};

struct Change {
  std::string top;                                         ///< canonical folder of the work tree
  std::string head;                                        ///< commit
  std::string base;                                        ///< commit that REV names
  std::string merge_base;                                  ///< commit
  std::map<std::string, FileChange, std::less<>> files;    ///< by path after the change
  std::map<std::string, std::string, std::less<>> renamed; ///< path before → path after
  std::string merged; ///< HEAD's second parent: of a CI's merge the head that was merged; empty: HEAD is no merge
  std::set<std::string, std::less<>> merged_otherwise; ///< files that HEAD has otherwise than `merged`
  std::vector<std::string> submodules;                 ///< folders, from the top
  bool is_committed = true; ///< what is read of the work tree is HEAD's: no tracked Python file or ledger differs
};

/// `ledger`: its canonical path. Fails with whole lines for stderr that say what to do: no git, no repository, no such
/// REV, a clone too shallow for a merge base.
Result<Change> change_since(const std::string &rev, const std::string &ledger);

/// The hunks of a unified diff as git prints it, with `a/` and `b/` before the names.
std::vector<FileChange> parse_diff(std::string_view diff);

} // namespace decode_ledger::driver
