#include "report/line_hashes.h"

#include <doctest/doctest.h>

using decode_ledger::report::line_hashes;

// tests/formats/ holds the numbers against another program's.
TEST_CASE("blanks do not count, line ends are alike, twins are numbered") {
  CHECK(line_hashes("a b\nc\n") == line_hashes("\tab\r\n  c\r"));
  CHECK(line_hashes("").size() == 1);
  CHECK(line_hashes("a\n\n").size() == 3);
  std::string many;
  for (int i = 0; i < 100; ++i)
    many += "x\n";
  std::vector<std::string> hashes = line_hashes(many);
  REQUIRE(hashes.size() == 101);
  CHECK(hashes[0].substr(0, hashes[0].find(':')) == hashes[1].substr(0, hashes[1].find(':')));
  CHECK(hashes[0].substr(hashes[0].find(':')) == ":1");
  CHECK(hashes[1].substr(hashes[1].find(':')) == ":2");
}

TEST_CASE("a line's hash does not depend on what is above it, nor on what is a hundred units below") {
  std::string tail(200, 'z');
  CHECK(line_hashes("y\n" + tail + "1")[0] == line_hashes("y\n" + tail + "2")[0]);
  CHECK(line_hashes("y\nz\n")[1] == line_hashes("a\nz\n")[1]);
  CHECK(line_hashes("y\nz\n")[0] != line_hashes("y\na\n")[0]);
}
