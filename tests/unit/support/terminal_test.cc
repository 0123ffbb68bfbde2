#include "support/clock.h"
#include "support/environment.h"
#include "support/stable_hash.h"
#include "support/terminal.h"

#include "scratch.h"

#include <doctest/doctest.h>

using namespace decode_ledger;

TEST_CASE("the first that speaks of colours decides: flag, NO_COLOR, CLICOLOR_FORCE or FORCE_COLOR") {
  const WithVariable no_color("NO_COLOR", nullptr), cli("CLICOLOR_FORCE", nullptr), force("FORCE_COLOR", nullptr);
  CHECK(use_color(When::Always, Stream::Out));
  CHECK_FALSE(use_color(When::Never, Stream::Out));
  {
    const WithVariable on("CLICOLOR_FORCE", "1");
    CHECK(use_color(When::Auto, Stream::Out));
    CHECK_FALSE(use_color(When::Never, Stream::Out));
    const WithVariable none("NO_COLOR", "1");
    CHECK_FALSE(use_color(When::Auto, Stream::Out));
    CHECK(use_color(When::Always, Stream::Out));
    const WithVariable empty("NO_COLOR", "");
    CHECK(use_color(When::Auto, Stream::Out));
  }
  {
    const WithVariable on("FORCE_COLOR", "1");
    CHECK(use_color(When::Auto, Stream::Err));
    const WithVariable off("FORCE_COLOR", "0");
    CHECK((is_terminal(Stream::Err) || !use_color(When::Auto, Stream::Err)));
  }
}

TEST_CASE("the width is what COLUMNS says, and never nothing") {
  const WithVariable columns("COLUMNS", "132");
  CHECK(terminal_width(Stream::Out) == 132);
  const WithVariable nonsense("COLUMNS", "-3");
  CHECK(terminal_width(Stream::Out) > 0);
}

TEST_CASE("links are off where nothing shows them, and the flag decides") {
  CHECK(use_hyperlinks(When::Always, Stream::Out));
  CHECK_FALSE(use_hyperlinks(When::Never, Stream::Out));
}

TEST_CASE("a quiet bar counts and shows nothing") {
  ProgressBar bar("reading", 10, true);
  for (int i = 0; i < 20; ++i)
    bar.advance();
}

TEST_CASE("the day is written as the ledger writes it, and time does not go back") {
  const std::string today = today_utc();
  REQUIRE(today.size() == 10);
  CHECK(today[4] == '-');
  CHECK(today[7] == '-');
  CHECK(today > "2024-01-01");
  const double before = monotonic_seconds();
  CHECK(monotonic_seconds() >= before);
}

TEST_CASE("hashes never change: ledgers hold them") {
  CHECK(stable_hash("") == 0x2d06800538d394c2ULL);
  CHECK(hash_text(stable_hash("")) == "2d06800538d3");
  CHECK(hash_text(0xffffULL) == "000000000000");
  CHECK(hash_text(0x0123456789abcdefULL) == "0123456789ab");
  CHECK(stable_hash("a") != stable_hash("b"));
  CHECK(stable_hash("a") != stable_hash("a", 1));
}

TEST_CASE("a switch is on unless it is empty or 0") {
  const WithVariable unset("DL_TEST_SWITCH", nullptr);
  CHECK_FALSE(environment_switch("DL_TEST_SWITCH"));
  const WithVariable zero("DL_TEST_SWITCH", "0");
  CHECK_FALSE(environment_switch("DL_TEST_SWITCH"));
  CHECK(environment_variable("DL_TEST_SWITCH") == "0");
  const WithVariable one("DL_TEST_SWITCH", "1");
  CHECK(environment_switch("DL_TEST_SWITCH"));
}
