#include "support/files.h"

#include "scratch.h"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

using namespace decode_ledger;
using State = FileContents::State;

TEST_CASE("a file is read whole") {
  const Scratch scratch;
  CHECK(read_file(scratch.write("a", "text\0more")).bytes == "text");
  CHECK(read_file(scratch.write("b", std::string_view("a\0b", 3))).bytes.size() == 3);
  const FileContents empty = read_file(scratch.write("empty"));
  CHECK(empty.state == State::Read);
  CHECK(empty.bytes.empty());
  const std::string large(1'000'003, 'x');
  CHECK(read_file(scratch.write("large", large)).bytes == large);
}

TEST_CASE("what is not there, no file or too large is told, and never opened") {
  const Scratch scratch;
  CHECK(read_file(scratch.path("none")).state == State::Missing);
  CHECK(read_file(scratch.path("none/deeper")).state == State::Missing);
  CHECK(read_file(scratch.root()).state == State::Folder);

  REQUIRE(mkfifo(scratch.path("fifo").c_str(), 0644) == 0);
  CHECK(read_file(scratch.path("fifo")).state == State::NotRegular); // and does not wait for a writer
  CHECK(read_file("/dev/zero").state == State::NotRegular);

  const FileContents large = read_file(scratch.write("large", std::string(11, 'x')), 10);
  CHECK(large.state == State::TooLarge);
  CHECK(large.problem == "larger than 10 bytes");
  CHECK(read_file(scratch.path("large"), 11).state == State::Read);
}

TEST_CASE("links are followed to files, and loops of links end") {
  const Scratch scratch;
  scratch.write("real", "text");
  std::filesystem::create_symlink("real", scratch.path("link"));
  std::filesystem::create_symlink("loop", scratch.path("loop"));
  std::filesystem::create_symlink("nowhere", scratch.path("dangling"));
  const FileContents link = read_file(scratch.path("link"));
  CHECK(link.bytes == "text");
  CHECK(link.identity.through_link);
  CHECK(link.identity.inode == read_file(scratch.path("real")).identity.inode);
  CHECK(read_file(scratch.path("loop")).state == State::Failed);
  CHECK(read_file(scratch.path("dangling")).state == State::Missing);
}

TEST_CASE("an unreadable file says why") {
  const Scratch scratch;
  chmod(scratch.write("secret", "x").c_str(), 0);
  CHECK(without_root([&] {
    const FileContents contents = read_file(scratch.path("secret"));
    return contents.state == State::Failed && contents.problem == "permission denied";
  }));
}

TEST_CASE("a file that is being written is read whole or told") {
  const Scratch scratch;
  const std::string path = scratch.write("busy", "x");
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    for (size_t size = 1; !stop; size = size % 50'000 + 777)
      std::ofstream(path, std::ios::binary) << std::string(size, 'y');
  });
  for (int i = 0; i < 300; ++i) {
    const FileContents contents = read_file(path);
    const bool whole = contents.state == State::Read && contents.bytes.size() == contents.size;
    CHECK((whole || contents.state == State::Changed));
    CHECK(contents.bytes.empty() == (contents.state != State::Read || contents.size == 0));
  }
  stop = true;
  writer.join();
}

#ifdef __linux__
TEST_CASE("a file that only claims to be empty is read") {
  const FileContents status = read_file("/proc/self/status");
  CHECK(status.state == State::Read);
  CHECK(status.bytes.find("Pid:") != std::string::npos);
}
#endif

TEST_CASE("writing replaces the contents in one step and keeps the mode") {
  const Scratch scratch;
  const std::string path = scratch.write("a", "old");
  chmod(path.c_str(), 0640);
  REQUIRE(write_file_atomically(path, "new").ok());
  CHECK(scratch.read("a") == "new");
  struct stat status {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777U) == 0640);
  REQUIRE(write_file_atomically(scratch.path("b"), "fresh", {.within = "", .durable = false}).ok());
  CHECK(scratch.read("b") == "fresh");
  // Nothing is left beside them.
  CHECK(list_folder(scratch.root()).value().size() == 2);
}

TEST_CASE("writing follows a link, but not out of the folder") {
  const Scratch scratch;
  scratch.write("repository/real", "old");
  scratch.write("outside", "old");
  std::filesystem::create_symlink("real", scratch.path("repository/inner"));
  std::filesystem::create_symlink("../outside", scratch.path("repository/outer"));
  const WriteOptions within{.within = scratch.path("repository"), .durable = true};
  CHECK(write_file_atomically(scratch.path("repository/inner"), "new", within).ok());
  CHECK(scratch.read("repository/real") == "new");
  CHECK(std::filesystem::is_symlink(scratch.path("repository/inner")));
  const auto refused = write_file_atomically(scratch.path("repository/outer"), "new", within);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.message().find("is a link to") != std::string::npos);
  CHECK(scratch.read("outside") == "old");
}

TEST_CASE("a write that fails leaves the old file and nothing else") {
  const Scratch scratch;
  scratch.write("folder/a", "old");
  CHECK_FALSE(write_file_atomically(scratch.path("none/a"), "new").ok());
  CHECK_FALSE(write_file_atomically(scratch.path("folder"), "new").ok());
  CHECK(without_root([&] {
    const auto result = write_file_atomically(scratch.path("folder/a"), "new");
    return !result && result.message().ends_with("permission denied");
  }));
  CHECK(scratch.read("folder/a") == "old");
}

