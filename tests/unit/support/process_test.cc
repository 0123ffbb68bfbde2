#include "support/process.h"

#include "scratch.h"

#include <doctest/doctest.h>

using namespace decode_ledger;

namespace {
ProgramCall shell(const std::string &script) {
  ProgramCall call;
  call.program = "sh";
  call.arguments = {"-c", script};
  return call;
}
} // namespace

TEST_CASE("output, errors and exit status come back") {
  const auto output = run_program(shell("printf 'a\\0b'; echo why >&2; exit 3"));
  REQUIRE(output.ok());
  CHECK(output.value().out == std::string("a\0b", 3));
  CHECK(output.value().err == "why\n");
  CHECK(output.value().exit_status == 3);
  CHECK(run_program(shell("kill -9 $$")).value().exit_status == 128 + 9);
}

TEST_CASE("both streams are drained at once, and stdin is empty") {
  const auto output = run_program(shell("cat; head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero"));
  REQUIRE(output.ok());
  CHECK(output.value().out.size() == 300'000);
  CHECK(output.value().err.size() == 300'000);
}

TEST_CASE("arguments reach the program as they are") {
  ProgramCall call;
  call.program = "printf";
  call.arguments = {"%s|", "a b", "$HOME", "*", ""};
  CHECK(run_program(call).value().out == "a b|$HOME|*||");
}

TEST_CASE("the folder and the environment are set") {
  const Scratch scratch;
  const WithVariable secret("DL_TEST_SECRET", "1");
  ProgramCall call = shell("pwd; echo \"$DL_TEST_SECRET-$DL_TEST_GIVEN\"");
  call.folder = scratch.root();
  call.without = {"DL_TEST_SECRET"};
  call.with = {"DL_TEST_GIVEN=2"};
  CHECK(run_program(call).value().out == scratch.root() + "\n-2\n");
}

TEST_CASE("a program that is not there is a failure") {
  ProgramCall call;
  call.program = "no-such-program-anywhere";
  const auto output = run_program(call);
  REQUIRE_FALSE(output.ok());
  CHECK(output.message() == "cannot start `no-such-program-anywhere`: no such file or directory");
}

TEST_CASE("both inputs reach the program whole, and one that reads nothing ends no run") {
  ProgramCall call = shell("wc -c; cat <&3 | wc -c; cat /dev/fd/3 | wc -c");
  call.input = std::string(300'000, 'a');
  call.more_input = std::string(400'000, 'b');
  CHECK(run_program(call).value().out == "300000\n400000\n0\n");
  ProgramCall deaf = shell("exec <&- 3<&-; echo done");
  deaf.input = deaf.more_input = std::string(300'000, 'a');
  const auto output = run_program(deaf);
  REQUIRE(output.ok());
  CHECK(output.value().out == "done\n");
  CHECK(output.value().exit_status == 0);
}
