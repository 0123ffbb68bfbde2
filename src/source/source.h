// Which files make up the package, and what bytes are in them?
//
// discover() turns the paths of the command line and the ledger's [package] table into a SourceSet: every Python file,
// read once, in one order that depends on nothing but the relative paths. Later rooms never touch the disk.
//
//   roots      folders that hold top-level packages: `src/` where it exists, else the folder itself. `src/a/b.py` is
//              module `a.b`; folders without __init__.py are PEP 420 namespace packages; a script outside any package
//              is named by its path. A folder within that has a pyproject.toml, setup.py or setup.cfg of its own is a
//              root too, and so is the folder above the outermost package that a PATH lies in.
//   left out   what .gitignore excludes (asked of git itself), `exclude` globs, .venv, site-packages, node_modules,
//              build folders. These folders, notebooks, .pyx and files over the size limit are named in `passed_over`,
//              never dropped in silence. Folders behind symbolic links are not entered; a file is read once.
//   encodings  UTF-8 with or without BOM, PEP 263 cookies, latin-1. A file that is in none of them is a DL402 with the
//              byte where it fails. Offsets always count bytes of `text`, which is UTF-8 (converted where needed).
//
// Start reading at discover(). Tested by tests/unit/source/ and tests/cli/.
#pragma once

#include "support/result.h"
#include "support/source_range.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::source {

/// Byte offsets of line starts. Lines end at \n, \r\n or \r, as in Python; form feeds end none.
class LineTable {
public:
  explicit LineTable(std::string_view text);
  /// 1-based.
  uint32_t line(uint32_t offset) const;
  uint32_t num_lines() const { return static_cast<uint32_t>(starts_.size()); }
  /// Byte offsets [begin, end) of 1-based `line` without its line end. REQUIRES: 1 <= line <= num_lines().
  std::pair<uint32_t, uint32_t> line_range(uint32_t line) const;

private:
  std::vector<uint32_t> starts_;
  std::vector<uint32_t> ends_;
};

/// A place as people and formats see it: 1-based line, 1-based column in Unicode code points.
struct LineColumn {
  uint32_t line = 1;
  uint32_t column = 1;
  auto operator<=>(const LineColumn &) const = default;
};

enum class ReadState : uint8_t {
  Read,
  NotRead, ///< unreadable, no known encoding, too large, changed kind: `problem` says why (DL402)
};

struct SourceFile {
  std::string path;        ///< relative to SourceSet::base, `/` separators: what every output shows
  std::string disk_path;   ///< how to open it
  std::string module;      ///< dotted name from the package root; for a script outside any package its `path`. Unique:
                           ///< of two files with one name, the one that Python would not import has its `path` too
  bool is_package = false; ///< an __init__.py: `module` is the package itself
  bool is_test =
      false; ///< matches [package] tests, else: in a folder `test`/`tests`, or named test_*.py, *_test.py, conftest.py
  bool reported = true; ///< named by the command line's PATHs (all are when there are none): findings here are shown
  ReadState state = ReadState::Read;
  std::string problem;         ///< why it was not read; empty otherwise
  uint32_t problem_offset = 0; ///< byte where decoding failed
  std::string text;            ///< UTF-8 without BOM; empty when not read
  bool converted = false;      ///< a BOM was taken off, or another encoding made UTF-8: `text` is not what lies on disk
};

/// A file or folder that lies there but that this tool does not analyse (notebook, .pyx, left out by size, a virtual
/// environment): told at -v.
struct PassedOver {
  std::string path;
  std::string reason;
};

struct SourceSet {
  std::string base; ///< absolute folder that `path`s are relative to: the ledger's, else the analysed root
  std::vector<std::string> roots;      ///< relative to base; "." is base itself
  std::vector<SourceFile> files;       ///< sorted by path (bytes); FileId indexes it
  std::vector<PassedOver> passed_over; ///< sorted by path
  std::vector<std::string> notes;      ///< what the reader of stderr should know, such as that git could not be asked
  uint64_t num_bytes = 0;              ///< of all texts

  const SourceFile &file(FileId id) const { return files[id.value]; }
  std::string_view text(const SourceRange &r) const {
    return std::string_view(file(r.file).text).substr(r.begin, r.end - r.begin);
  }
};

class FileTree;

/// What an editor has not saved yet: a file that is read from these bytes, be it on the disk or not.
struct StandIn {
  std::string path; ///< one of DiscoverOptions::paths, as given
  std::string bytes;
};

struct DiscoverOptions {
  std::vector<std::string> paths;   ///< from the command line; empty means the whole package (or `.`)
  std::string ledger_folder;        ///< folder of the ledger, made the base; empty without a ledger
  std::vector<std::string> roots;   ///< [package] roots, relative to the base; empty: found
  std::vector<std::string> exclude; ///< globs, `**` crosses folders
  std::vector<std::string> tests;   ///< globs; empty: the built-in convention
  bool respect_gitignore = true;
  bool force_exclude = false; ///< apply `exclude` to files that the command line names, too
  std::string root;           ///< --root DIR of `graph`: what names are relative to; empty: found
  uint64_t max_file_bytes = 64ULL << 20;
  unsigned jobs = 0; ///< 0: one a core
  std::optional<StandIn> stand_in;
  const FileTree *tree =
      nullptr; ///< read a commit's files in place of the disk's. REQUIRES: no `paths`, a ledger_folder
};

/// Finds and reads the package. Fails (exit 2) for a path that is not there, a path that is no folder and no Python
/// file, and a set without any Python file; the message says which and what to do.
Result<SourceSet> discover(const DiscoverOptions &options);

/// Line tables are made on demand, for the few files that are shown.
LineColumn line_column(const SourceFile &file, const LineTable &lines, uint32_t offset);

} // namespace decode_ledger::source