#ifdef __linux__
TEST_CASE("what is appended stands behind what was there") {
  const Scratch scratch;
  CHECK(append_to_file(scratch.path("new"), "a\n").ok());
  CHECK(append_to_file(scratch.path("new"), "b\n").ok());
  CHECK(read_file(scratch.path("new")).bytes == "a\nb\n");
  CHECK(!append_to_file(scratch.path("none/new"), "a").ok());
  CHECK(!append_to_file(scratch.root(), "a").ok());
}

TEST_CASE("a full disk is told") {
  const auto result = write_file_atomically("/dev/full", "text");
  REQUIRE_FALSE(result.ok());
  CHECK(result.message() == "cannot write `/dev/full`: no space left on device");
}
#endif

TEST_CASE("a lock keeps a second holder out until it goes") {
  const Scratch scratch;
  CHECK_FALSE(FileLock::acquire(scratch.path("lock"), 0).ok());
  scratch.write("lock");
  {
    const auto held = FileLock::acquire(scratch.path("lock"), 0);
    REQUIRE(held.ok());
    const auto second = FileLock::acquire(scratch.path("lock"), 0.05);
    REQUIRE_FALSE(second.ok());
    CHECK(second.message().ends_with("is locked by another run"));
  }
  CHECK(FileLock::acquire(scratch.path("lock"), 0).ok());
}

TEST_CASE("a lock holds for the file that lies there now") {
  const Scratch scratch;
  scratch.write("a", "old");
  const auto held = FileLock::acquire(scratch.path("a"), 0);
  REQUIRE(held.ok());
  REQUIRE(write_file_atomically(scratch.path("a"), "new").ok());
  CHECK(FileLock::acquire(scratch.path("a"), 0).ok());
}

TEST_CASE("what killed writes left behind is cleared, and nothing else") {
  const Scratch scratch;
  for (const char *name : {"a", ".a.12.0.tmp", ".a.x.tmp", ".a.tmp", ".b.12.0.tmp", "a.12.0.tmp"})
    scratch.write(name);
  remove_temporaries(scratch.path("a"));
  const auto left = list_folder(scratch.root());
  REQUIRE(left.ok());
  std::string names;
  for (const FolderEntry &entry : left.value())
    names += entry.name + " ";
  CHECK(names == ".a.tmp .a.x.tmp .b.12.0.tmp a a.12.0.tmp ");
}

TEST_CASE("folders are listed in order, with what lies there") {
  const Scratch scratch;
  scratch.write("b");
  scratch.write("a/x");
  std::filesystem::create_symlink("b", scratch.path("c"));
  REQUIRE(mkfifo(scratch.path("d").c_str(), 0644) == 0);
  const auto entries = list_folder(scratch.root());
  REQUIRE(entries.ok());
  REQUIRE(entries.value().size() == 4);
  CHECK(entries.value()[0].name == "a");
  CHECK(entries.value()[0].kind == FolderEntry::Kind::Folder);
  CHECK(entries.value()[1].kind == FolderEntry::Kind::File);
  CHECK(entries.value()[2].kind == FolderEntry::Kind::Link);
  CHECK(entries.value()[3].kind == FolderEntry::Kind::Other);
  CHECK_FALSE(list_folder(scratch.path("none")).ok());
  CHECK(make_folders(scratch.path("p/q/r")).ok());
  CHECK(path_kind(scratch.path("p/q/r")) == PathKind::Folder);
  CHECK_FALSE(make_folders(scratch.path("b/q")).ok());
}

TEST_CASE("paths are seen from a folder") {
  CHECK(relative_path("/a/b/c", "/a/b") == "c");
  CHECK(relative_path("/a/b", "/a/b") == ".");
  CHECK(relative_path("/a", "/a/b") == "..");
  CHECK(relative_path("/a/bc/d", "/a/b") == "../bc/d");
  CHECK(relative_path("/a", "/") == "a");
  CHECK(relative_path("/", "/a") == "..");
  CHECK(is_at_or_below("/a/b", "/a"));
  CHECK_FALSE(is_at_or_below("/ab", "/a"));
  CHECK(is_at_or_below("/a", "/"));
  CHECK(parent_folder("/x") == "/");
  CHECK(parent_folder("x") == ".");
  CHECK(parent_folder("a/x") == "a");
  CHECK(file_name("a/x") == "x");
  CHECK(join_path("/", "a") == "/a");
  CHECK(join_path("", "a") == "a");
  CHECK(join_path("a", "") == "a");
}

TEST_CASE("a named link keeps its name, folders on the way are made real") {
  const Scratch scratch;
  scratch.write("real/a", "");
  std::filesystem::create_symlink("real", scratch.path("alias"));
  std::filesystem::create_symlink("a", scratch.path("real/link"));
  CHECK(canonical_location(scratch.path("alias/link")).value() == scratch.path("real/link"));
  CHECK(canonical_path(scratch.path("alias/link")).value() == scratch.path("real/a"));
  CHECK_FALSE(canonical_path(scratch.path("none")).ok());
}
