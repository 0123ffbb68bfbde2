// A handler keeps the exception (`errors.append(e)`, `self.error = e`); does some later code raise it, and where?
#pragma once

#include "exceptions_trace/interpreter.h"

namespace decode_ledger::exceptions_trace {

struct LaterRaise {
  NodeRef place;      ///< the Raise statement
  ExceptionType type; ///< what leaves there: the fault, or the class that it is handed to (an ExceptionGroup)
};

/// Raise statements that mention what the handler at `handler` kept, by file and place. Empty: none was found, which
/// means that the exception is dropped as far as the package shows.
std::vector<LaterRaise> find_later_raises(const Context &context, NodeRef handler, const std::vector<Kept> &kept,
                                          const ExceptionType &fault);

} // namespace decode_ledger::exceptions_trace
