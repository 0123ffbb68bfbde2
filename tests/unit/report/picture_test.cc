// Pictures as DOT and as SVG: what is escaped, what is dashed, what the foot tells.

#include "report/picture.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace decode_ledger::report {
namespace {

using Stroke = Picture::Stroke;

Picture::Box box(const std::string &name) {
  return {name, {{name, Ink::Strong}}, "hint of " + name, Ink::Plain, false};
}

Picture two_boxes(const std::string &first = "a", const std::string &second = "b") {
  Picture picture;
  picture.title = "title";
  picture.boxes = {box(first), box(second)};
  picture.arrows = {{0, 1, Stroke::Solid, "calls"}};
  picture.meanings = {{Ink::Plain, Stroke::Solid, false, "surely"},
                      {Ink::Plain, Stroke::Dashed, false, "perhaps"},
                      {Ink::Note, Stroke::Solid, true, "of note"}};
  return picture;
}

bool has(const std::string &text, std::string_view part) { return text.find(part) != std::string::npos; }

size_t count(const std::string &text, std::string_view part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

} // namespace

TEST_CASE("DOT: boxes by name, arrows between them, what was asked for in bold") {
  Picture picture = two_boxes();
  picture.boxes[1].is_subject = true;
  std::string dot = picture_dot(picture);
  CHECK(dot.starts_with("digraph \"title\" {\n"));
  CHECK(has(dot, "  \"a\" [label=\"a\", tooltip=\"hint of a\", color=\"#6e7781\"];\n"));
  CHECK(has(dot, "  \"b\" [label=\"b\", tooltip=\"hint of b\", color=\"#6e7781\", penwidth=2.5];\n"));
  CHECK(has(dot, "  \"a\" -> \"b\" [style=solid, tooltip=\"calls\"];\n"));
  CHECK(dot.ends_with("}\n"));
}

TEST_CASE("DOT: boxes of one name stay two") {
  std::string dot = picture_dot(two_boxes("a", "a"));
  CHECK(has(dot, "\"a\" -> \"a#2\" "));
  Picture picture = two_boxes("a", "a");
  picture.boxes.push_back(box("a#2"));
  dot = picture_dot(picture);
  CHECK(has(dot, "\"a\" -> \"a#3\" "));
  CHECK(count(dot, "\"a#2\" [") == 1);
}

TEST_CASE("DOT: quotes, backslashes and control characters end no string") {
  std::string dot = picture_dot(two_boxes("a\"];b", "c\\"));
  CHECK(has(dot, R"(  "a\"];b" [label="a\"];b")"));
  CHECK(has(dot, R"(  "c\\" [label="c\\")"));
  dot = picture_dot(two_boxes("a\nb\x1b", "\xff"));
  CHECK(has(dot, R"("a\\nb\\x1b")"));
  CHECK(has(dot, R"("\\xff")"));
}

TEST_CASE("DOT: a line of the label a line of the box") {
  Picture picture = two_boxes();
  picture.boxes[0].lines.push_back({"below", Ink::Dim});
  CHECK(has(picture_dot(picture), R"(label="a\nbelow")"));
}

TEST_CASE("SVG: names are escaped for XML, in text and in titles") {
  std::string svg = picture_svg(two_boxes("<script>&\"'", "a\x1b]\x01\xef\xbf\xbf\xff"));
  CHECK_FALSE(has(svg, "<script"));
  CHECK(has(svg, ">&lt;script&gt;&amp;&quot;&#39;</text>"));
  CHECK(has(svg, "<title>hint of &lt;script&gt;&amp;&quot;&#39;</title>"));
  CHECK(std::ranges::none_of(svg, [](unsigned char c) { return c < 0x20 && c != '\n'; }));
  CHECK_FALSE(has(svg, "\xef\xbf\xbf"));
  CHECK_FALSE(has(svg, "\xff"));
}

TEST_CASE("SVG: alone in the world") {
  std::string svg = picture_svg(two_boxes());
  CHECK_FALSE(has(svg, "<script"));
  CHECK_FALSE(has(svg, "href"));
  CHECK_FALSE(has(svg, "@import"));
  CHECK_FALSE(has(svg, "foreignObject"));
  CHECK(count(svg, "http") == 1); // the name space
  CHECK(has(svg, "prefers-color-scheme: dark"));
}

TEST_CASE("SVG: only what occurs is explained") {
  std::string svg = picture_svg(two_boxes());
  CHECK(has(svg, ">surely</text>"));
  CHECK_FALSE(has(svg, ">perhaps</text>"));
  CHECK_FALSE(has(svg, ">of note</text>"));
  Picture picture = two_boxes();
  picture.arrows[0].stroke = Stroke::Dashed;
  picture.boxes[0].ink = Ink::Note;
  picture.note = "left out: nothing";
  svg = picture_svg(picture);
  CHECK_FALSE(has(svg, ">surely</text>"));
  CHECK(has(svg, ">perhaps</text>"));
  CHECK(has(svg, ">of note</text>"));
  CHECK(has(svg, ">left out: nothing</text>"));
  CHECK(has(svg, "class=\"arrow dashed\""));
}

TEST_CASE("SVG: a long sentence is cut at its end") {
  std::string sentence = "begin";
  for (int i = 0; i < 80; ++i)
    sentence += " é";
  std::string svg = picture_svg(two_boxes(sentence));
  CHECK(has(svg, ">begin é"));
  CHECK(has(svg, "é…</text>") != has(svg, " …</text>"));
  CHECK_FALSE(has(svg, ">" + sentence));
}

TEST_CASE("SVG: a long name is cut at its beginning, between letters, and whole in the hint") {
  std::string name;
  for (int i = 0; i < 80; ++i)
    name += "é";
  std::string svg = picture_svg(two_boxes(name + ".end"));
  CHECK(has(svg, ">…é"));
  CHECK(has(svg, "é.end</text>"));
  CHECK(has(svg, "<title>hint of " + name + ".end</title>"));
  CHECK_FALSE(has(svg, ">" + name));
}

TEST_CASE("SVG: nothing to draw is a picture all the same") {
  Picture picture;
  picture.title = "empty";
  std::string svg = picture_svg(picture);
  CHECK(has(svg, ">empty</text>"));
  CHECK(svg.ends_with("</svg>\n"));
}

TEST_CASE("the same picture gives the same bytes") {
  CHECK(picture_svg(two_boxes()) == picture_svg(two_boxes()));
  CHECK(picture_dot(two_boxes()) == picture_dot(two_boxes()));
}

} // namespace decode_ledger::report
