#include "driver/output.h"

#include "support/environment.h"
#include "support/files.h"
#include "support/system_error.h"
#include "support/text.h"

#include <cerrno>
#include <cstdio>
#include <fmt/format.h>

namespace decode_ledger::driver {
namespace {

/// GitHub's runner takes `##[` anywhere in a line of its log for the beginning of a command, and a source line that is
/// shown may hold one. In such a log the bracket is written out.
std::string without_commands(std::string_view text) {
  constexpr std::string_view kBegin = "##[", kWritten = "##\\x5b";
  std::string log(text);
  return environment_switch("GITHUB_ACTIONS") ? replace_all(std::move(log), kBegin, kWritten) : log;
}

/// 0, or the errno of what went wrong.
int write_to_stdout(std::string_view text) {
  errno = 0;
  bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return written ? 0 : errno != 0 ? errno : EIO;
}

bool write_to_file(const std::string &path, std::string_view text) {
  Result<Done> written = write_file_atomically(path, text);
  if (!written)
    error(fmt::format("cannot write `{}`: {}", escape_for_terminal(path), escape_for_terminal(written.message())));
  return written.ok();
}

} // namespace

bool write_result(const Options &options, std::string_view result) {
  if (!options.output.empty())
    return write_to_file(options.output, result);
  // What programs read stays as it is; JSON writes the bracket out by itself.
  bool for_people = options.format == report::Format::Text;
  int failed = for_people ? write_to_stdout(without_commands(result)) : write_to_stdout(result);
  if (failed == 0 || failed == EPIPE)
    return true;
  error(fmt::format("cannot write the result to stdout: {}", system_error_text(failed)));
  return false;
}

void write_err(std::string_view text) {
  std::string safe = without_commands(text);
  std::fwrite(safe.data(), 1, safe.size(), stderr);
}

void note(const Options &options, std::string_view text) {
  if (!options.quiet)
    write_err(fmt::format("note: {}\n", text));
}

void error(std::string_view text) { write_err(fmt::format("error: {}\n", text)); }

} // namespace decode_ledger::driver
