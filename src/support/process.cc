#include "support/process.h"

#include "support/system_error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
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
  void close_read_end() { close_end(read_end); }
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

/// The streams of one run. Only the inputs that the call has are open.
struct Streams {
  Pipe out, err, in, more_in;

  bool open(const ProgramCall &call) {
    return out.open() && err.open() && (call.input.empty() || in.open()) && (call.more_input.empty() || more_in.open());
  }
  void close_ends_of_child() {
    out.close_write_end();
    err.close_write_end();
    in.close_read_end();
    more_in.close_read_end();
  }
};

/// The descriptor under which a program finds ProgramCall::more_input.
constexpr int kMoreInput = 3;

void add_inputs(const Streams &streams, posix_spawn_file_actions_t &actions) {
  if (streams.in.read_end >= 0)
    posix_spawn_file_actions_adddup2(&actions, streams.in.read_end, STDIN_FILENO);
  else
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (streams.more_in.read_end >= 0)
    posix_spawn_file_actions_adddup2(&actions, streams.more_in.read_end, kMoreInput);
}

/// 0, or why the program does not run.
int spawn(const ProgramCall &call, const Streams &streams, pid_t &child) {
  std::vector<std::string> arguments{call.program};
  arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
  std::vector<std::string> variables = environment_of(call);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, streams.out.write_end, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, streams.err.write_end, STDERR_FILENO);
  // Last: descriptor 3 may be one of the ends above.
  add_inputs(streams, actions);
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

/// While this lives, a program that reads no more of its input ends no run of ours.
class NoSigPipe {
public:
  NoSigPipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoSigPipe() {
    sigset_t pending;
    int number = 0;
    if (sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1 && sigismember(&before_, SIGPIPE) == 0)
      sigwait(&pipe_, &number);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoSigPipe(const NoSigPipe &) = delete;
  NoSigPipe &operator=(const NoSigPipe &) = delete;

private:
  sigset_t pipe_{}, before_{};
};

/// One end that is read from or written to until it is through.
struct Stream {
  int end = -1;
  short events = 0;
  std::string *into = nullptr; ///< read: what came
  std::string_view rest;       ///< write: what is left
  Pipe *pipe = nullptr;        ///< write: closed at the end of the text, so that the reader sees it
};

/// False when the text is written, or nobody reads it any more.
bool write_some(Stream &stream) {
  const ssize_t size = write(stream.end, stream.rest.data(), stream.rest.size());
  if (size < 0)
    return errno == EINTR || errno == EAGAIN;
  stream.rest.remove_prefix(static_cast<size_t>(size));
  return !stream.rest.empty();
}

bool go_on(Stream &stream) { return stream.into ? read_some(stream.end, *stream.into) : write_some(stream); }

Stream writing(Pipe &pipe, std::string_view text) {
  if (pipe.write_end >= 0)
    fcntl(pipe.write_end, F_SETFL, O_NONBLOCK);
  return {pipe.write_end, POLLOUT, nullptr, text, &pipe};
}

/// All streams at once: a program that fills one while we wait for another would stand still.
void serve(const ProgramCall &call, Streams &pipes, ProgramOutput &output) {
  std::array<Stream, 4> streams{Stream{pipes.out.read_end, POLLIN, &output.out, {}, nullptr},
                                Stream{pipes.err.read_end, POLLIN, &output.err, {}, nullptr},
                                writing(pipes.in, call.input), writing(pipes.more_in, call.more_input)};
  std::array<pollfd, 4> polled{};
  for (;;) {
    for (size_t i = 0; i < streams.size(); ++i)
      polled[i] = {streams[i].end, streams[i].events, 0}; // poll() passes over negative ones
    if (std::ranges::all_of(streams, [](const Stream &stream) { return stream.end < 0; }))
      return;
    if (poll(polled.data(), polled.size(), -1) < 0 && errno != EINTR)
      return;
    for (size_t i = 0; i < streams.size(); ++i) {
      if (streams[i].end < 0 || polled[i].revents == 0 || go_on(streams[i]))
        continue;
      streams[i].end = -1;
      if (streams[i].pipe)
        streams[i].pipe->close_write_end();
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
  Streams streams;
  if (!streams.open(call))
    return Failure{fmt::format("cannot start `{}`: {}", call.program, system_error_text(errno))};
  pid_t child = 0;
  if (const int problem = spawn(call, streams, child); problem != 0)
    return Failure{fmt::format("cannot start `{}`: {}", call.program, system_error_text(problem))};
  streams.close_ends_of_child();
  ProgramOutput output;
  {
    const NoSigPipe no_signal;
    serve(call, streams, output);
  }
  output.exit_status = wait_for(child);
  return output;
}

} // namespace decode_ledger
