// A folder of its own for each test, deleted afterwards, and what tests need to fill it.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

namespace decode_ledger {

class Scratch {
public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "decode-ledger-test-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw std::runtime_error("no scratch folder");
    root_ = std::filesystem::canonical(name);
    // Tests that drop root must still reach it.
    std::filesystem::permissions(root_, std::filesystem::perms(0755));
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  std::string root() const { return root_.string(); }
  std::string path(std::string_view name) const { return (root_ / name).string(); }
  /// Writes a file and the folders above it; its path.
  std::string write(std::string_view name, std::string_view bytes = "") const {
    std::filesystem::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name, std::ios::binary) << bytes;
    return path(name);
  }
  std::string read(std::string_view name) const {
    std::ifstream file(root_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

private:
  std::filesystem::path root_;
};

/// Runs `holds` in a process without root's rights, which no permission stops. What it returned; false if it crashed.
inline bool without_root(const std::function<bool()> &holds) {
  const pid_t child = fork();
  if (child == 0) {
    constexpr unsigned kNobody = 65534;
    const bool dropped = geteuid() != 0 || (setegid(kNobody) == 0 && seteuid(kNobody) == 0);
    _exit(dropped && holds() ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Sets an environment variable (none: unsets it) until it goes.
class WithVariable {
public:
  WithVariable(const char *name, const char *value) : name_(name) {
    if (const char *old = getenv(name)) {
      old_ = old;
      had_ = true;
    }
    if (value)
      setenv(name, value, 1);
    else
      unsetenv(name);
  }
  ~WithVariable() {
    if (had_)
      setenv(name_, old_.c_str(), 1);
    else
      unsetenv(name_);
  }
  WithVariable(const WithVariable &) = delete;
  WithVariable &operator=(const WithVariable &) = delete;

private:
  const char *name_;
  std::string old_;
  bool had_ = false;
};

} // namespace decode_ledger
