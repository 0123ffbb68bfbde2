#include "support/process.h"

#include "support/system_error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

extern char **environ;

namespace decode_ledger {

namespace {

/// Both ends of a pipe, closed when it goes. Ends are not inherited by programs started elsewhere.
struct Pipe {
  int read_end = -1, write_end = -1;

  bool open() {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0)
      return false;
    read_end = ends[0];
    write_end = ends[1];
    fcntl(read_end, F_SETFD, FD_CLOEXEC);
    fcntl(write_end, F_SETFD, FD_CLOEXEC);
    return true;
  }
  void close_write_end() { close_end(write_end); }
  ~Pipe() {
    close_end(read_end);
    close_end(write_end);
  }

private:
  static void close_end(int &end) {
    if (end >= 0)
      close(end);
    end = -1;
  }
};

std::vector<std::string> environment_of(const ProgramCall &call) {
  std::vector<std::string> variables = call.with;
  for (char **variable = environ; *variable; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    if (std::find(call.without.begin(), call.without.end(), name) == call.without.end())
      variables.emplace_back(text);
  }
  return variables;
}

std::vector<char *> pointers_to(std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  for (std::string &text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// 0, or why the program does not run.
int spawn(const ProgramCall &call, const Pipe &out, const Pipe &err, pid_t &child) {
  std::vector<std::string> arguments{call.program};
  arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
  std::vector<std::string> variables = environment_of(call);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write_end, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write_end, STDERR_FILENO);
  if (!call.folder.empty())
    posix_spawn_file_actions_addchdir_np(&actions, call.folder.c_str());
  const int problem = posix_spawnp(&child, call.program.c_str(), &actions, nullptr, pointers_to(arguments).data(),
                                   pointers_to(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  return problem;
}

/// False at the end of the stream.
bool read_some(int end, std::string &into) {
  std::array<char, 1U << 16> buffer;
  const ssize_t size = read(end, buffer.data(), buffer.size());
  if (size > 0)
    into.append(buffer.data(), static_cast<size_t>(size));
  return size > 0 || (size < 0 && errno == EINTR);
}

/// Both streams at once: a program that fills one while we wait for the other would stand still.
void read_streams(const Pipe &out, const Pipe &err, ProgramOutput &into) {
  std::array<pollfd, 2> streams{pollfd{out.read_end, POLLIN, 0}, pollfd{err.read_end, POLLIN, 0}};
  const std::array<std::string *, 2> targets{&into.out, &into.err};
  size_t num_open = 2;
  while (num_open > 0) {
    if (poll(streams.data(), streams.size(), -1) < 0 && errno != EINTR)
      return;
    for (size_t i = 0; i < streams.size(); ++i) {
      if (streams[i].fd < 0 || streams[i].revents == 0)
        continue;
      if (!read_some(streams[i].fd, *targets[i])) {
        streams[i].fd = -1; // poll() passes over negative ones
        --num_open;
      }
    }
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

Result<ProgramOutput> run_program(const ProgramCall &call) {
  Pipe out, err;
  if (!out.open() || !err.open())
    return Failure{fmt::format("cannot start `{}`: {}", call.program, system_error_text(errno))};
  pid_t child = 0;
  if (const int problem = spawn(call, out, err, child); problem != 0)
    return Failure{fmt::format("cannot start `{}`: {}", call.program, system_error_text(problem))};
  out.close_write_end();
  err.close_write_end();
  ProgramOutput output;
  read_streams(out, err, output);
  output.exit_status = wait_for(child);
  return output;
}

} // namespace decode_ledger
