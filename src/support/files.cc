#include "support/files.h"

#include "support/clock.h"
#include "support/system_error.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace decode_ledger {

namespace {

/// An open file, closed when it goes.
class Descriptor {
public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0)
      ::close(fd_);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  int fd() const { return fd_; }
  bool ok() const { return fd_ >= 0; }
  /// Hands the open file over: whoever takes it closes it.
  int release() { return std::exchange(fd_, -1); }
  /// Closing tells of write errors that the system has kept until then (NFS, quotas). 0, or the errno.
  int close_now() {
    const int result = ::close(fd_);
    fd_ = -1;
    return result == 0 ? 0 : errno;
  }

private:
  int fd_;
};

PathKind kind_of_mode(mode_t mode) {
  return S_ISREG(mode) ? PathKind::File : S_ISDIR(mode) ? PathKind::Folder : PathKind::Other;
}

Failure failure(std::string_view what, const std::string &path, int error) {
  return {fmt::format("cannot {} `{}`: {}", what, path, system_error_text(error))};
}

} // namespace

// Paths.

PathKind path_kind(const std::string &path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? kind_of_mode(status.st_mode) : PathKind::Missing;
}

PathKind path_kind_itself(const std::string &path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0 ? kind_of_mode(status.st_mode) : PathKind::Missing;
}

Result<std::string> canonical_path(const std::string &path) {
  const std::unique_ptr<char, decltype(&std::free)> resolved(realpath(path.c_str(), nullptr), &std::free);
  if (!resolved)
    return failure("find", path, errno);
  return std::string(resolved.get());
}

Result<std::string> canonical_location(const std::string &path) {
  const std::string_view name = file_name(path);
  if (name.empty() || name == "." || name == "..")
    return canonical_path(path);
  Result<std::string> folder = canonical_path(parent_folder(path));
  if (!folder)
    return folder;
  return join_path(folder.value(), name);
}

std::string working_folder() {
  const std::unique_ptr<char, decltype(&std::free)> folder(realpath(".", nullptr), &std::free);
  return folder ? std::string(folder.get()) : std::string(".");
}

std::string parent_folder(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos)
    return ".";
  return std::string(path.substr(0, std::max<size_t>(slash, 1)));
}

