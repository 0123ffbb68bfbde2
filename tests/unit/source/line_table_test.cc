#include "source/source.h"

#include <doctest/doctest.h>

using namespace decode_ledger::source;

TEST_CASE("lines end at \\n, \\r\\n and \\r; form feeds and NUL end none") {
  const std::string text = std::string("a\nbb\r\n\rc\fd\0e", 12);
  const LineTable lines(text);
  REQUIRE(lines.num_lines() == 4);
  CHECK(lines.line_range(1) == std::pair<uint32_t, uint32_t>{0, 1});
  CHECK(lines.line_range(2) == std::pair<uint32_t, uint32_t>{2, 4});
  CHECK(lines.line_range(3) == std::pair<uint32_t, uint32_t>{6, 6});
  CHECK(lines.line_range(4) == std::pair<uint32_t, uint32_t>{7, 12});
  CHECK(lines.line(0) == 1);
  CHECK(lines.line(1) == 1); // the line end belongs to its line
  CHECK(lines.line(5) == 2);
  CHECK(lines.line(6) == 3);
  CHECK(lines.line(12) == 4);
}

TEST_CASE("no text has one line, and a last line end begins an empty one") {
  CHECK(LineTable("").num_lines() == 1);
  CHECK(LineTable("").line_range(1) == std::pair<uint32_t, uint32_t>{0, 0});
  CHECK(LineTable("a\n").num_lines() == 2);
  CHECK(LineTable("a\r").num_lines() == 2);
  CHECK(LineTable("a").num_lines() == 1);
}

TEST_CASE("columns count code points from 1") {
  SourceFile file;
  file.text = "x\n\xc3\xa9\xf0\x9f\x98\x80 = \ty\n";
  const LineTable lines(file.text);
  const auto at = [&](uint32_t offset) { return line_column(file, lines, offset); };
  CHECK(at(0) == LineColumn{1, 1});
  CHECK(at(2) == LineColumn{2, 1});
  CHECK(at(4) == LineColumn{2, 2});
  CHECK(at(8) == LineColumn{2, 3});
  CHECK(at(12) == LineColumn{2, 7}); // a tab is one
  CHECK(at(static_cast<uint32_t>(file.text.size())) == LineColumn{3, 1});
  // A file that was not read has no text; a place in it is its beginning.
  const SourceFile unread;
  CHECK(line_column(unread, LineTable(unread.text), 17) == LineColumn{1, 1});
}
