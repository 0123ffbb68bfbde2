#include "driver/around.h"

#include "driver/find_site.h"
#include "report/places.h"
#include "support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <numeric>

namespace decode_ledger::driver {
namespace {

using dataflow::CallEdge;

/// Functions that share a name are one answer; different names are several.
using ByName = std::map<std::string, std::vector<FunctionId>>;

bool ends_with_parts(std::string_view name, std::string_view parts) {
  return name == parts || (name.ends_with(parts) && name[name.size() - parts.size() - 1] == '.');
}

ByName names_ending_in(const package_model::PackageModel &model, std::string_view wanted) {
  ByName found;
  for (size_t i = 0; i < model.num_functions(); ++i)
    if (std::string name = model.full_name(FunctionId{i}); ends_with_parts(name, wanted))
      found[std::move(name)].push_back(FunctionId{i});
  return found;
}

std::vector<std::string> names_of(const ByName &found) {
  constexpr size_t kMostNames = 20;
  std::vector<std::string> names;
  for (const auto &[name, functions] : found)
    if (names.size() < kMostNames)
      names.push_back(name);
  return names;
}

/// The function with the name nearest to what was typed, by its whole name or by its last part.
std::vector<std::string> nearest_function(const package_model::PackageModel &model, std::string_view wanted) {
  std::vector<std::string> names;
  for (size_t i = 0; i < model.num_functions(); ++i)
    names.push_back(model.full_name(FunctionId{i}));
  std::vector<std::string_view> whole(names.begin(), names.end());
  if (std::optional<std::string_view> nearest = nearest_word(wanted, whole))
    return {std::string(*nearest)};
  std::vector<std::string_view> last;
  for (std::string_view name : whole)
    last.push_back(name.substr(name.rfind('.') + 1));
  std::optional<std::string_view> nearest = nearest_word(wanted.substr(wanted.rfind('.') + 1), last);
  return nearest ? names_of(names_ending_in(model, *nearest)) : std::vector<std::string>{};
}

/// Edges by one of their ends: `of(f)` are the functions at the other.
class Neighbours {
public:
  template <class Near, class Far>
  Neighbours(const std::vector<CallEdge> &edges, size_t num_functions, Near near, Far far)
      : starts_(num_functions + 1, 0), functions_(edges.size()) {
    for (const CallEdge &edge : edges)
      ++starts_[(edge.*near).value + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::vector<size_t> next(starts_.begin(), starts_.end() - 1);
    for (const CallEdge &edge : edges)
      functions_[next[(edge.*near).value]++] = edge.*far;
  }

  std::span<const FunctionId> of(FunctionId function) const {
    return std::span(functions_)
        .subspan(starts_[function.value], starts_[function.value + 1] - starts_[function.value]);
  }

private:
  std::vector<size_t> starts_;
  std::vector<FunctionId> functions_;
};

/// Marks what is reached from `start`; breadth first, so that each is met by a shortest way.
void mark_reached(const Neighbours &neighbours, std::vector<FunctionId> start, unsigned depth,
                  std::vector<bool> &marked) {
  std::vector<bool> seen(marked.size(), false);
  for (FunctionId function : start)
    seen[function.value] = marked[function.value] = true;
  for (unsigned steps = 0; steps < depth && !start.empty(); ++steps) {
    std::vector<FunctionId> next;
    for (FunctionId function : start)
      for (FunctionId neighbour : neighbours.of(function))
        if (!seen[neighbour.value]) {
          seen[neighbour.value] = marked[neighbour.value] = true;
          next.push_back(neighbour);
        }
    start = std::move(next);
  }
}

} // namespace

FoundFunctions find_functions(const report::Analysis &analysis, std::string_view wanted) {
  const package_model::PackageModel &model = *analysis.model;
  ByName fitting = wanted.empty() ? ByName{} : names_ending_in(model, wanted);
  if (auto exact = fitting.find(std::string(wanted)); exact != fitting.end())
    return {exact->second, false, {}};
  if (fitting.size() == 1)
    return {fitting.begin()->second, false, {}};
  if (!fitting.empty())
    return {{}, true, names_of(fitting)};

  FoundSite found = find_site(analysis, wanted);
  if (found.site.valid())
    return {{model.function_at(analysis.sites->sites[found.site.value].node)}, false, {}};
  if (found.ambiguous)
    return {{}, true, std::move(found.nearest)};
  std::vector<std::string> nearest = nearest_function(model, wanted);
  nearest.insert(nearest.end(), found.nearest.begin(), found.nearest.end());
  return {{}, false, std::move(nearest)};
}

std::vector<FunctionId> functions_around(const dataflow::CallGraph &graph, size_t num_functions,
                                         const std::vector<FunctionId> &start, std::optional<unsigned> depth) {
  std::vector<bool> marked(num_functions, false);
  mark_reached(Neighbours(graph.edges, num_functions, &CallEdge::callee, &CallEdge::caller), start,
               depth.value_or(std::numeric_limits<unsigned>::max()), marked);
  mark_reached(Neighbours(graph.edges, num_functions, &CallEdge::caller, &CallEdge::callee), start,
               depth.value_or(kCalleesShown), marked);
  std::vector<FunctionId> functions;
  for (size_t i = 0; i < num_functions; ++i)
    if (marked[i])
      functions.push_back(FunctionId{i});
  return functions;
}

} // namespace decode_ledger::driver
