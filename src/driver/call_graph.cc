#include "driver/call_graph.h"

#include <map>
#include <set>

namespace decode_ledger::driver {

std::vector<FunctionId> all_functions(const package_model::PackageModel &model) {
  std::vector<FunctionId> functions;
  for (size_t i = 0; i < model.num_functions(); ++i)
    functions.push_back(FunctionId{i});
  return functions;
}

report::Adjacency adjacency(dataflow::Query &query) {
  return adjacency(query.model(), dataflow::call_edges(query), all_functions(query.model()));
}

report::Adjacency adjacency(const package_model::PackageModel &model, const std::vector<dataflow::CallEdge> &edges,
                            const std::vector<FunctionId> &functions) {
  std::vector<bool> shown(model.num_functions(), false);
  std::map<std::string, std::set<std::string>> calls;
  for (FunctionId function : functions) {
    shown[function.value] = true;
    calls[model.full_name(function)];
  }
  for (const dataflow::CallEdge &edge : edges)
    if (shown[edge.caller.value] && shown[edge.callee.value])
      calls[model.full_name(edge.caller)].insert(model.full_name(edge.callee));
  report::Adjacency graph;
  for (const auto &[caller, callees] : calls)
    graph.emplace_back(caller, std::vector<std::string>(callees.begin(), callees.end()));
  return graph;
}

} // namespace decode_ledger::driver
