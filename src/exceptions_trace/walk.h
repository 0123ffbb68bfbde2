// The search over (function, exception class), breadth first from the site outwards.
//
//     place ──regions──> escapes its function as class E ──callers──> places in the callers, and so on
//
// Two queues: ways of certain edges only are walked to the end first, then those that need a `possible` edge. Each
// (function, class) leaves once, so recursion ends, and the first way found to a handler is a shortest one.
//
// Ends: a handler that keeps the fault; a top; or something that is not followed, which is noted with its reason and
// makes the ending unknown unless something worse is certain.
#pragma once

#include "exceptions_trace/facts.h"

namespace decode_ledger::exceptions_trace {

/// Where a walk begins, and with what in flight.
struct Start {
  NodeRef place; ///< the guard or the site; for a reference that is handed on, the call that takes it
  NodeRef
      handed; ///< `pool.map(tok.decode, xs)`: the reference, which `place` is handed; none: raised at `place` itself
  FlightId fault;
};

/// Fills what `out` tells of the ways of the fault: handlers, tops, unresolved calls, ending, counts of ways.
void walk_outwards(const Context &context, Facts &facts, const TraceOptions &options, const Start &start, Trace &out);

} // namespace decode_ledger::exceptions_trace
