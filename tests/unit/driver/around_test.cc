// What lies around a function: callers to the top, callees as far as is asked for.

#include "driver/around.h"

#include <doctest/doctest.h>

using namespace decode_ledger;
using namespace decode_ledger::driver;

namespace {

/// Functions are numbers; an edge is a caller and a callee.
dataflow::CallGraph graph_of(const std::vector<std::pair<uint32_t, uint32_t>> &edges) {
  dataflow::CallGraph graph;
  for (auto [caller, callee] : edges) {
    dataflow::CallEdge edge;
    edge.caller = FunctionId{caller};
    edge.callee = FunctionId{callee};
    graph.edges.push_back(edge);
  }
  return graph;
}

std::vector<uint32_t> around(const dataflow::CallGraph &graph, std::vector<uint32_t> start,
                             std::optional<unsigned> depth = std::nullopt) {
  std::vector<FunctionId> functions;
  for (uint32_t number : start)
    functions.push_back(FunctionId{number});
  std::vector<uint32_t> found;
  for (FunctionId function : functions_around(graph, 10, functions, depth))
    found.push_back(function.value);
  return found;
}

using Numbers = std::vector<uint32_t>;

const dataflow::CallGraph kChain = graph_of({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}});

} // namespace

TEST_CASE("callers to the top, callees two calls away") { CHECK(around(kChain, {3}) == Numbers{0, 1, 2, 3, 4, 5}); }

TEST_CASE("a depth bounds both ways") {
  CHECK(around(kChain, {3}, 0) == Numbers{3});
  CHECK(around(kChain, {3}, 1) == Numbers{2, 3, 4});
  CHECK(around(kChain, {3}, 100) == Numbers{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("a caller's other callees are not around, nor a callee's other callers") {
  dataflow::CallGraph graph = graph_of({{0, 1}, {0, 2}, {1, 3}, {4, 3}});
  CHECK(around(graph, {1}) == Numbers{0, 1, 3});
}

TEST_CASE("a circle ends, and several functions of one name are gone around at once") {
  dataflow::CallGraph graph = graph_of({{0, 1}, {1, 0}, {2, 3}, {4, 4}});
  CHECK(around(graph, {0}) == Numbers{0, 1});
  CHECK(around(graph, {1, 3}) == Numbers{0, 1, 2, 3});
  CHECK(around(graph, {4}) == Numbers{4});
  CHECK(around(graph, {9}) == Numbers{9});
}
