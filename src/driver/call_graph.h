// The call graph by names, for `graph --format json`.
#pragma once

#include "dataflow/call_graph.h"
#include "report/report.h"

#include <vector>

namespace decode_ledger::driver {

std::vector<FunctionId> all_functions(const package_model::PackageModel &model);

/// Every function and module of the reported files with what it calls, by dotted name.
report::Adjacency adjacency(dataflow::Query &query);
/// The same of `functions` and the edges between them.
report::Adjacency adjacency(const package_model::PackageModel &model, const std::vector<dataflow::CallEdge> &edges,
                            const std::vector<FunctionId> &functions);

} // namespace decode_ledger::driver