std::string_view file_name(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string join_path(std::string_view folder, std::string_view name) {
  if (folder.empty() || name.empty())
    return std::string(folder.empty() ? name : folder);
  return fmt::format("{}{}{}", folder, folder.ends_with('/') ? "" : "/", name);
}

bool is_at_or_below(std::string_view path, std::string_view folder) {
  if (folder == "/")
    return path.starts_with('/');
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

std::string relative_path(std::string_view path, std::string_view folder) {
  std::string up;
  std::string ancestor(folder);
  while (!is_at_or_below(path, ancestor)) {
    up += up.empty() ? ".." : "/..";
    ancestor = parent_folder(ancestor);
  }
  std::string_view down = path.substr(std::min(path.size(), ancestor.size()));
  if (down.starts_with('/'))
    down.remove_prefix(1);
  if (up.empty())
    return down.empty() ? "." : std::string(down);
  return down.empty() ? up : join_path(up, down);
}

// Folders.

namespace {

FolderEntry::Kind entry_kind(int folder, const dirent &entry) {
  switch (entry.d_type) {
  case DT_REG:
    return FolderEntry::Kind::File;
  case DT_DIR:
    return FolderEntry::Kind::Folder;
  case DT_LNK:
    return FolderEntry::Kind::Link;
  case DT_UNKNOWN: {
    // Some file systems do not say.
    struct stat status {};
    if (fstatat(folder, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
      return FolderEntry::Kind::Other;
    return S_ISREG(status.st_mode)   ? FolderEntry::Kind::File
           : S_ISDIR(status.st_mode) ? FolderEntry::Kind::Folder
           : S_ISLNK(status.st_mode) ? FolderEntry::Kind::Link
                                     : FolderEntry::Kind::Other;
  }
  default:
    return FolderEntry::Kind::Other;
  }
}

} // namespace

Result<std::vector<FolderEntry>> list_folder(const std::string &path) {
  const std::unique_ptr<DIR, int (*)(DIR *)> folder(opendir(path.c_str()), &closedir);
  if (!folder)
    return failure("list", path, errno);
  std::vector<FolderEntry> entries;
  errno = 0;
  while (const dirent *entry = readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..")
      entries.push_back({std::string(name), entry_kind(dirfd(folder.get()), *entry)});
    errno = 0;
  }
  if (errno != 0)
    return failure("list", path, errno);
  std::sort(entries.begin(), entries.end(), [](const FolderEntry &a, const FolderEntry &b) { return a.name < b.name; });
  return entries;
}

Result<Done> make_folders(const std::string &path) {
  for (size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
    mkdir(path.substr(0, slash).c_str(), 0777);
  if (mkdir(path.c_str(), 0777) != 0 && path_kind(path) != PathKind::Folder)
    return failure("make the folder", path, errno);
  return Done{};
}

// Reading.

namespace {

/// 0, or the errno. `size_hint` is the size that the system told; the file may have another.
int read_to_end(int fd, uint64_t size_hint, uint64_t max_bytes, std::string &bytes) {
  constexpr size_t kFirstGuess = 4096; // for files of /proc, which say that they are empty
  bytes.resize(size_hint > 0 ? static_cast<size_t>(size_hint) + 1 : kFirstGuess);
  size_t length = 0;
  while (true) {
    if (length == bytes.size())
      bytes.resize(bytes.size() * 2);
    const ssize_t size = read(fd, bytes.data() + length, bytes.size() - length);
    if (size < 0 && errno == EINTR)
      continue;
    if (size < 0)
      return errno;
    length += static_cast<size_t>(size);
    // One byte more than the told size was asked for: when just that size came, this was the end.
    if (size == 0 || (size_hint > 0 && length == size_hint))
      break;
    if (length > max_bytes)
      return EFBIG;
  }
  bytes.resize(length);
  return 0;
}

#ifdef __APPLE__
const timespec &modified(const struct stat &status) { return status.st_mtimespec; }
#else
const timespec &modified(const struct stat &status) { return status.st_mtim; }
#endif

bool same_version(const struct stat &a, const struct stat &b) {
  return a.st_size == b.st_size && modified(a).tv_sec == modified(b).tv_sec &&
         modified(a).tv_nsec == modified(b).tv_nsec;
}

FileContents::State state_of_error(int error) {
  return error == ENOENT || error == ENOTDIR ? FileContents::State::Missing : FileContents::State::Failed;
}

FileContents not_read(FileContents::State state, std::string problem) {
  FileContents contents;
  contents.state = state;
  contents.problem = std::move(problem);
  return contents;
}

FileContents failed_read(int error) { return not_read(state_of_error(error), system_error_text(error)); }

FileContents too_large(uint64_t size, uint64_t max_bytes) {
  FileContents contents =
      not_read(FileContents::State::TooLarge, max_bytes >= 1U << 20 ? fmt::format("larger than {} MiB", max_bytes >> 20)
                                                                    : fmt::format("larger than {} bytes", max_bytes));
  contents.size = size;
  return contents;
}

/// The kinds that are never opened: opening a device can do something, opening a FIFO can wait.
std::optional<FileContents> refuse_kind(const struct stat &status) {
  if (S_ISDIR(status.st_mode))
    return not_read(FileContents::State::Folder, "is a folder");
  if (!S_ISREG(status.st_mode))
    return not_read(FileContents::State::NotRegular, "not a regular file");
  return std::nullopt;
}

/// One attempt. Changed when the file was another one at the end than at the start.
FileContents read_once(const std::string &path, uint64_t max_bytes) {
  // O_NONBLOCK: should a FIFO have taken the file's place since it was looked at, opening it does not wait.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat before {};
  if (!file.ok() || fstat(file.fd(), &before) != 0)
    return failed_read(errno);
  if (auto refused = refuse_kind(before))
    return std::move(*refused);
  const uint64_t size = static_cast<uint64_t>(before.st_size);
  if (size > max_bytes)
    return too_large(size, max_bytes);

  FileContents contents;
  const int error = read_to_end(file.fd(), size, max_bytes, contents.bytes);
  if (error == EFBIG)
    return too_large(contents.bytes.size(), max_bytes);
  if (error != 0)
    return failed_read(error);
  struct stat after {};
  if (fstat(file.fd(), &after) != 0)
    return failed_read(errno);
  const bool whole = size == 0 || contents.bytes.size() == size;
  if (!whole || !same_version(before, after))
    return not_read(FileContents::State::Changed, "changed while it was read");
  contents.state = FileContents::State::Read;
  contents.size = contents.bytes.size();
  contents.identity = {static_cast<uint64_t>(before.st_dev), static_cast<uint64_t>(before.st_ino), false,
                       before.st_nlink > 1};
  return contents;
}

} // namespace

FileContents read_file(const std::string &path, uint64_t max_bytes) {
  struct stat itself {};
  if (lstat(path.c_str(), &itself) != 0)
    return failed_read(errno);
  const bool is_link = S_ISLNK(itself.st_mode);
  struct stat target = itself;
  if (is_link && stat(path.c_str(), &target) != 0)
    return failed_read(errno);
  if (auto refused = refuse_kind(target))
    return std::move(*refused);
  FileContents contents = read_once(path, max_bytes);
  if (contents.state == FileContents::State::Changed)
    contents = read_once(path, max_bytes);
  contents.identity.through_link = is_link;
  return contents;
}

FileContents read_standard_input(uint64_t max_bytes) {
  FileContents contents;
  const int error = read_to_end(STDIN_FILENO, 0, max_bytes, contents.bytes);
  if (error == EFBIG)
    return too_large(contents.bytes.size(), max_bytes);
  if (error != 0)
    return not_read(FileContents::State::Failed, system_error_text(error));
  contents.state = FileContents::State::Read;
  contents.size = contents.bytes.size();
  return contents;
}

// Writing.

namespace {

/// 0, or the errno.
int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = write(fd, bytes.data(), bytes.size());
    if (size < 0 && errno == EINTR)
      continue;
    if (size < 0)
      return errno;
    bytes.remove_prefix(static_cast<size_t>(size));
  }
  return 0;
}

int flush(int fd) {
#ifdef F_FULLFSYNC
  // On macOS fsync() leaves the bytes in the drive's own cache.
  if (fcntl(fd, F_FULLFSYNC) == 0)
    return 0;
#endif
  return fsync(fd) == 0 ? 0 : errno;
}

/// The file that is to be replaced: `path`, or where a link there leads.
Result<std::string> target_of(const std::string &path, const WriteOptions &options) {
  if (path_kind_itself(path) != PathKind::Other || path_kind(path) != PathKind::File)
    return path;
  Result<std::string> target = canonical_path(path);
  if (target && !options.within.empty() && !is_at_or_below(target.value(), options.within))
    return Failure{
        fmt::format("`{}` is a link to `{}`, outside of `{}`: not written", path, target.value(), options.within)};
  return target;
}

Result<Done> write_directly(const std::string &path, std::string_view bytes) {
  Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.ok())
    return failure("write", path, errno);
  if (const int error = write_all(file.fd(), bytes); error != 0)
    return failure("write", path, error);
  return Done{};
}

constexpr std::string_view kTemporaryEnd = ".tmp";

std::string temporary_prefix(std::string_view target) { return fmt::format(".{}.", file_name(target)); }

/// A file beside `target` that nobody has. Its name begins with a dot and ends in .tmp, so that nothing takes it for
/// the real one if a kill leaves it behind.
std::string temporary_name(const std::string &target) {
  static std::atomic<unsigned> counter{0};
  const std::string name =
      fmt::format("{}{}.{}{}", temporary_prefix(target), getpid(), counter.fetch_add(1), kTemporaryEnd);
  return target.find('/') == std::string::npos ? name : join_path(parent_folder(target), name);
}

/// Writes, flushes and closes the temporary file. 0, or the errno.
int fill(Descriptor &file, const std::string &target, std::string_view bytes, bool durable) {
  struct stat old {};
  if (stat(target.c_str(), &old) == 0) {
    // Only root can give files away; elsewhere the writer owns them, which is what an editor does too. Owner first:
    // changing it clears set-id bits.
    if (fchown(file.fd(), old.st_uid, old.st_gid) != 0 && fchown(file.fd(), static_cast<uid_t>(-1), old.st_gid) != 0) {
    }
    if (fchmod(file.fd(), old.st_mode & 07777U) != 0)
      return errno;
  }
  if (const int error = write_all(file.fd(), bytes); error != 0)
    return error;
  if (durable)
    if (const int error = flush(file.fd()); error != 0)
      return error;
  return file.close_now();
}

/// The new name itself must reach the disk. Where folders cannot be flushed (some network file systems) it is left.
void flush_folder(const std::string &folder) {
  const Descriptor opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.ok())
    flush(opened.fd());
}

} // namespace

Result<Done> write_file_atomically(const std::string &path, std::string_view bytes, const WriteOptions &options) {
  if (path_kind(path) == PathKind::Folder)
    return Failure{fmt::format("cannot write `{}`: it is a folder", path)};
  if (path_kind(path) == PathKind::Other)
    return write_directly(path, bytes);
  const Result<std::string> target = target_of(path, options);
  if (!target)
    return Failure{target.message()};

  const std::string temporary = temporary_name(target.value());
  Descriptor file(open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.ok())
    return failure("write", path, errno);
  int error = fill(file, target.value(), bytes, options.durable);
  if (error == 0 && rename(temporary.c_str(), target.value().c_str()) != 0)
    error = errno;
  if (error != 0) {
    unlink(temporary.c_str());
    return failure("write", path, error);
  }
  if (options.durable)
    flush_folder(parent_folder(target.value()));
  return Done{};
}

Result<Done> append_to_file(const std::string &path, std::string_view bytes) {
  Descriptor file(open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666));
  if (!file.ok())
    return failure("write", path, errno);
  if (const int error = write_all(file.fd(), bytes); error != 0)
    return failure("write", path, error);
  return Done{};
}

