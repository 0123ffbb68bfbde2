// After `if not isinstance(model, Reader): raise …` a call of `model.read()` runs no method of another class.
#pragma once

#include "exceptions_trace/context.h"

namespace decode_ledger::exceptions_trace {

/// What isinstance() tests around a call leave of its receiver's classes: the object is an instance of one of each list.
/// Empty: nothing is tested, or the receiver is bound anew in between.
using ReceiverTypes = std::vector<std::vector<ClassId>>;

/// REQUIRES: `call` is a node of the package; all but calls of a method of a variable or of `self.x` have no types.
ReceiverTypes receiver_types(const Context &context, NodeRef call);

/// No object of the types has the method that runs at `edge`. `known`: the class that the object is known to have
/// besides; none: only the method's own.
bool is_excluded(const Context &context, const dataflow::CallEdge &edge, ClassId known, const ReceiverTypes &types);

} // namespace decode_ledger::exceptions_trace
