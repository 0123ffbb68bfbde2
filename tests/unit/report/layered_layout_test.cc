// Columns, order and places, with boxes of 40 by 20 unless a test says otherwise.

#include "report/layered_layout.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace decode_ledger::report {
namespace {

using Arrows = std::vector<ArrowEnds>;

std::vector<BoxSize> boxes(size_t count) { return {count, BoxSize{40, 20}}; }

std::vector<uint32_t> columns(size_t count, const Arrows &arrows) {
  std::vector<uint32_t> columns;
  for (const Layout::Box &box : lay_out(boxes(count), arrows).boxes)
    columns.push_back(box.column);
  return columns;
}

bool overlap(const Layout::Box &a, const BoxSize &size_a, const Layout::Box &b, const BoxSize &size_b) {
  return a.x < b.x + size_b.width && b.x < a.x + size_a.width && a.y < b.y + size_b.height && b.y < a.y + size_a.height;
}

size_t num_overlaps(const std::vector<BoxSize> &sizes, const Layout &layout) {
  size_t count = 0;
  for (size_t i = 0; i < sizes.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      count += overlap(layout.boxes[i], sizes[i], layout.boxes[j], sizes[j]);
  return count;
}

/// A graph that is anything, the same at each run.
class Dice {
public:
  uint32_t below(uint32_t limit) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<uint32_t>(state_ >> 33) % limit;
  }

private:
  uint64_t state_ = 42;
};

struct Graph {
  std::vector<BoxSize> sizes;
  Arrows arrows;
};

Graph any_graph(uint32_t num_boxes, uint32_t num_arrows) {
  Dice dice;
  Graph graph;
  for (uint32_t i = 0; i < num_boxes; ++i)
    graph.sizes.push_back({20.0 + dice.below(100), 10.0 + dice.below(40)});
  for (uint32_t i = 0; i < num_arrows; ++i)
    graph.arrows.push_back({dice.below(num_boxes), dice.below(num_boxes)});
  return graph;
}

/// Everything that is told, for comparing.
std::string told(const Layout &layout) {
  std::string out = std::to_string(layout.width) + " " + std::to_string(layout.height);
  for (const Layout::Box &box : layout.boxes)
    out += "\n" + std::to_string(box.x) + " " + std::to_string(box.y) + " " + std::to_string(box.column);
  for (const Layout::Arrow &arrow : layout.arrows) {
    out += arrow.reversed ? "\nreversed" : "\narrow";
    for (const Point &point : arrow.points)
      out += " " + std::to_string(point.x) + "," + std::to_string(point.y);
  }
  return out;
}

} // namespace

TEST_CASE("nothing is laid out as nothing") {
  Layout layout = lay_out({}, {});
  CHECK(layout.boxes.empty());
  CHECK(layout.width == 0);
  CHECK(layout.height == 0);
}

TEST_CASE("a box stands right of its rightmost caller") {
  CHECK(columns(4, {{0, 1}, {1, 2}, {0, 3}, {2, 3}}) == std::vector<uint32_t>{0, 1, 2, 3});
}

TEST_CASE("a box that nobody calls stands next to what it calls") {
  CHECK(columns(4, {{0, 1}, {1, 2}, {3, 2}}) == std::vector<uint32_t>{0, 1, 2, 1});
}

TEST_CASE("an arrow that closes a cycle is told as reversed, and the rest of the cycle runs from left to right") {
  Layout layout = lay_out(boxes(3), {{0, 1}, {1, 2}, {2, 0}});
  CHECK(layout.boxes[0].column == 0);
  CHECK(layout.boxes[2].column == 2);
  CHECK_FALSE(layout.arrows[0].reversed);
  CHECK(layout.arrows[2].reversed);
  CHECK(layout.arrows[2].points.front().x == doctest::Approx(layout.boxes[0].x + 40));
  CHECK(layout.arrows[2].points.back().x == doctest::Approx(layout.boxes[2].x));
}

