// Every call edge of the package, for --print=call-graph and the graph command.
#pragma once

#include "dataflow/dataflow.h"
#include "report/report.h"

#include <vector>

namespace decode_ledger::driver {

/// By caller, then place, then callee. Costs a query for each function.
std::vector<dataflow::CallEdge> call_edges(dataflow::Query &query);

/// Every function and module of the reported files with what it calls, by dotted name.
report::Adjacency adjacency(dataflow::Query &query);

} // namespace decode_ledger::driver
