#include "driver/command_line.h"
#include "driver/completions.h"
#include "driver/manual.h"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>

using namespace decode_ledger;
using namespace decode_ledger::driver;

namespace {

/// Values that nobody but the person knows. A placeholder that is in no list here would be completed by nothing, unsaid.
constexpr std::array<std::string_view, 10> kFree = {"LIST", "N",    "DATE", "SECONDS", "TEXT",
                                                    "WHO",  "WHAT", "REV",  "URL",     "OWNER/NAME"};

CommandLine line() {
  std::array<const char *, 2> arguments = {"decode-ledger", "man"};
  auto read = read_options(2, arguments.data());
  REQUIRE(std::holds_alternative<Options>(read));
  return *std::get<Options>(read).command_line;
}

CommandLine small() {
  CommandDescription command{
      Command::Check, "check",           "it's a [check]: it looks",           {},
      "[PATH…]",      "what to look at", value_called(Command::Check, "PATH"), "\n.first\n\n  \\second\n"};
  command.flags.push_back({{"--level", "-l"}, "don't: [ask]", value_called(Command::Check, "LEVEL"), false});
  return {{}, {command}};
}

bool says(const std::string &text, std::string_view part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("every value of a flag is either known or known to be free") {
  for (const CommandDescription &command : line().commands)
    for (const Flag &flag : command.flags)
      if (flag.value && flag.value->kind == Value::Kind::Free) {
        INFO(command.name, " ", flag.names.front(), " ", flag.value->placeholder);
        CHECK(std::ranges::count(kFree, flag.value->placeholder) == 1);
      }
}

TEST_CASE("rules are known by code, name and prefix; explain takes one alone") {
  Value rules = value_called(Command::Check, "RULES");
  CHECK(rules.is_list);
  CHECK(std::ranges::count(rules.choices, "DL3", &Choice::word) == 1);
  CHECK(std::ranges::count(rules.choices, "DL301", &Choice::word) == 1);
  CHECK(std::ranges::count(rules.choices, "fault-swallowed", &Choice::word) == 1);
  Value code = value_called(Command::Explain, "CODE");
  CHECK(!code.is_list);
  CHECK(std::ranges::count(code.choices, "DL3", &Choice::word) == 0);
}

TEST_CASE("help is quoted for the shell that it goes into") {
  CHECK(says(completions(Shell::Zsh, small()), R"([don'\''t\: \[ask\]]:LEVEL:(error warning note))"));
  CHECK(says(completions(Shell::Fish, small()), R"(-l level -s l -d 'don\'t: [ask]' -x -a 'error warning note')"));
  CHECK(says(completions(Shell::Bash, small()), R"("check --level" | "check -l")"));
}

TEST_CASE("no line of help is a request of roff, and no character is beyond ASCII") {
  std::string page = manual_page(small());
  CHECK(says(page, "\\&.first\n.sp\n  \\esecond\n.fi\n"));
  CHECK(says(page, "[PATH\\[u2026]]"));
  CHECK(std::ranges::all_of(page, [](unsigned char c) { return c < 0x80; }));
}
