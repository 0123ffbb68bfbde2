#include "exceptions_trace/receiver_types.h"

#include "exceptions_trace/tests_around.h"

#include <algorithm>

namespace decode_ledger::exceptions_trace {

namespace {

using Classes = std::vector<ClassId>;

/// Reads tests of one receiver.
class Reader {
public:
  Reader(const Context &context, NodeRef receiver) : context_(context), receiver_(receiver) {}

  /// The classes one of which the receiver has when `test` comes out as `holds`; empty: it does not say.
  Classes classes_when(NodeRef test, bool holds) const {
    switch (context_.kind(test)) {
    case Kind::Unary:
      return context_.tree(test).op(test.node) == Op::Not ? classes_when(context_.child(test, Role::Value), !holds)
                                                          : Classes{};
    case Kind::BoolOp: {
      Classes left = classes_when(context_.child(test, Role::Left), holds);
      Classes right = classes_when(context_.child(test, Role::Right), holds);
      bool both_hold = (context_.tree(test).op(test.node) == Op::And) == holds;
      if (both_hold) // the nearer side alone is enough: less is excluded
        return left.empty() ? right : left;
      if (left.empty() || right.empty())
        return {};
      left.insert(left.end(), right.begin(), right.end());
      return left;
    }
    case Kind::Call:
      return holds ? classes_of_call(test) : Classes{};
    default:
      return {};
    }
  }

private:
  Classes classes_of_call(NodeRef call) const {
    if (context_.name_text(context_.child(call, Role::Callee)) != "isinstance" ||
        !is_same_object(context_.argument(call, 0)))
      return {};
    NodeRef type = context_.argument(call, 1);
    Classes out;
    auto add = [&](NodeRef one) {
      const dataflow::Values &values = context_.query.values_of(one);
      bool is_known = values.size() == 1 && values.front().value.kind == dataflow::Value::Kind::Class;
      if (is_known)
        out.push_back(values.front().value.class_);
      return is_known;
    };
    if (context_.kind(type) != Kind::Tuple)
      return add(type) ? out : Classes{};
    for (NodeRef element : context_.children(type, Role::Element))
      if (!add(element))
        return {};
    return out;
  }

  /// `tested` is written as the receiver is, and nothing binds it anew between the two.
  bool is_same_object(NodeRef tested) const {
    if (!tested.valid() || context_.model.source_text(tested) != context_.model.source_text(receiver_))
      return false;
    if (context_.kind(tested) == Kind::Attribute)
      return !is_stored_nearby();
    auto targets = [&](NodeRef use) {
      std::vector<NodeRef> out;
      for (const dataflow::Definition &definition : context_.query.definitions_of(use))
        out.push_back(definition.target);
      return out;
    };
    return targets(tested) == targets(receiver_);
  }

  /// The function around the receiver assigns to an attribute of that name.
  bool is_stored_nearby() const {
    return std::ranges::any_of(context_.model.uses(context_.model.name(receiver_)), [&](NodeRef use) {
      return use.file == receiver_.file && context_.kind(use) == Kind::Attribute &&
             context_.tree(use).has(use.node, parser::kStore) &&
             context_.model.function_at(use) == context_.model.function_at(receiver_);
    });
  }

  const Context &context_;
  NodeRef receiver_;
};

} // namespace

ReceiverTypes receiver_types(const Context &context, NodeRef call) {
  NodeRef callee = context.kind(call) == Kind::Call ? context.child(call, Role::Callee) : NodeRef{call.file, {}};
  if (!callee.valid() || context.kind(callee) != Kind::Attribute)
    return {};
  NodeRef receiver = context.child(callee, Role::Value);
  bool is_self_attribute =
      context.kind(receiver) == Kind::Attribute && context.kind(context.child(receiver, Role::Value)) == Kind::Name;
  if (context.kind(receiver) != Kind::Name && !is_self_attribute)
    return {};
  NameId isinstance = context.model.find_name("isinstance");
  FunctionId function = context.model.function_at(call);
  if (!isinstance.valid() || std::ranges::none_of(context.model.uses(isinstance, call.file), [&](NodeRef use) {
        return context.model.function_at(use) == function;
      }))
    return {};
  ReceiverTypes out;
  Reader reader(context, receiver);
  for (const KnownTest &known : tests_around(context, call))
    if (Classes classes = reader.classes_when(known.test, known.holds); !classes.empty())
      out.push_back(std::move(classes));
  return out;
}

bool is_excluded(const Context &context, const dataflow::CallEdge &edge, ClassId known, const ReceiverTypes &types) {
  NameId method = context.model.function(edge.callee).name;
  bool is_method_of_name = edge.kind == dataflow::EdgeKind::Call && context.model.class_of(edge.callee).valid() &&
                           context.model.name(context.child(edge.site, Role::Callee)) == method;
  if (types.empty() || !is_method_of_name)
    return false;
  auto runs_it = [&](ClassId object) {
    return context.model.method(object, method) == edge.callee &&
           (!known.valid() || context.model.derives_from(object, known));
  };
  return std::ranges::any_of(types, [&](const Classes &one_of) {
    return std::ranges::none_of(one_of, [&](ClassId tested) {
      return runs_it(tested) || std::ranges::any_of(context.model.subclasses(tested), runs_it);
    });
  });
}

} // namespace decode_ledger::exceptions_trace
