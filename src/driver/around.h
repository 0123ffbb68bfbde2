// `graph --around`: which functions does the user mean, and what lies around them?
#pragma once

#include "dataflow/call_graph.h"
#include "report/report.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::driver {

/// Callees that are shown without --depth: calls away from the function. Its callers are shown up to the top.
constexpr unsigned kCalleesShown = 2;

struct FoundFunctions {
  std::vector<FunctionId> functions; ///< several have one name when it is defined more than once; empty: not found
  bool ambiguous = false;
  std::vector<std::string> nearest; ///< what fits, or what comes near
};

/// `wanted` is a function's dotted name or its last parts (`pkg.core.Judge.run`, `Judge.run`), or a site as find_site()
/// takes it: then the function that holds the site is meant.
FoundFunctions find_functions(const report::Analysis &analysis, std::string_view wanted);

/// The functions from which those of `start` are reached by edges and that are reached from them: `depth` edges away at
/// most; without it every caller, and callees kCalleesShown edges away. By id, `start` with them.
std::vector<FunctionId> functions_around(const dataflow::CallGraph &graph, size_t num_functions,
                                         const std::vector<FunctionId> &start, std::optional<unsigned> depth);

} // namespace decode_ledger::driver