void remove_temporaries(const std::string &path) {
  const std::string folder = parent_folder(path);
  Result<std::vector<FolderEntry>> entries = list_folder(folder);
  if (!entries)
    return;
  const std::string prefix = temporary_prefix(path);
  for (const FolderEntry &entry : entries.value()) {
    std::string_view name = entry.name;
    if (entry.kind != FolderEntry::Kind::File || !name.starts_with(prefix) || !name.ends_with(kTemporaryEnd))
      continue;
    name.remove_prefix(prefix.size());
    name.remove_suffix(std::min(name.size(), kTemporaryEnd.size()));
    if (!name.empty() && name.find_first_not_of("0123456789.") == std::string_view::npos)
      unlink(join_path(folder, entry.name).c_str());
  }
}

Result<Done> remove_file(const std::string &path) {
  if (unlink(path.c_str()) != 0 && errno != ENOENT)
    return failure("delete", path, errno);
  return Done{};
}

namespace {

/// Network file systems give a lock of writers to those alone who may write.
int open_to_lock(const std::string &path) {
  const int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
  return fd >= 0 || (errno != EACCES && errno != EROFS) ? fd : open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

bool is_still_at(const std::string &path, int fd) {
  struct stat locked {
  }, now{};
  return fstat(fd, &locked) == 0 && stat(path.c_str(), &now) == 0 && locked.st_dev == now.st_dev &&
         locked.st_ino == now.st_ino;
}

} // namespace

Result<FileLock> FileLock::acquire(const std::string &path, double patience_seconds) {
  const double give_up = monotonic_seconds() + patience_seconds;
  while (true) {
    Descriptor file(open_to_lock(path));
    if (!file.ok())
      return failure("lock", path, errno);
    while (flock(file.fd(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK && errno != EINTR)
        return failure("lock", path, errno);
      if (monotonic_seconds() >= give_up)
        return Failure{fmt::format("`{}` is locked by another run", path)};
      usleep(20'000);
    }
    if (is_still_at(path, file.fd()))
      return FileLock(file.release());
  }
}

FileLock::~FileLock() {
  if (descriptor_ >= 0)
    ::close(descriptor_);
}

} // namespace decode_ledger