TEST_CASE("a box that points at itself has no points and changes no column") {
  Layout layout = lay_out(boxes(2), {{0, 0}, {0, 1}});
  CHECK(layout.arrows[0].points.empty());
  CHECK_FALSE(layout.arrows[0].reversed);
  CHECK(layout.boxes[1].column == 1);
}

TEST_CASE("an arrow bends in each column that it passes, clear of the boxes there") {
  Layout layout = lay_out(boxes(4), {{0, 1}, {1, 2}, {2, 3}, {0, 3}});
  const Layout::Arrow &arrow = layout.arrows[3];
  REQUIRE(arrow.points.size() == 2 + 2 * 2 + 1);
  for (size_t column : {size_t{1}, size_t{2}}) {
    double y = arrow.points[2 * column].y;
    CHECK((y < layout.boxes[column].y || y > layout.boxes[column].y + 20));
  }
}

TEST_CASE("an arrow over more columns than it may have bends has none") {
  Arrows arrows;
  for (uint32_t i = 0; i <= kMostBends + 1; ++i)
    arrows.push_back({i, i + 1});
  arrows.push_back({0, kMostBends + 2});
  Layout layout = lay_out(boxes(kMostBends + 3), arrows);
  CHECK(layout.arrows.back().points.size() == 3);
}

TEST_CASE("what can be drawn without a crossing is") {
  // The callees are named in the opposite order of the callers.
  Layout layout = lay_out(boxes(6), {{0, 5}, {1, 4}, {2, 3}, {0, 4}, {1, 3}});
  CHECK(layout.boxes[0].y < layout.boxes[1].y);
  CHECK(layout.boxes[1].y < layout.boxes[2].y);
  CHECK(layout.boxes[5].y < layout.boxes[4].y);
  CHECK(layout.boxes[4].y < layout.boxes[3].y);
}

TEST_CASE("a caller stands in the middle of its callees") {
  Layout layout = lay_out(boxes(4), {{0, 1}, {0, 2}, {0, 3}});
  CHECK(layout.boxes[0].y == doctest::Approx(layout.boxes[2].y));
}

TEST_CASE("parts that are not connected stand apart, within the picture") {
  std::vector<BoxSize> sizes = boxes(30);
  Layout layout = lay_out(sizes, {{0, 1}, {2, 3}, {2, 4}});
  CHECK(num_overlaps(sizes, layout) == 0);
  for (const Layout::Box &box : layout.boxes) {
    CHECK(box.x >= 0);
    CHECK(box.y >= 0);
    CHECK(box.x + 40 <= layout.width);
    CHECK(box.y + 20 <= layout.height);
  }
}

TEST_CASE("no boxes overlap, and arrows go right, in graphs that are anything") {
  for (uint32_t num_arrows : {0U, 40U, 120U, 400U}) {
    Graph graph = any_graph(100, num_arrows);
    Layout layout = lay_out(graph.sizes, graph.arrows);
    CHECK(num_overlaps(graph.sizes, layout) == 0);
    for (const Layout::Arrow &arrow : layout.arrows)
      CHECK(std::ranges::is_sorted(arrow.points, {}, &Point::x));
  }
}

TEST_CASE("the same graph is laid out the same way") {
  Graph graph = any_graph(200, 300);
  CHECK(told(lay_out(graph.sizes, graph.arrows)) == told(lay_out(graph.sizes, graph.arrows)));
}

TEST_CASE("a large graph and a long chain take linear time") {
  Graph graph = any_graph(20000, 30000);
  CHECK(lay_out(graph.sizes, graph.arrows).boxes.size() == 20000);
  Arrows chain;
  for (uint32_t i = 0; i + 1 < 50000; ++i)
    chain.push_back({i, i + 1});
  for (uint32_t i = 0; i + 1 < 50000; ++i)
    chain.push_back({0, i + 1});
  CHECK(lay_out(boxes(50000), chain).boxes.back().column == 49999);
}

} // namespace decode_ledger::report
