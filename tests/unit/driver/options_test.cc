#include "driver/options.h"

#include <doctest/doctest.h>

using namespace decode_ledger;
using namespace decode_ledger::driver;

namespace {

std::variant<Options, EarlyExit> read(std::vector<const char *> arguments) {
  arguments.insert(arguments.begin(), "decode-ledger");
  return read_options(static_cast<int>(arguments.size()), arguments.data());
}

Options options(std::vector<const char *> arguments) {
  auto result = read(std::move(arguments));
  REQUIRE(std::holds_alternative<Options>(result));
  return std::get<Options>(result);
}

EarlyExit refused(std::vector<const char *> arguments) {
  auto result = read(std::move(arguments));
  REQUIRE(std::holds_alternative<EarlyExit>(result));
  return std::get<EarlyExit>(result);
}

bool says(const std::string &text, const char *part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("a command with paths and flags in any order") {
  Options read = options({"check", "src", "--format", "json", "lib", "-q", "-j", "3"});
  CHECK(read.command == Command::Check);
  CHECK(read.paths == std::vector<std::string>{"src", "lib"});
  CHECK(read.format == report::Format::Json);
  CHECK(read.quiet);
  CHECK(read.jobs == 3);
}

TEST_CASE("a path may be called like a command") {
  CHECK(options({"check", "inventory"}).paths == std::vector<std::string>{"inventory"});
}

TEST_CASE("what stands behind -- is a path") {
  CHECK(options({"check", "--", "--strict.py"}).paths == std::vector<std::string>{"--strict.py"});
}

TEST_CASE("a list flag takes one value, with commas, and no path behind it") {
  Options read = options({"inventory", "--exclude", "a/**,b", "src", "--exclude=c"});
  CHECK(read.exclude == std::vector<std::string>{"a/**", "b", "c"});
  CHECK(read.paths == std::vector<std::string>{"src"});
}

TEST_CASE("rules by code, prefix and name") {
  Options read = options({"check", "--select", "DL401,dl10", "--ignore", "fault-swallowed"});
  CHECK(read.select.size() == 10);
  CHECK(read.ignore == std::vector<diagnostics::Rule>{diagnostics::Rule::FaultSwallowed});
  CHECK(says(refused({"check", "--select", "fault-swalowed"}).err, "did you mean `fault-swallowed`?"));
}

TEST_CASE("--print stands alone and with a command") {
  CHECK(options({"--print=files", "src"}).command == Command::Print);
  CHECK(options({"inventory", "--print", "sites"}).print == Print::Sites);
  CHECK(says(refused({"--print=site"}).err, "did you mean `sites`?"));
}

TEST_CASE("trace takes a site, then paths; with --all paths alone") {
  Options one = options({"trace", "a.py:3", "src"});
  CHECK(one.site == "a.py:3");
  CHECK(one.paths == std::vector<std::string>{"src"});
  CHECK(options({"trace", "--all", "src"}).paths == std::vector<std::string>{"src"});
  CHECK(refused({"trace"}).status == 2);
}

TEST_CASE("graph takes what to go around, and how far") {
  Options read = options({"graph", "src", "--around", "a.py:3", "--depth", "2", "--format", "svg"});
  CHECK(read.around == "a.py:3");
  CHECK(read.depth == 2U);
  CHECK(read.format == report::Format::Svg);
  CHECK(read.paths == std::vector<std::string>{"src"});
  CHECK_FALSE(options({"graph", "--around", "f"}).depth.has_value());
  CHECK(options({"graph"}).format == report::Format::Text);
  for (const char *depth : {"-1", "two", "3x", "99999999999"})
    CHECK(refused({"graph", "--around", "f", "--depth", depth}).status == 2);
  CHECK(says(refused({"graph", "--depth", "2"}).err, "--around"));
}

TEST_CASE("pictures are for what has callers and callees, and for no statistics") {
  CHECK(options({"graph", "--format", "dot"}).format == report::Format::Dot);
  CHECK(says(refused({"check", "--format", "dot"}).err, "`dot` is a format of `trace` and `graph`"));
  CHECK(says(refused({"graph", "--statistics", "--format", "svg"}).err, "text or json"));
  CHECK(says(refused({"graph", "--format", "svgg"}).err, "did you mean `svg`?"));
}

TEST_CASE("slips of the fingers") {
  CHECK(says(refused({"chekc"}).err, "did you mean `check`?"));
  CHECK(says(refused({"check", "--formt", "json"}).err, "did you mean `--format`?"));
  CHECK(says(refused({"check", "--format", "jsn"}).err, "did you mean `json`?"));
}

TEST_CASE("what this version lacks is said, not misread") {
  EarlyExit exit = refused({"devices", "--check"});
  CHECK(exit.status == 2);
  CHECK(says(exit.err, "`devices` is not in this version yet"));
  CHECK(says(refused({"check", "--format", "github-review"}).err, "`github-review` is a format of `review`"));
  CHECK_FALSE(says(refused({"--help"}).out, "devices"));
}

TEST_CASE("help and version are no errors; nothing at all is one") {
  CHECK(refused({"--help"}).status == 0);
  CHECK(refused({"check", "--help"}).status == 0);
  CHECK(says(refused({"-V"}).out, "decode-ledger "));
  CHECK(refused({}).status == 2);
}

TEST_CASE("values are checked") {
  CHECK(refused({"check", "--today", "tomorrow"}).status == 2);
  for (const char *jobs : {"many", "-1", "3x", "100000", "99999999999"})
    CHECK(says(refused({"check", "--jobs", jobs}).err, "`--jobs` takes a number from 0 to"));
  CHECK(refused({"check", "--fail-on", "off"}).status == 2);
  CHECK(refused({"check", "--color", "maybe"}).status == 2);
  CHECK(options({"check", "--fail-on", "warning"}).fail_on == diagnostics::Level::Warning);
}
