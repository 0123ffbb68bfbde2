#include "driver/call_graph.h"

#include <algorithm>
#include <map>
#include <set>

namespace decode_ledger::driver {

std::vector<dataflow::CallEdge> call_edges(dataflow::Query &query) {
  std::vector<dataflow::CallEdge> edges;
  for (size_t i = 0; i < query.model().num_functions(); ++i) {
    const std::vector<dataflow::CallEdge> &callers = query.callers_of(FunctionId{i});
    edges.insert(edges.end(), callers.begin(), callers.end());
  }
  // Ids of functions count up by file and place, so that this is the order of the source.
  std::ranges::stable_sort(edges, [](const dataflow::CallEdge &a, const dataflow::CallEdge &b) {
    return std::tuple(a.caller, a.site, a.callee) < std::tuple(b.caller, b.site, b.callee);
  });
  return edges;
}

report::Adjacency adjacency(dataflow::Query &query) {
  const package_model::PackageModel &model = query.model();
  std::map<std::string, std::set<std::string>> calls;
  for (size_t i = 0; i < model.num_functions(); ++i)
    calls[model.full_name(FunctionId{i})];
  for (const dataflow::CallEdge &edge : call_edges(query))
    calls[model.full_name(edge.caller)].insert(model.full_name(edge.callee));
  report::Adjacency graph;
  for (const auto &[caller, callees] : calls)
    graph.emplace_back(caller, std::vector<std::string>(callees.begin(), callees.end()));
  return graph;
}

} // namespace decode_ledger::driver
