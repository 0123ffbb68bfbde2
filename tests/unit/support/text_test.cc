#include "support/text.h"

#include <doctest/doctest.h>

#include <array>

using namespace decode_ledger;
using namespace std::string_view_literals;

TEST_CASE("UTF-8 is told from what only looks like it") {
  CHECK_FALSE(find_invalid_utf8(""));
  CHECK_FALSE(find_invalid_utf8("plain text, longer than a word"));
  CHECK_FALSE(find_invalid_utf8("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"));
  CHECK_FALSE(find_invalid_utf8("a\0b"sv));
  CHECK(find_invalid_utf8("caf\xe9") == 3);
  CHECK(find_invalid_utf8("0123456789\xc3") == 10);
  CHECK(find_invalid_utf8("\xc0\xaf") == 0);         // overlong
  CHECK(find_invalid_utf8("\xe0\x80\xaf") == 0);     // overlong
  CHECK(find_invalid_utf8("\xf0\x80\x80\xaf") == 0); // overlong
  CHECK(find_invalid_utf8("\xed\xa0\x80") == 0);     // surrogate
  CHECK(find_invalid_utf8("\xf4\x90\x80\x80") == 0); // above U+10FFFF
  CHECK(find_invalid_utf8("a\x80") == 1);
}

TEST_CASE("code points are counted, and written") {
  CHECK(num_code_points("caf\xc3\xa9") == 4);
  CHECK(num_code_points("") == 0);
  std::string text;
  for (const char32_t c : {U'a', U'\u00e9', U'\u20ac', U'\U0001F600'})
    append_utf8(text, c);
  CHECK(text == "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
}

TEST_CASE("the nearest word is a slip of the fingers away") {
  constexpr std::array kWords{"guarded"sv, "exempt"sv, "todo"sv};
  CHECK(nearest_word("garded", kWords) == "guarded");
  CHECK(nearest_word("exmept", kWords) == "exempt");
  CHECK(nearest_word("tood", kWords) == "todo");
  CHECK_FALSE(nearest_word("nothing", kWords));
  CHECK_FALSE(nearest_word("", kWords));
  CHECK_FALSE(nearest_word("x", kWords));
  CHECK_FALSE(nearest_word(std::string(1000, 'a'), kWords));
}

TEST_CASE("nothing that a terminal obeys is left in") {
  CHECK(escape_for_terminal("plain \xc3\xa9") == "plain \xc3\xa9");
  CHECK(escape_for_terminal("\x1b[31m") == "\\x1b[31m");
  CHECK(escape_for_terminal("a\nb\tc\rd") == "a\\nb\\tc\\rd");
  CHECK(escape_for_terminal("\0"sv) == "\\x00");
  CHECK(escape_for_terminal("\x7f") == "\\x7f");
  CHECK(escape_for_terminal("\xc2\x9b") == "\\u{9b}");       // C1: a terminal may take it for ESC [
  CHECK(escape_for_terminal("\xe2\x80\xae") == "\\u{202e}"); // right-to-left override
  CHECK(escape_for_terminal("\xe2\x81\xa6") == "\\u{2066}"); // isolate
  CHECK(escape_for_terminal("\xe2\x80\x8b") == "\\u{200b}"); // zero width
  CHECK(escape_for_terminal("a\xff") == "a\\xff");
}

TEST_CASE("a path in a URI") {
  CHECK(percent_encoded("src/a-b_c.~1/x.py") == "src/a-b_c.~1/x.py");
  CHECK(percent_encoded("a b#?%:\n\xff") == "a%20b%23%3F%25%3A%0A%FF");
  CHECK(percent_encoded("\xc3\xa9") == "%C3%A9");
}

TEST_CASE("a text is cut between code points") {
  CHECK(utf8_prefix("a\xc3\xa9z", 1) == "a");
  CHECK(utf8_prefix("a\xc3\xa9z", 2) == "a");
  CHECK(utf8_prefix("a\xc3\xa9z", 3) == "a\xc3\xa9");
  CHECK(utf8_prefix("a\xc3\xa9z", 9) == "a\xc3\xa9z");
  CHECK(utf8_prefix("\xf0\x9f\x90\x8d", 3).empty());
}

TEST_CASE("every one is replaced, and what is put in is left alone") {
  CHECK(replace_all("a.b..c", ".", "::") == "a::b::::c");
  CHECK(replace_all("token", "token", "[token]") == "[token]");
  CHECK(replace_all("", "x", "y").empty());
}
