// The fault's way out of one function: through the protected regions around a place, innermost first.
#pragma once

#include "exceptions_trace/boundaries.h"
#include "exceptions_trace/handlers.h"
#include "exceptions_trace/regions.h"

namespace decode_ledger::exceptions_trace {

struct Passage {
  std::vector<Judgement> met;         ///< handlers that can catch what arrives at them, in order
  std::vector<ExceptionType> escapes; ///< classes that leave the function; empty: none does
  std::vector<std::string> open;      ///< what was not followed, in sentences
};

/// REQUIRES: `place` is a node of the package. `message`: what is known of the fault's text.
Passage pass_regions(const Context &context, NodeRef place, const ExceptionType &fault, const TextPattern &message,
                     unsigned depth = 0);

/// What leaving the `with` at `item` (a WithItem) by `fault` does.
struct Left {
  std::optional<Judgement> met; ///< when it is a handler
  std::vector<ExceptionType> passes;
  std::string open;
};
Left leave_context(const Context &context, NodeRef item, const ExceptionType &fault, const TextPattern &message,
                   unsigned depth);

/// `function` is decorated with contextlib.contextmanager or asynccontextmanager.
bool is_context_manager(const Context &context, FunctionId function);

} // namespace decode_ledger::exceptions_trace
