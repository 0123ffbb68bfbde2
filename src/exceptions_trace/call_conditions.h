// A place under `if streaming:` is not reached from a call that passes `streaming=False`.
#pragma once

#include "exceptions_trace/context.h"

namespace decode_ledger::exceptions_trace {

/// What must hold of a parameter for a place to be reached.
struct ParameterCondition {
  NodeRef parameter;
  enum class Test : uint8_t { Truth, IsNone } test = Test::Truth;
  bool holds = true;
};

/// Conditions on the parameters of the function that runs `place`, from the `if` statements around it and from those
/// before it that leave. Parameters that the function assigns to are left out.
std::vector<ParameterCondition> parameter_conditions(const Context &context, NodeRef place);

/// The constants that `edge` passes contradict one of `conditions`: the place is not reached from there. False when a
/// value is not a constant.
bool contradicts(const Context &context, const dataflow::CallEdge &edge,
                 const std::vector<ParameterCondition> &conditions);

/// The node that the call of `edge` passes for `parameter` of the callee, else its default; none when neither is seen.
NodeRef value_passed(const Context &context, const dataflow::CallEdge &edge, NodeRef parameter);

/// The parameter that `name` (a Name that is read) stands for, of its own function or of one around it; none otherwise.
NodeRef parameter_read_by(const Context &context, NodeRef name);

/// The first parameter read in the subtree of `within` that can hold `function`; none when none can.
NodeRef parameter_holding(const Context &context, NodeRef within, FunctionId function);

/// A function that runs because it was given to a parameter: `def call_main(main): main()`.
struct Given {
  FunctionId function;
  NodeRef parameter;
  auto operator<=>(const Given &) const = default;
};

/// `edge`, a call of the function that has `given.parameter`, gives it something else: the exception of
/// `given.function` does not come out there. False when what it gives is not known.
bool gives_another(const Context &context, const dataflow::CallEdge &edge, const Given &given);

/// A method that runs at `self.m()` or `super().m()` tells what the object of the calling method is: when the method is
/// of a class derived from the caller's own, an object of that class. `known` is what is known so of the method's own
/// object. None: no more than the calling method's class.
///
///     class Base:  def go(self): self.enc()        P.enc runs there: the object of that go() is a P,
///     class P(Base):  def enc(self): …             which `Q().go()` and the super().go() of a sibling Q do not call
ClassId object_around(const Context &context, const dataflow::CallEdge &edge, ClassId known);
/// `edge`, a call of a method on an object of class `known`, is surely made on another object. False when none is known.
bool is_another_object(const Context &context, const dataflow::CallEdge &edge, ClassId known);

} // namespace decode_ledger::exceptions_trace
