#include "report/display_width.h"
#include "report/excerpt.h"

#include <doctest/doctest.h>

using namespace decode_ledger;
using namespace decode_ledger::report;

namespace {

source::SourceSet one_file(std::string text) {
  source::SourceSet sources;
  source::SourceFile file;
  file.path = "a.py";
  file.text = std::move(text);
  sources.files.push_back(std::move(file));
  return sources;
}

SourceRange find(const source::SourceSet &sources, std::string_view part) {
  size_t begin = sources.files[0].text.find(part);
  REQUIRE(begin != std::string::npos);
  return {FileId{0U}, static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + part.size())};
}

std::string print(const source::SourceSet &sources, const SourceRange &primary,
                  const std::vector<diagnostics::Place> &told, unsigned width = 100) {
  Places places(sources);
  Paint plain(false);
  return excerpt(places, primary, told, {width, Ink::Error}, plain);
}

} // namespace

TEST_CASE("carets under the primary range, texts on the right, one line for a gap") {
  source::SourceSet sources = one_file("guard(ids)\na\nb\ntry:\n    pass\nexcept Exception:\n    log()\n");
  CHECK(print(sources, find(sources, "except Exception"),
              {{find(sources, "guard(ids)"), "guard"}, {find(sources, "except Exception"), "swallowed here"}}) ==
        "    1 | guard(ids)          guard\n"
        "      ⋮\n"
        "    6 | except Exception:   swallowed here\n"
        "      | ^^^^^^^^^^^^^^^^\n");
}

TEST_CASE("a gap of one line is that line") {
  source::SourceSet sources = one_file("a\nb\nc\n");
  CHECK(print(sources, find(sources, "c"), {{find(sources, "a"), ""}}) == "    1 | a\n"
                                                                          "    2 | b\n"
                                                                          "    3 | c\n"
                                                                          "      | ^\n");
}

TEST_CASE("tabs are expanded, wide characters take two columns") {
  source::SourceSet sources = one_file("\tx = \"日本\" + y\n");
  CHECK(print(sources, find(sources, "y"), {}) == "    1 |     x = \"日本\" + y\n"
                                                  "      |                  ^\n");
}

TEST_CASE("what could move the cursor is shown as an escape") {
  source::SourceSet sources = one_file("x = '\x1b[2J' + y  # \xe2\x80\xae\n");
  std::string printed = print(sources, find(sources, "y"), {});
  CHECK(printed.find('\x1b') == std::string::npos);
  CHECK(printed.find("\xe2\x80\xae") == std::string::npos);
  CHECK(printed.find("\\x1b[2J") != std::string::npos);
}

TEST_CASE("a long line is cut around the place") {
  source::SourceSet sources =
      one_file("x = '" + std::string(5000, 'a') + "' + here + '" + std::string(5000, 'b') + "'\n");
  std::string printed = print(sources, find(sources, "here"), {}, 80);
  CHECK(printed.find("here") != std::string::npos);
  CHECK(printed.find("^^^^") != std::string::npos);
  for (size_t begin = 0; begin < printed.size();) {
    size_t end = printed.find('\n', begin);
    CHECK(display_width(std::string_view(printed).substr(begin, end - begin)) <= 80);
    begin = end + 1;
  }
}

TEST_CASE("a range over several lines is marked on its first") {
  source::SourceSet sources = one_file("f(\n  a,\n)\n");
  CHECK(print(sources, find(sources, "f(\n  a,\n)"), {}) == "    1 | f(\n"
                                                            "      | ^^\n");
}

TEST_CASE("the end of the file can be a place") {
  source::SourceSet sources = one_file("x\n");
  uint32_t end = 2;
  CHECK(print(sources, {FileId{0U}, end, end}, {}).find('^') != std::string::npos);
  source::SourceSet empty = one_file("");
  CHECK(print(empty, {FileId{0U}, 0, 0}, {}).find('^') != std::string::npos);
}

TEST_CASE("columns count code points") {
  source::SourceSet sources = one_file("é = '日本'; y\n");
  Places places(sources);
  CHECK(places.line_column(find(sources, "y")) == "a.py:1:11");
}
