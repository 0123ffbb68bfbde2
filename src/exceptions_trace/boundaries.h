// Where does an exception come out that is raised in a function handed to code that we don't read, or in a generator
// or coroutine that runs later than it is called?
//
//     pool.submit(f, x)                 at `.result()`; nowhere when nobody asks
//     Thread(target=f)                  nowhere: the thread prints it and ends
//     Dataset.map(f)                    at the call itself
//     for row in rows(x): …             rows is a generator: where it is iterated
#pragma once

#include "exceptions_trace/context.h"

namespace decode_ledger::exceptions_trace {

/// One place at which a delayed exception surfaces.
struct Surfacing {
  enum class Kind : uint8_t {
    At,       ///< `place`, in the same function
    Returned, ///< the function gives it to its callers, unrun
    Handed,   ///< as `argument` of the call at `place`, which is a boundary
    Kept,     ///< put where another function may ask for it; `place` is where one does
    Raised,   ///< `argument`, a call of `.exception()`, reads it, and the Raise at `place` raises it
    Dropped,  ///< `place`, a call of `.exception()` or gather(return_exceptions=True), reads it and goes on
    Lost,     ///< nobody asks
    Open,     ///< not followed: `reason`
  };
  Kind kind{};
  NodeRef place;
  NodeRef argument;
  std::string reason;
  int element = kWhole; ///< Returned: as this element of a tuple
  static constexpr int kWhole = -1;
};

/// Where the exceptions of the generator or coroutine that `call`, or a generator expression, makes surface.
/// `element`: of what `call` gives, when that is a tuple.
std::vector<Surfacing> surfacings_of_call(const Context &context, NodeRef call, int element = Surfacing::kWhole);

/// The same for one that the function around `parameter` is given.
std::vector<Surfacing> surfacings_of_parameter(const Context &context, NodeRef parameter);

/// What the boundary call at `call` does with an exception of the function in `argument` (the node in the call's list,
/// or inside it): by knowledge/boundaries.toml. `note` is the table's sentence.
struct BoundaryEffect {
  enum class Kind : uint8_t { Passes, AtResult, Iterated, Top, Lost, Unknown };
  Kind kind = Kind::Unknown;
  std::vector<std::string> askers; ///< AtResult: methods that ask for the result
  bool as_values = false;          ///< Passes: but exceptions come back as values (return_exceptions=True)
  std::string note;                ///< empty: the table does not know the call
};
BoundaryEffect boundary_effect(const Context &context, NodeRef call, NodeRef argument);

/// AtResult: where the result of `call` is asked for. Never empty.
std::vector<Surfacing> surfacings_of_result(const Context &context, NodeRef call,
                                            const std::vector<std::string> &askers);

} // namespace decode_ledger::exceptions_trace
