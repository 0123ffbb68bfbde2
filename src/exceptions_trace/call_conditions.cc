#include "exceptions_trace/call_conditions.h"
#include "exceptions_trace/tests_around.h"

#include <algorithm>

namespace decode_ledger::exceptions_trace {

namespace {

using Test = ParameterCondition::Test;

class Collector {
public:
  Collector(const Context &context, NodeRef place)
      : context_(context), place_(place), function_(context.model.function_at(place)) {}

  std::vector<ParameterCondition> run() {
    for (const KnownTest &known : tests_around(context_, place_))
      add(known.test, known.holds);
    return std::move(found_);
  }

private:
  void add(NodeRef test, bool holds) {
    switch (context_.kind(test)) {
    case Kind::Unary:
      if (context_.tree(test).op(test.node) == Op::Not)
        add(context_.child(test, Role::Value), !holds);
      return;
    case Kind::BoolOp: { // both sides are known of a true `and` and of a false `or`
      bool both = context_.tree(test).op(test.node) == Op::And ? holds : !holds;
      if (both) {
        add(context_.child(test, Role::Left), holds);
        add(context_.child(test, Role::Right), holds);
      }
      return;
    }
    case Kind::Name:
      return add_parameter(test, Test::Truth, holds);
    case Kind::Compare: {
      NodeRef right = context_.child(test, Role::Right);
      Op op = context_.tree(test).op(right.node);
      if (context_.kind(right) == Kind::None && (op == Op::Is || op == Op::IsNot))
        add_parameter(context_.child(test, Role::Left), Test::IsNone, holds == (op == Op::Is));
      return;
    }
    default:
      return;
    }
  }

  void add_parameter(NodeRef name, Test test, bool holds) {
    if (context_.kind(name) != Kind::Name)
      return;
    for (NodeId parameter : context_.model.function(function_).parameters)
      if (context_.tree(name).name(parameter) == context_.model.name(name) && !is_assigned(context_.model.name(name)))
        found_.push_back({{name.file, parameter}, test, holds});
  }

  bool is_assigned(NameId name) {
    return std::ranges::any_of(context_.model.uses(name), [&](NodeRef use) {
      return use.file == place_.file && context_.kind(use) == Kind::Name &&
             context_.tree(use).has(use.node, parser::kStore) && context_.model.function_at(use) == function_;
    });
  }

