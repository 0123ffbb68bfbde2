// What must hold where a place runs: tests of `if` statements around it, and of those before it that leave.
#pragma once

#include "exceptions_trace/context.h"

namespace decode_ledger::exceptions_trace {

struct KnownTest {
  NodeRef test;
  bool holds = true;
};

/// The tests whose outcome is known in the function that runs `place`, the innermost first. A `not` and the sides of
/// `and` and `or` are as written: the reader takes them apart.
std::vector<KnownTest> tests_around(const Context &context, NodeRef place);

} // namespace decode_ledger::exceptions_trace
