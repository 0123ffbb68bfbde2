// The disk: reading files whole, listing folders, writing so that a reader sees the old file or the new one.
//
// Paths are bytes with `/` separators; nothing is assumed of their case or encoding.
#pragma once

#include "support/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger {

/// The value of a Result that has nothing to say but that it went well.
struct Done {};

// Paths.

enum class PathKind : uint8_t { Missing, File, Folder, Other };

/// What lies at `path`, links followed. Missing also when it cannot be looked at.
PathKind path_kind(const std::string &path);
/// The same without following a link at its end: Other for a link.
PathKind path_kind_itself(const std::string &path);
/// Absolute, without links, `.` and `..`. Fails when something on the way is not there.
Result<std::string> canonical_path(const std::string &path);
/// `path`'s folder made canonical, its last part kept: a link that is named stays that link.
Result<std::string> canonical_location(const std::string &path);
std::string working_folder();
/// The part before the last `/` ("/" for "/x", "." for "x"), and the part behind it.
std::string parent_folder(std::string_view path);
std::string_view file_name(std::string_view path);
/// `folder`/`name`, without a second slash; where one is empty, the other.
std::string join_path(std::string_view folder, std::string_view name);
/// Is `path` `folder` or below it? REQUIRES: both are canonical.
bool is_at_or_below(std::string_view path, std::string_view folder);
/// `path` seen from `folder`, with `..` where needed; "." for the folder itself. REQUIRES: both are canonical.
std::string relative_path(std::string_view path, std::string_view folder);

// Folders.

struct FolderEntry {
  enum class Kind : uint8_t { File, Folder, Link, Other };
  std::string name;
  Kind kind = Kind::Other; ///< a link is not followed; Other: FIFO, socket, device
};

/// The entries of a folder but `.` and `..`, sorted by name (bytes).
Result<std::vector<FolderEntry>> list_folder(const std::string &path);
/// Makes the folder and those above it, like mkdir -p.
Result<Done> make_folders(const std::string &path);

// Reading.

/// What tells that two paths lead to one file.
struct FileIdentity {
  uint64_t device = 0, inode = 0;
  bool through_link = false; ///< the path's last part is a symbolic link
  bool hard_linked = false;  ///< the file has several names
};

struct FileContents {
  enum class State : uint8_t {
    Read,
    Missing, ///< nothing there, or a link that leads nowhere
    Folder,
    NotRegular, ///< FIFO, socket, device: not opened
    TooLarge,
    Changed, ///< written to while it was read, twice
    Failed,  ///< `problem` has the system's words
  };
  State state = State::Missing;
  std::string bytes;   ///< empty unless Read
  std::string problem; ///< why not, "permission denied"; empty when Read
  uint64_t size = 0;   ///< as the system told it
  FileIdentity identity;
};

/// Reads a whole regular file. It never waits on anything but the disk, and never returns half a file: one that changes
/// meanwhile is read once more, and then told as Changed. A file that only claims to be empty (/proc) is read too.
FileContents read_file(const std::string &path, uint64_t max_bytes = UINT64_MAX);

/// All of stdin, to its end. Failed when it cannot be read.
FileContents read_standard_input(uint64_t max_bytes = UINT64_MAX);

// Writing.

struct WriteOptions {
  std::string within;  ///< canonical folder that a link at `path` may not lead out of; empty: anywhere
  bool durable = true; ///< fsync: survives a loss of power. The cache can do without.
};

/// Replaces a file's contents as one step: a temporary file in the same folder, flushed, renamed. A kill at any point,
/// or a full disk, leaves the old file. Mode and owner are kept where the system lets us; a link is followed and stays.
/// What is no regular file (/dev/stdout, a FIFO) is written to directly.
Result<Done> write_file_atomically(const std::string &path, std::string_view bytes, const WriteOptions &options = {});

/// Adds `bytes` at the end of a file that others add to as well; it is made when it is not there.
Result<Done> append_to_file(const std::string &path, std::string_view bytes);

/// Deletes the temporary files that killed writes of `path` left beside it. REQUIRES: nobody else writes it now.
void remove_temporaries(const std::string &path);

/// Deletes a file; one that is not there is as good.
Result<Done> remove_file(const std::string &path);

/// Holds a lock on a file until it goes: for two hooks that want to edit one ledger. It is the file itself that is
/// locked, so nothing is left behind, whatever ends the program; a file that was replaced meanwhile, as
/// write_file_atomically() does, is locked anew.
class FileLock {
public:
  /// Waits for up to `patience_seconds`, then fails. The file must be there.
  static Result<FileLock> acquire(const std::string &path, double patience_seconds);
  ~FileLock();
  FileLock(FileLock &&other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  FileLock &operator=(FileLock &&) = delete;

private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

} // namespace decode_ledger
