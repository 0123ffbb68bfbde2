// Which protected regions enclose a place inside its own function?
#pragma once

#include "exceptions_trace/context.h"

namespace decode_ledger::exceptions_trace {

struct Region {
  enum class Kind : uint8_t {
    TryBody,  ///< `node` is the Try whose clauses can see an exception raised at the place
    Finally,  ///< `node` is the Try whose finally runs when an exception passes
    WithItem, ///< `node` is the WithItem whose context manager is left by the exception
  };
  Kind kind{};
  NodeRef node;
};

/// Regions that an exception raised at `place` passes, innermost first, up to the edge of the function that runs it.
/// A handler, an else clause and a finally clause are outside their own try's body; the first two are inside its
/// finally. Decorators, defaults and annotations run in the function around the definition.
std::vector<Region> enclosing_regions(const Context &context, NodeRef place);

/// The generator expression whose iteration evaluates `place`, in the function around `place`; none: evaluated where it
/// stands. `f(x)` of `(f(x) for x in xs)`, but not `xs`.
NodeRef lazy_generator_around(const Context &context, NodeRef place);

} // namespace decode_ledger::exceptions_trace
