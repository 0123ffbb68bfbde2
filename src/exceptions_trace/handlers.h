// What does one handler do to the fault? The outcomes of its statements, summed up as one verdict.
#pragma once

#include "exceptions_trace/later_raises.h"

namespace decode_ledger::exceptions_trace {

/// A handler judged: what is told of it, and what goes on behind it.
struct Judgement {
  HandlerMet met;                    ///< without chain, ways and masked
  std::vector<ExceptionType> passes; ///< what leaves the handler; the fault itself among it when it can be re-raised
  std::vector<LaterRaise> later;     ///< for Deferred: from where the kept exception goes on
  bool success_exit = false;         ///< ends the run with status 0
  std::string open;                  ///< why the verdict is not certain; empty: it is
};

/// The clause `handler` (a Handler node) of a type that it matches. `message`: what is known of the fault's text.
Judgement judge_clause(const Context &context, NodeRef handler, const ExceptionType &fault, const TextPattern &message,
                       bool broad);

/// The finally block of `statement` (a Try) that an exception of `fault` runs through. Without a value when it always
/// passes the exception on.
std::optional<Judgement> judge_finally(const Context &context, NodeRef statement, const ExceptionType &fault);

/// An `__exit__` (or `__aexit__`) of the package that is entered with `fault`: Reraises when it lets it pass. Without
/// handler, place and clause, which are the caller's `with`.
Judgement judge_exit(const Context &context, FunctionId exit, const ExceptionType &fault, const TextPattern &message);

/// From `except` to before its colon.
SourceRange clause_range(const Context &context, NodeRef handler);
/// `range` on one line.
std::string text_on_one_line(const Context &context, const SourceRange &range);

} // namespace decode_ledger::exceptions_trace
