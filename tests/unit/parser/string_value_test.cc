// What a string literal stands for: prefixes, quotes and escapes taken away.

#include "parser/parser.h"

#include <doctest/doctest.h>

namespace decode_ledger::parser {
namespace {

/// The value of the program's only expression; "no value" when it has none.
std::string value_of(std::string_view text) {
  const SyntaxTree tree = parse(text);
  REQUIRE_MESSAGE(tree.damage().empty(), text);
  const NodeId expression = tree.first_child(tree.first_child(SyntaxTree::root()));
  return string_value(tree, text, expression).value_or("no value");
}

TEST_CASE("quotes and prefixes") {
  CHECK(value_of("'a'") == "a");
  CHECK(value_of("\"it's\"") == "it's");
  CHECK(value_of("''") == "");
  CHECK(value_of("u'a'") == "a");
  CHECK(value_of("'''a\n'b'\n'''") == "a\n'b'\n");
  CHECK(value_of("\"\"\"\"a\"\"\"") == "\"a");
  CHECK(value_of("B'a'") == "a");
}

TEST_CASE("escapes") {
  CHECK(value_of(R"('\n\t\\\'\"\r')") == "\n\t\\'\"\r");
  CHECK(value_of(R"('\x41\101\u20ac\U0001F600')") == "AA\xe2\x82\xac\xf0\x9f\x98\x80");
  CHECK(value_of(R"('\0')") == std::string(1, '\0'));
  CHECK(value_of("'a\\\nb'") == "ab");
  CHECK(value_of("'a\\\r\nb'") == "ab");
  CHECK(value_of(R"('\d')") == "\\d");
  CHECK(value_of(R"('\xe9')") == "\xc3\xa9");
}

TEST_CASE("bytes keep bytes and know no characters") {
  CHECK(value_of(R"(b'\xe9')") == "\xe9");
  CHECK(value_of(R"(b'\u20ac')") == "\\u20ac");
}

TEST_CASE("raw strings have no escapes") {
  CHECK(value_of(R"(r'\n\\')") == "\\n\\\\");
  CHECK(value_of(R"(r'\'')") == "\\'");
  CHECK(value_of(R"(Rb'\x41')") == "\\x41");
}

TEST_CASE("strings side by side are one") {
  CHECK(value_of("'a' \"b\" r'\\c'") == "ab\\c");
  CHECK(value_of("('a'\n 'b')") == "ab");
}

TEST_CASE("an f-string has a value only without interpolations") {
  CHECK(value_of("f'a'") == "a");
  CHECK(value_of("f'{a}'") == "no value");
  CHECK(value_of("'a' f'{b}'") == "no value");
  CHECK(value_of("1") == "no value");
}

} // namespace
} // namespace decode_ledger::parser