  const Context &context_;
  NodeRef place_;
  FunctionId function_;
  std::vector<ParameterCondition> found_;
};

/// Truth, or being None, of a constant; Unknown for anything else.
Answer test_constant(const Context &context, NodeRef value, Test test) {
  bool truth = false;
  switch (context.kind(value)) {
  case Kind::None:
    return test == Test::IsNone ? Answer::Yes : Answer::No;
  case Kind::True:
    truth = true;
    break;
  case Kind::False:
    break;
  case Kind::Int:
    truth = context.model.source_text(value) != "0";
    break;
  default:
    return Answer::Unknown;
  }
  return test == Test::Truth && truth ? Answer::Yes : Answer::No;
}

bool spreads(const Context &context, NodeRef call) {
  for (NodeRef argument : context.children(call, Role::Argument))
    if (context.kind(argument) == Kind::Starred || context.kind(argument) == Kind::DoubleStarred)
      return true;
  return false;
}

bool is_bound(const Context &context, const dataflow::CallEdge &edge) {
  if (!context.model.class_of(edge.callee).valid())
    return false;
  FileId file = context.model.file_of(edge.callee);
  for (NodeId decorator : context.model.function(edge.callee).decorators)
    if (context.name_text(context.child({file, decorator}, Role::Value)) == "staticmethod")
      return false;
  return true;
}

} // namespace

NodeRef value_passed(const Context &context, const dataflow::CallEdge &edge, NodeRef parameter) {
  if (context.kind(edge.site) != Kind::Call)
    return {parameter.file, {}};
  if (edge.kind == dataflow::EdgeKind::Boundary)
    return context.query.argument_passed(edge, parameter.node).expression;
  const std::vector<NodeId> &parameters = context.model.function(edge.callee).parameters;
  auto found = std::ranges::find(parameters, parameter.node);
  size_t skipped = is_bound(context, edge) ? 1 : 0;
  size_t position = static_cast<size_t>(found - parameters.begin());
  if (found == parameters.end() || position < skipped)
    return {parameter.file, {}};
  NodeRef given = context.argument(edge.site, position - skipped, context.name_text(parameter));
  if (given.valid() || spreads(context, edge.site))
    return given;
  return context.child(parameter, Role::Default);
}

std::vector<ParameterCondition> parameter_conditions(const Context &context, NodeRef place) {
  return Collector(context, place).run();
}

bool contradicts(const Context &context, const dataflow::CallEdge &edge,
                 const std::vector<ParameterCondition> &conditions) {
  for (const ParameterCondition &condition : conditions) {
    NodeRef value = value_passed(context, edge, condition.parameter);
    Answer answer = value.valid() ? test_constant(context, value, condition.test) : Answer::Unknown;
    if (answer != Answer::Unknown && (answer == Answer::Yes) != condition.holds)
      return true;
  }
  return false;
}

NodeRef parameter_read_by(const Context &context, NodeRef name) {
  if (!name.valid() || context.kind(name) != Kind::Name)
    return {name.file, {}};
  const module_model::ModuleModel &module = context.model.module(name.file);
  ScopeId scope = module.resolve(context.model.name(name), module.scope_at(name.node));
  if (scope.valid())
    for (const module_model::Binding &binding : module.bindings_of(context.model.name(name), scope))
      if (binding.kind == module_model::BindingKind::Parameter)
        return {name.file, binding.source};
  return {name.file, {}};
}

NodeRef parameter_holding(const Context &context, NodeRef within, FunctionId function) {
  const SyntaxTree &tree = context.tree(within);
  for (uint32_t n = within.node.value; n < tree.next(within.node).value; ++n) {
    NodeRef name{within.file, NodeId{n}};
    NodeRef parameter = tree.kind(name.node) == Kind::Name ? parameter_read_by(context, name) : NodeRef{};
    if (!parameter.valid())
      continue;
    for (const dataflow::Traced &traced : context.query.values_of(name))
      if (traced.value.kind == dataflow::Value::Kind::Function && traced.value.function == function)
        return parameter;
  }
  return {within.file, {}};
}

namespace {

/// `callee` names functions of the package, and `wrapped` is none of them.
bool names_another_function(const Context &context, NodeRef callee, FunctionId wrapped) {
  const std::vector<package_model::Referent> referents = context.model.resolve(callee);
  return !referents.empty() && std::ranges::all_of(referents, [&](const package_model::Referent &one) {
    if (one.kind != package_model::Referent::Kind::Binding)
      return false;
    const module_model::Binding &binding = context.model.module(one.file).bindings[one.binding];
    return binding.kind == module_model::BindingKind::Function &&
           context.model.function_of_node({one.file, binding.source}) != wrapped;
  });
}

/// Calls of a decorator's wrapper are told apart by the decorated name: `g()` does not run what `@d def f` wraps, nor
/// does another module's `f()`.
bool calls_another_name(const Context &context, const dataflow::CallEdge &edge, FunctionId wrapped) {
  if (edge.kind == dataflow::EdgeKind::Call &&
      names_another_function(context, context.child(edge.site, Role::Callee), wrapped))
    return true;
  std::string_view called = context.name_text(context.child(edge.site, Role::Callee));
  NameId own = context.model.function(wrapped).name;
  if (called.empty() || !own.valid() || called == context.model.text(own))
    return false;
  for (FunctionId other : context.model.functions_named(context.model.find_name(called)))
    if (!context.model.function(other).decorators.empty())
      return true;
  return false;
}

} // namespace

bool gives_another(const Context &context, const dataflow::CallEdge &edge, const Given &given) {
  if (context.kind(edge.site) != Kind::Call)
    return false;
  const std::vector<NodeId> &parameters = context.model.function(edge.callee).parameters;
  bool own = context.model.file_of(edge.callee) == given.parameter.file &&
             std::ranges::find(parameters, given.parameter.node) != parameters.end();
  if (!own)
    return calls_another_name(context, edge, given.function);
  NodeRef value = value_passed(context, edge, given.parameter);
  if (!value.valid())
    return false;
  using VK = dataflow::Value::Kind;
  for (const dataflow::Traced &traced : context.query.values_of(value)) {
    bool another = traced.value.kind == VK::Function && traced.value.function != given.function;
    if (!another && traced.value.kind != VK::Literal)
      return false;
  }
  return true;
}

namespace {

/// The object of the method that `call` calls: what the callee is an attribute of, and the first argument of
/// `Base.method(self)`; none: the callee is a plain name.
NodeRef receiver_of(const Context &context, NodeRef call) {
  NodeRef callee = context.child(call, Role::Callee);
  if (context.kind(call) != Kind::Call || context.kind(callee) != Kind::Attribute)
    return {call.file, {}};
  NodeRef object = context.child(callee, Role::Value), first = context.argument(call, 0);
  bool is_class = std::ranges::any_of(context.query.values_of(object), [](const dataflow::Traced &traced) {
    return traced.value.kind == dataflow::Value::Kind::Class;
  });
  return is_class && first.valid() && parameter_read_by(context, first).valid() ? first : object;
}

/// `receiver` is the object of the method `function` itself, by its first parameter or by super().
bool is_own_object(const Context &context, NodeRef receiver, FunctionId function) {
  if (context.kind(receiver) == Kind::Call)
    return context.name_text(context.child(receiver, Role::Callee)) == "super";
  const std::vector<NodeId> &parameters = context.model.function(function).parameters;
  NodeRef read = parameter_read_by(context, receiver);
  return read.valid() && !parameters.empty() && read.node == parameters.front();
}

} // namespace

ClassId object_around(const Context &context, const dataflow::CallEdge &edge, ClassId known) {
  ClassId own = context.model.class_of(edge.caller);
  ClassId object = known.valid() ? known : context.model.class_of(edge.callee);
  NodeRef receiver = receiver_of(context, edge.site);
  bool says_more = own.valid() && object.valid() && object != own && receiver.valid() &&
                   context.model.derives_from(object, own) && is_own_object(context, receiver, edge.caller);
  return says_more ? object : ClassId{};
}

bool is_another_object(const Context &context, const dataflow::CallEdge &edge, ClassId known) {
  NodeRef receiver = receiver_of(context, edge.site);
  if (!known.valid() || !receiver.valid())
    return false;
  // One object may be of both when a class derives from both.
  auto may_be = [&](ClassId other) {
    const std::vector<ClassId> &derived = context.model.subclasses(known);
    return context.model.derives_from(known, other) ||
           std::ranges::any_of(derived, [&](ClassId one) { return context.model.derives_from(one, other); });
  };
  if (is_own_object(context, receiver, edge.caller)) {
    ClassId own = context.model.class_of(edge.caller);
    return own.valid() && !may_be(own);
  }
  using VK = dataflow::Value::Kind;
  bool is_seen = false; // what no code of the package makes has no method of it
  for (const dataflow::Traced &traced : context.query.values_of(receiver)) {
    const dataflow::Value &value = traced.value;
    if (value.kind == VK::External || value.kind == VK::Result || value.kind == VK::Member || value.kind == VK::Literal)
      continue;
    if (value.kind != VK::Instance ||
        (value.may_be_subclass ? may_be(value.class_) : context.model.derives_from(value.class_, known)))
      return false;
    is_seen = true;
  }
  return is_seen;
}

} // namespace decode_ledger::exceptions_trace
