// The registry: every row is well formed, and a rule is found by its code and by its name.

#include "diagnostics/diagnostics.h"

#include <doctest/doctest.h>

#include <set>

using namespace decode_ledger::diagnostics;

TEST_CASE("levels have names and are found by them") {
  for (Level level : {Level::Off, Level::Note, Level::Warning, Level::Error})
    CHECK(find_level(level_name(level)) == level);
  CHECK_FALSE(find_level("fatal").has_value());
  CHECK_FALSE(find_level("").has_value());
}

TEST_CASE("rules are found by code and by name, in either case") {
  CHECK(find_rule("DL101") == Rule::UnledgeredSite);
  CHECK(find_rule("dl302") == Rule::FaultJudgedByText);
  CHECK(find_rule("guard-is-assert") == Rule::GuardIsAssert);
  CHECK_FALSE(find_rule("DL1").has_value());
  CHECK_FALSE(find_rule("DL1011").has_value());
  CHECK_FALSE(find_rule("").has_value());
}

TEST_CASE("codes and names are used once, summaries are one plain sentence") {
  std::set<std::string_view> names;
  for (const RuleEntry &entry : rules()) {
    CAPTURE(rule_code(entry.rule));
    CHECK(names.insert(entry.name).second);
    CHECK(&rule_entry(entry.rule) == &entry);
    CHECK(entry.level != Level::Off);
    CHECK(entry.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos);
    REQUIRE_FALSE(entry.summary.empty());
    CHECK(entry.summary.back() != '.');
  }
}

TEST_CASE("every rule has a page that starts with its name and code") {
  for (const RuleEntry &entry : rules()) {
    std::string title = "# " + std::string(entry.name) + " (" + rule_code(entry.rule) + ")\n";
    CAPTURE(title);
    CHECK(rule_page(entry.rule).starts_with(title));
  }
}
