#include "guards/conditions.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace decode_ledger::guards {

using parser::Kind;
using parser::Op;
using parser::Role;
using parser::SyntaxTree;

namespace {

/// Names and predicates that a condition is followed through.
constexpr unsigned kMaxDepth = 24;

void append(Finding &to, Finding from) {
  std::ranges::move(from.halves, std::back_inserter(to.halves));
  std::ranges::move(from.not_finite, std::back_inserter(to.not_finite));
  if (!to.only_if.valid())
    to.only_if = from.only_if;
}

Op mirrored(Op op) {
  switch (op) {
  case Op::Lt:
    return Op::Gt;
  case Op::LtE:
    return Op::GtE;
  case Op::Gt:
    return Op::Lt;
  case Op::GtE:
    return Op::LtE;
  default:
    return op;
  }
}

Op negated(Op op) {
  switch (op) {
  case Op::Lt:
    return Op::GtE;
  case Op::LtE:
    return Op::Gt;
  case Op::Gt:
    return Op::LtE;
  case Op::GtE:
    return Op::Lt;
  case Op::In:
    return Op::NotIn;
  case Op::NotIn:
    return Op::In;
  case Op::Eq:
    return Op::NotEq;
  case Op::NotEq:
    return Op::Eq;
  case Op::Is:
    return Op::IsNot;
  case Op::IsNot:
    return Op::Is;
  default:
    return op;
  }
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

/// `x.lt(0)`, `torch.ge(x, n)`.
Op op_of_method(std::string_view name) {
  if (is_one_of(name, {"lt", "less"}))
    return Op::Lt;
  if (is_one_of(name, {"le", "less_equal"}))
    return Op::LtE;
  if (is_one_of(name, {"gt", "greater"}))
    return Op::Gt;
  if (is_one_of(name, {"ge", "greater_equal"}))
    return Op::GtE;
  return Op::None;
}

} // namespace

std::optional<long> ConditionReader::integer(NodeRef expression) const {
  const SyntaxTree &tree = model_.tree(expression.file);
  if (tree.kind(expression.node) == Kind::Unary && own_op(tree, expression.node) == Op::Sub) {
    const std::optional<long> value = integer({expression.file, tree.first_child(expression.node)});
    return value ? std::optional(-*value) : std::nullopt;
  }
  if (tree.kind(expression.node) != Kind::Int)
    return std::nullopt;
  const std::string_view text = model_.source_text(expression);
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// Bounds --------------------------------------------------------------------------------------------------------------

Bound ConditionReader::bound_of(NodeRef expression) {
  Bound bound;
  bound.expression = expression;
  for (unsigned steps = 0; steps < kMaxDepth; ++steps) {
    switch (model_.kind(expression)) {
    case Kind::Name: {
      const std::string_view name = last_name(model_, expression);
      const NodeRef value = paths_.assigned_value(expression);
      if (value.valid()) {
        expression = value;
        continue;
      }
      if (is_one_of(name, {"vocab_size", "n_vocab", "num_vocab"}))
        bound.kind = Bound::Kind::VocabSize;
      bound.expression = expression;
      return bound;
    }
    case Kind::Attribute: {
      if (const NodeRef value = paths_.attribute_value(expression); value.valid()) { // self.bound = len(tok)
        if (bound.object.empty())
          bound.object = paths_.key_of(model_.child(expression, Role::Value));
        expression = value;
        continue;
      }
      if (is_one_of(last_name(model_, expression), {"vocab_size", "padded_vocab_size"})) {
        bound.kind = Bound::Kind::VocabSize;
        bound.tokenizer = model_.child(expression, Role::Value);
      } else if (last_name(model_, expression) == "n_vocab") { // tiktoken counts its special tokens
        bound.kind = Bound::Kind::Length;
        bound.tokenizer = model_.child(expression, Role::Value);
      }
      bound.expression = expression;
      return bound;
    }
    case Kind::Call: {
      const NodeRef callee = model_.child(expression, Role::Callee);
      const std::string_view name = callee.valid() ? last_name(model_, callee) : "";
      const NodeRef first = argument_of(model_, expression, 0, "");
      if (first.valid() && is_one_of(name, {"int", "min"})) {
        expression = first;
        continue;
      }
      if (name == "__len__" && model_.kind(callee) == Kind::Attribute) {
        bound.kind = Bound::Kind::Length;
        bound.tokenizer = model_.child(callee, Role::Value);
      } else if (first.valid() && name == "len") {
        bound.kind = Bound::Kind::Length;
        bound.tokenizer = first;
        // len(tok.get_vocab()) counts added tokens too.
        if (const NodeRef inner = model_.child(first, Role::Callee);
            model_.kind(first) == Kind::Call && inner.valid() && last_name(model_, inner) == "get_vocab")
          bound.tokenizer = model_.child(inner, Role::Value);
      } else if (is_one_of(name, {"get_vocab_size", "get_piece_size", "GetPieceSize", "vocab_size"}) &&
                 model_.kind(callee) == Kind::Attribute) {
        // Methods of tokenizers and SentencePiece, whose counts hold every id; transformers has a property instead.
        bound.kind = Bound::Kind::Length;
        bound.tokenizer = model_.child(callee, Role::Value);
      }
      bound.expression = expression;
      return bound;
    }
    case Kind::Named:
      expression = model_.child(expression, Role::Value);
      continue;
    default:
      bound.expression = expression;
      return bound;
    }
  }
  return bound;
}

// Conditions ----------------------------------------------------------------------------------------------------------

bool ConditionReader::tells(NodeRef test, bool truth, NameId name) {
  const SyntaxTree &tree = model_.tree(test.file);
  switch (tree.kind(test.node)) {
  case Kind::Name:
    return truth && tree.name(test.node) == name;
  case Kind::Unary:
    return own_op(tree, test.node) == Op::Not && tells({test.file, tree.first_child(test.node)}, !truth, name);
  case Kind::Call: {
    const NodeRef callee = model_.child(test, Role::Callee), first = argument_of(model_, test, 0, "");
    return callee.valid() && first.valid() && is_one_of(last_name(model_, callee), {"len", "bool", "any"}) &&
           tells(first, truth, name);
  }
  case Kind::Compare: {
    const NodeRef left = model_.child(test, Role::Left), right = model_.child(test, Role::Right);
    if (tree.next(right.node) != tree.next(test.node) || !truth)
      return false;
    const Op op = tree.op(right.node);
    const bool is_set = (integer(right) == 0 && (op == Op::Gt || op == Op::NotEq)) ||
                        (tree.kind(right.node) == Kind::None && op == Op::IsNot);
    return is_set && tells(left, true, name);
  }
  default:
    return false;
  }
}

/// `len(x)`, `x.sum()`, `x.size`, `x.shape[0]`: true when there is one.
bool ConditionReader::is_count(NodeRef expression) const {
  switch (model_.kind(expression)) {
  case Kind::Call:
    return true;
  case Kind::Binary:
    return own_op(model_.tree(expression.file), expression.node) == Op::Add;
  case Kind::Subscript:
    return last_name(model_, model_.child(expression, Role::Value)) == "shape";
  case Kind::Attribute:
    return is_one_of(last_name(model_, expression), {"size", "shape"});
  default:
    return false;
  }
}

bool ConditionReader::holds_for_any_ids(NodeRef test, bool truth, const std::vector<Step> &ids) {
  const SyntaxTree &tree = model_.tree(test.file);
  const auto child = [&](Role role) { return NodeRef{test.file, tree.child(test.node, role)}; };
  const auto is_ids = [&](NodeRef e) { return share_step(paths_.steps_of(e), ids).used != nullptr; };
  switch (tree.kind(test.node)) {
  case Kind::Unary:
    return own_op(tree, test.node) == Op::Not &&
           holds_for_any_ids({test.file, tree.first_child(test.node)}, !truth, ids);
  case Kind::BoolOp: {
    const bool left = holds_for_any_ids(child(Role::Left), truth, ids);
    const bool right = holds_for_any_ids(child(Role::Right), truth, ids);
    return (own_op(tree, test.node) == Op::And) == truth ? left && right : left || right;
  }
  case Kind::Compare: {
    const NodeRef left = child(Role::Left), right = child(Role::Right);
    if (tree.next(right.node) != tree.next(test.node))
      return false;
    const Op op = truth ? tree.op(right.node) : negated(tree.op(right.node));
    const bool is_empty_list = tree.kind(right.node) == Kind::List && !tree.first_child(right.node).valid();
    if (tree.kind(right.node) == Kind::None || is_empty_list)
      return (op == Op::IsNot || op == Op::NotEq) && is_ids(left);
    const std::optional<long> number = integer(right);
    return number && counts(left, is_ids) &&
           ((*number == 0 && (op == Op::Gt || op == Op::NotEq)) || (*number == 1 && op == Op::GtE));
  }
  default:
    return truth && (is_ids(test) || counts(test, is_ids));
  }
}

/// `len(ids)`, `ids.numel()`, `ids.size`, `ids.shape[0]`.
bool ConditionReader::counts(NodeRef expression, const std::function<bool(NodeRef)> &is_ids) {
  switch (model_.kind(expression)) {
  case Kind::Call: {
    const NodeRef callee = model_.child(expression, Role::Callee), first = argument_of(model_, expression, 0, "");
    if (!callee.valid() || !is_one_of(last_name(model_, callee), {"len", "numel", "nelement", "bool", "size"}))
      return false;
    return model_.kind(callee) == Kind::Attribute ? is_ids(model_.child(callee, Role::Value))
                                                  : first.valid() && is_ids(first);
  }
  case Kind::Subscript:
    return counts(model_.child(expression, Role::Value), is_ids);
  case Kind::Attribute:
    return is_one_of(last_name(model_, expression), {"size", "shape"}) && is_ids(model_.child(expression, Role::Value));
  default:
    return false;
  }
}

Finding ConditionReader::join(NodeRef left, NodeRef right, bool is_or, bool truth, const std::vector<NodeId> &loops) {
  Finding a = read(left, truth, loops), b = read(right, truth, loops);
  if (is_or == truth) { // either alone settles it
    append(a, std::move(b));
    return a;
  }
  // Both must agree. A side that says nothing of the ids is harmless when it holds for any ids, else it is a condition
  // on the check.
  if (a.empty() == b.empty())
    return {};
  Finding &finding = a.empty() ? b : a;
  const NodeRef other = a.empty() ? left : right;
  if (finding.halves.empty() ||
      !holds_for_any_ids(other, truth, paths_.steps_of(finding.halves.front().subject, finding.halves.front().loops)))
    finding.only_if = other;
  return std::move(finding);
}

Finding ConditionReader::read(NodeRef test, bool truth, const std::vector<NodeId> &loops) {
  if (!test.valid() || depth_ >= kMaxDepth)
    return {};
  ++depth_;
  const SyntaxTree &tree = model_.tree(test.file);
  const auto child = [&](Role role) { return NodeRef{test.file, tree.child(test.node, role)}; };
  Finding finding;
  switch (tree.kind(test.node)) {
  case Kind::BoolOp:
    finding = join(child(Role::Left), child(Role::Right), own_op(tree, test.node) == Op::Or, truth, loops);
    break;
  case Kind::Binary:
    switch (own_op(tree, test.node)) {
    case Op::BitOr:
    case Op::BitAnd:
      finding = join(child(Role::Left), child(Role::Right), own_op(tree, test.node) == Op::BitOr, truth, loops);
      break;
    case Op::Add: // of masks or of counts
      if (truth)
        finding = join(child(Role::Left), child(Role::Right), true, true, loops);
      break;
    case Op::Sub: // of sets
      if (truth && range_in(child(Role::Right)).valid())
        finding = read_not_in(child(Role::Left), child(Role::Right), loops);
      break;
    default:
      break;
    }
    break;
  case Kind::Subscript: // bad.nonzero().shape[0]
  case Kind::Attribute:
    if (truth && is_count(test))
      finding = read(child(Role::Value), true, loops);
    break;
  case Kind::Unary:
    if (own_op(tree, test.node) == Op::Not || own_op(tree, test.node) == Op::Invert)
      finding = read({test.file, tree.first_child(test.node)}, !truth, loops);
    break;
  case Kind::Compare:
    finding = read_compare(test, truth, loops);
    break;
  case Kind::Call:
    finding = read_call(test, truth, loops);
    break;
  case Kind::Name:
    finding = read(paths_.assigned_value(test), truth, loops);
    break;
  case Kind::Named:
    finding = read(child(Role::Value), truth, loops);
    break;
  case Kind::ListComp:
  case Kind::SetComp:
    if (truth) // `[t for t in ids if bad(t)]` is true when there is one
      finding = read_comprehension(test, loops, false, true);
    break;
  default:
    break;
  }
  --depth_;
  return finding;
}

/// `by_element`: of any() and all(); else of a list's truth, where the condition stands behind `if`.
Finding ConditionReader::read_comprehension(NodeRef test, const std::vector<NodeId> &loops, bool by_element,
                                            bool truth) {
  const SyntaxTree &tree = model_.tree(test.file);
  std::vector<NodeId> inner = loops;
  NodeRef condition, element;
  unsigned num_conditions = 0;
  for (const NodeId part : tree.children(test.node)) {
    if (tree.kind(part) == Kind::CompFor) {
      inner.push_back(part);
    } else if (tree.kind(part) == Kind::CompIf) {
      condition = {test.file, tree.child(part, Role::Test)};
      ++num_conditions;
    } else {
      element = {test.file, part};
    }
  }
  if (!by_element)
    return num_conditions == 1 ? read(condition, true, inner) : Finding{};
  if (num_conditions == 0)
    return read(element, truth, inner);
  // any(True for t in ids if bad(t)), sum(1 for t in ids if bad(t))
  const bool counts_all = element.valid() && (tree.kind(element.node) == Kind::True || integer(element) == 1);
  if (truth && num_conditions == 1 && counts_all)
    return read(condition, true, inner);
  return {};
}

Finding ConditionReader::read_call(NodeRef test, bool truth, const std::vector<NodeId> &loops) {
  const NodeRef callee = model_.child(test, Role::Callee);
  if (!callee.valid())
    return {};
  const std::string_view name = last_name(model_, callee);
  const NodeRef object = model_.kind(callee) == Kind::Attribute ? model_.child(callee, Role::Value) : NodeRef{};
  NodeRef first = argument_of(model_, test, 0, ""), second = argument_of(model_, test, 1, "");
  const bool is_method = object.valid() && (!first.valid() || (!second.valid() && op_of_method(name) != Op::None) ||
                                            model_.dotted_name(callee).empty());
  if (is_method) {
    second = first;
    first = object;
  }
  if (!first.valid())
    return {};
  if (is_one_of(name, {"any", "all"})) {
    if ((name == "any") != truth)
      return {};
    const Kind kind = model_.kind(first);
    if (kind == Kind::Generator || kind == Kind::ListComp || kind == Kind::SetComp)
      return read_comprehension(first, loops, true, truth);
    const NodeRef inner = kind == Kind::Call ? model_.child(first, Role::Callee) : NodeRef{};
    if (inner.valid() && last_name(model_, inner) == "map")
      return read_mapped(first, truth, loops);
    return read(first, truth, loops);
  }
  if (name == "filter")
    return truth ? read_mapped(test, true, loops) : Finding{};
  if (name == "next" && truth && model_.kind(first) == Kind::Generator)
    return read_comprehension(first, loops, true, true);
  if (is_one_of(name, {"max", "amax"}) && truth && !second.valid()) // of a mask
    return read(first, true, loops);
  if (name == "issubset" && !truth && second.valid())
    return read_not_in(first, second, loops);
  if (is_one_of(name, {"equal", "array_equal"}) && !truth && second.valid()) {
    Finding clamped = read_clamped(first, second, loops);
    return clamped.empty() ? read_clamped(second, first, loops) : clamped;
  }
  if (is_one_of(name, {"bool",    "int",         "item",     "tolist",    "cpu",      "numpy", "sum", "count_nonzero",
                       "nonzero", "flatnonzero", "argwhere", "numel",     "nelement", "size",  "len", "flatten",
                       "reshape", "view",        "detach",   "as_tensor", "asarray",  "list",  "to"})) {
    const Kind kind = model_.kind(first);
    if (name == "sum" && kind == Kind::Generator)
      return read_comprehension(first, loops, true, truth);
    // A count is true when there is one: never a statement about all.
    if (!truth && is_one_of(name, {"sum", "count_nonzero", "nonzero", "flatnonzero", "argwhere", "numel", "nelement",
                                   "size", "len"}))
      return {};
    return read(first, truth, loops);
  }
  if (second.valid() && is_one_of(name, {"logical_or", "bitwise_or", "logical_and", "bitwise_and"}))
    return join(first, second, name.ends_with("or"), truth, loops);
  if (is_one_of(name, {"logical_not", "bitwise_not"}))
    return read(first, !truth, loops);
  if (const Op op = op_of_method(name); op != Op::None && second.valid())
    return read_pair(first, op, second, truth, loops);
  if (is_one_of(name, {"isnan", "isinf"}) && truth)
    return {.halves = {}, .not_finite = {first}, .only_if = {}};
  if (name == "isfinite" && !truth)
    return {.halves = {}, .not_finite = {first}, .only_if = {}};
  return read_predicate(test, truth, loops);
}

/// The one expression that a function gives back on every way through it; none when there is no such.
NodeRef ConditionReader::only_result(FunctionId function) const {
  const NodeRef self = model_.node_of(function);
  if (model_.kind(self) == Kind::Lambda)
    return model_.child(self, Role::Body);
  const SyntaxTree &tree = model_.tree(self.file);
  NodeId only;
  for (uint32_t i = self.node.value; i < tree.next(self.node).value; ++i) {
    if (tree.kind(NodeId{i}) != Kind::Return)
      continue;
    if (only.valid())
      return {};
    only = NodeId{i};
  }
  if (!only.valid() || tree.parent(only) != tree.child(self.node, Role::Body))
    return {};
  return {self.file, tree.child(only, Role::Value)};
}

/// `if not in_range(ids, tok)`: what an in-package predicate gives back, its parameters replaced by the arguments.
Finding ConditionReader::read_predicate(NodeRef call, bool truth, const std::vector<NodeId> &loops) {
  const NodeRef callee = model_.child(call, Role::Callee);
  const FunctionId function = function_called(call);
  if (!function.valid())
    return {};
  const auto &self = model_.function(function);
  const unsigned skip = model_.takes_instance(function) ? 1 : 0;
  const SyntaxTree &tree = model_.tree(model_.file_of(function));
  return with_arguments(function, truth, loops, [&](unsigned i) {
    if (i < skip)
      return model_.kind(callee) == Kind::Attribute ? model_.child(callee, Role::Value) : NodeRef{};
    return argument_of(model_, call, i - skip, model_.text(tree.name(self.parameters[i])));
  });
}

/// `any(map(is_bad, ids))`: the predicate of every element.
Finding ConditionReader::read_mapped(NodeRef call, bool truth, const std::vector<NodeId> &loops) {
  const NodeRef predicate = argument_of(model_, call, 0, ""), iterable = argument_of(model_, call, 1, "");
  if (!predicate.valid() || !iterable.valid())
    return {};
  const FunctionId function = function_named(predicate);
  if (!function.valid())
    return {};
  return with_arguments(function, truth, loops, [&](unsigned i) { return i == 0 ? iterable : NodeRef{}; });
}

/// The in-package function that a call runs for certain; none when it is not known.
FunctionId ConditionReader::function_called(NodeRef call) {
  const NodeRef callee = model_.child(call, Role::Callee);
  if (last_name(model_, callee).empty())
    return {};
  if (const FunctionId lambda = lambda_named(callee); lambda.valid())
    return lambda;
  if (model_.functions_named(model_.name(callee)).empty())
    return {}; // resolving a call costs far more than this
  const std::vector<dataflow::CallEdge> callees = query_.callees_of(call);
  return callees.size() == 1 && callees.front().certainty == dataflow::Certainty::Certain ? callees.front().callee
                                                                                          : FunctionId{};
}

FunctionId ConditionReader::lambda_named(NodeRef expression) {
  if (model_.kind(expression) == Kind::Name)
    expression = paths_.assigned_value(expression);
  return expression.valid() && model_.kind(expression) == Kind::Lambda ? model_.function_of_node(expression)
                                                                       : FunctionId{};
}

FunctionId ConditionReader::function_named(NodeRef expression) {
  if (const FunctionId lambda = lambda_named(expression); lambda.valid())
    return lambda;
  const dataflow::Values &values = query_.values_of(expression);
  return values.size() == 1 && values.front().value.kind == dataflow::Value::Kind::Function
             ? values.front().value.function
             : FunctionId{};
}

/// What `function` gives back, read with its parameters replaced by what `argument` gives for each.
Finding ConditionReader::with_arguments(FunctionId function, bool truth, const std::vector<NodeId> &loops,
                                        const std::function<NodeRef(unsigned)> &argument) {
  const auto &parameters = model_.function(function).parameters;
  const auto parameter_in = [&](const std::vector<Step> &steps) -> std::optional<unsigned> {
    for (const Step &step : steps)
      for (unsigned i = 0; i < parameters.size(); ++i)
        if (step.whole && step.key == paths_.parameter_key(function, parameters[i]))
          return i;
    return std::nullopt;
  };
  Finding finding = read(only_result(function), truth, {});
  std::vector<Half> kept;
  for (Half &half : finding.halves) {
    // The subject's loops are of the predicate's own code: they have to come out as the whole of a parameter.
    const std::optional<unsigned> about = parameter_in(paths_.steps_of(half.subject, half.loops));
    half.subject = about ? argument(*about) : NodeRef{};
    half.loops = loops;
    if (!half.subject.valid())
      continue;
    if (half.bound) {
      NodeRef &measured = half.bound->tokenizer;
      if (const std::optional<unsigned> of = parameter_in(paths_.steps_of(measured)); measured.valid() && of)
        measured = argument(*of);
      else if (const std::optional<unsigned> bound = parameter_in(paths_.steps_of(half.bound->expression));
               !measured.valid() && bound && argument(*bound).valid())
        half.bound = bound_of(argument(*bound));
    }
    kept.push_back(std::move(half));
  }
  finding.halves = std::move(kept);
  finding.not_finite.clear();
  return finding;
}

/// The `range` that an expression is or is a set of; none for others.
NodeRef ConditionReader::range_in(NodeRef expression) {
  for (unsigned steps = 0; steps < kMaxDepth && expression.valid(); ++steps) {
    if (model_.kind(expression) == Kind::Name) {
      expression = paths_.assigned_value(expression);
      continue;
    }
    const NodeRef callee = model_.kind(expression) == Kind::Call ? model_.child(expression, Role::Callee) : NodeRef{};
    const std::string_view name = callee.valid() ? last_name(model_, callee) : "";
    if (name == "range")
      return expression;
    if (!is_one_of(name, {"set", "frozenset", "list", "tuple"}))
      return {};
    expression = argument_of(model_, expression, 0, "");
  }
  return {};
}

/// The tokenizer whose ids `table` holds: `tok.get_vocab().values()`, `tok.decoder`; none for others.
NodeRef ConditionReader::tokenizer_of_table(NodeRef table) {
  for (unsigned steps = 0; steps < kMaxDepth && table.valid(); ++steps) {
    if (model_.kind(table) == Kind::Name) {
      table = paths_.assigned_value(table);
      continue;
    }
    if (model_.kind(table) == Kind::Attribute)
      return is_one_of(last_name(model_, table), {"decoder", "ids_to_tokens", "id_to_token"})
                 ? model_.child(table, Role::Value)
                 : NodeRef{};
    const NodeRef callee = model_.kind(table) == Kind::Call ? model_.child(table, Role::Callee) : NodeRef{};
    const std::string_view name = callee.valid() ? last_name(model_, callee) : "";
    const NodeRef object = callee.valid() ? model_.child(callee, Role::Value) : NodeRef{};
    if (is_one_of(name, {"set", "frozenset", "list", "tuple"}))
      table = argument_of(model_, table, 0, "");
    else if (name == "values" && object.valid() && model_.kind(object) == Kind::Call &&
             last_name(model_, model_.child(object, Role::Callee)) == "get_vocab")
      return model_.child(model_.child(object, Role::Callee), Role::Value);
    else
      return {};
  }
  return {};
}

/// Some of `subject` is not in `container`: a range of ids, or a table of them.
Finding ConditionReader::read_not_in(NodeRef subject, NodeRef container, const std::vector<NodeId> &loops) {
  Finding finding;
  const auto add = [&](std::optional<Bound> bound, Edge edge) {
    finding.halves.push_back({.subject = subject, .loops = loops, .bound = std::move(bound), .edge = edge});
  };
  if (const NodeRef range = range_in(container); range.valid()) {
    const NodeRef first = argument_of(model_, range, 0, ""), second = argument_of(model_, range, 1, "");
    const std::optional<long> from = second.valid() ? integer(first) : 0;
    if (from == 0 || from == 1)
      add(std::nullopt, from == 1 ? Edge::TooNarrow : Edge::Exact);
    if (const NodeRef end = second.valid() ? second : first; end.valid())
      add(bound_of(end), Edge::Exact);
  } else if (const NodeRef tokenizer = tokenizer_of_table(container); tokenizer.valid()) {
    add(std::nullopt, Edge::Exact);
    add(Bound{.kind = Bound::Kind::Table, .expression = container, .tokenizer = tokenizer, .object = {}}, Edge::Exact);
  }
  return finding;
}

/// `ids.clamp(0, n - 1) != ids`: clamping changes what is out of range.
Finding ConditionReader::read_clamped(NodeRef clamped, NodeRef ids, const std::vector<NodeId> &loops) {
  const NodeRef callee = model_.kind(clamped) == Kind::Call ? model_.child(clamped, Role::Callee) : NodeRef{};
  if (!callee.valid() || !is_one_of(last_name(model_, callee), {"clamp", "clip"}))
    return {};
  const bool is_method = argument_of(model_, clamped, 2, "").valid() == false;
  const NodeRef object = is_method ? model_.child(callee, Role::Value) : argument_of(model_, clamped, 0, "");
  const auto limit = [&](unsigned position, std::string_view keyword) {
    return argument_of(model_, clamped, is_method ? position : position + 1, keyword);
  };
  const NodeRef low = limit(0, "min"), high = limit(1, "max");
  if (!object.valid() || paths_.key_of(object) != paths_.key_of(ids))
    return {};
  Finding finding;
  if (low.valid() && integer(low) == 0)
    finding.halves.push_back({.subject = ids, .loops = loops, .bound = std::nullopt, .edge = Edge::Exact});
  if (high.valid() && model_.kind(high) == Kind::Binary && own_op(model_.tree(high.file), high.node) == Op::Sub &&
      integer(model_.child(high, Role::Right)) == 1)
    finding.halves.push_back(
        {.subject = ids, .loops = loops, .bound = bound_of(model_.child(high, Role::Left)), .edge = Edge::Exact});
  return finding;
}

Finding ConditionReader::read_compare(NodeRef test, bool truth, const std::vector<NodeId> &loops) {
  const SyntaxTree &tree = model_.tree(test.file);
  std::vector<NodeId> operands;
  for (const NodeId part : tree.children(test.node))
    operands.push_back(part);
  if (truth && operands.size() != 2) // `a < b < c` is true only if both are
    return {};
  Finding finding;
  for (size_t i = 0; i + 1 < operands.size(); ++i)
    append(finding,
           read_pair({test.file, operands[i]}, tree.op(operands[i + 1]), {test.file, operands[i + 1]}, truth, loops));
  return finding;
}

/// What `low` and `high` of `low, high = torch.aminmax(x)`, and `torch.aminmax(x).min`, are the smallest or largest of, when
/// that is the `reduction`.
NodeRef ConditionReader::extreme_of(NodeRef expression, std::string_view reduction) {
  NodeRef both = model_.kind(expression) == Kind::Attribute && last_name(model_, expression) == reduction
                     ? model_.child(expression, Role::Value)
                     : NodeRef{};
  if (model_.kind(expression) == Kind::Name)
    both = paths_.unpacked_from(expression, reduction == "min" ? 0 : 1);
  if (both.valid() && model_.kind(both) == Kind::Name)
    both = paths_.assigned_value(both);
  const NodeRef callee = both.valid() && model_.kind(both) == Kind::Call ? model_.child(both, Role::Callee) : NodeRef{};
  if (!callee.valid() || last_name(model_, callee) != "aminmax")
    return {};
  const NodeRef first = argument_of(model_, both, 0, "");
  return first.valid() ? first : model_.child(callee, Role::Value);
}

/// Looks through what changes no value, and through min or max when that is the `reduction` that keeps the question.
NodeRef ConditionReader::strip(NodeRef expression, std::string_view reduction) {
  for (unsigned steps = 0; steps < kMaxDepth; ++steps) {
    if (const NodeRef all = extreme_of(expression, reduction); all.valid())
      return all;
    if (model_.kind(expression) == Kind::Name) {
      // `low = ids.min()`: a name for a reduction is looked through, a name for ids is the subject itself.
      const NodeRef value = paths_.assigned_value(expression);
      if (!value.valid() || model_.kind(value) != Kind::Call)
        return expression;
      const NodeRef inner = strip(value, reduction);
      return inner == value ? expression : inner;
    }
    if (model_.kind(expression) != Kind::Call)
      return expression;
    const NodeRef callee = model_.child(expression, Role::Callee);
    const std::string_view name = callee.valid() ? last_name(model_, callee) : "";
    const NodeRef first = argument_of(model_, expression, 0, "");
    const NodeRef object =
        callee.valid() && model_.kind(callee) == Kind::Attribute ? model_.child(callee, Role::Value) : NodeRef{};
    if (is_one_of(name, {"min", "max", "amin", "amax"})) {
      if (!name.ends_with(reduction))
        return {}; // the smallest id says nothing of an upper bound
      if (first.valid() && argument_of(model_, expression, 1, "").valid())
        return expression;
      expression = first.valid() && model_.kind(first) != Kind::Int ? first : object;
      if (!expression.valid())
        return {};
      continue;
    }
    if (is_one_of(name, {"int", "float"}) && first.valid()) {
      expression = first;
      continue;
    }
    if (is_one_of(name, {"item", "cpu", "tolist"}) && object.valid() && !first.valid()) {
      const NodeRef inner = strip(object, reduction);
      return inner == object ? expression : inner;
    }
    return expression;
  }
  return {};
}

Finding ConditionReader::read_pair(NodeRef left, Op op, NodeRef right, bool truth, const std::vector<NodeId> &loops) {
  if (!truth)
    op = negated(op);
  // From here on: which comparison holds for certain when an id is out of range?
  const auto is_none = [&](NodeRef e) { return model_.kind(e) == Kind::None; };
  if (is_none(right) && op == Op::IsNot) { // next((t for t in ids if bad(t)), None) is not None
    if (const NodeRef value = model_.kind(left) == Kind::Name ? paths_.assigned_value(left) : NodeRef{}; value.valid())
      left = value;
    const NodeRef callee = model_.kind(left) == Kind::Call ? model_.child(left, Role::Callee) : NodeRef{};
    const NodeRef first =
        callee.valid() && last_name(model_, callee) == "next" ? argument_of(model_, left, 0, "") : NodeRef{};
    if (first.valid() && model_.kind(first) == Kind::Call) // next(filter(is_bad, ids), None)
      return read(first, true, loops);
    return first.valid() && model_.kind(first) == Kind::Generator ? read_comprehension(first, loops, false, true)
                                                                  : Finding{};
  }
  if (op == Op::NotIn)
    return read_not_in(left, right, loops);
  if (op == Op::NotEq) {
    if (Finding clamped = read_clamped(left, right, loops); !clamped.empty())
      return clamped;
    if (Finding clamped = read_clamped(right, left, loops); !clamped.empty())
      return clamped;
  }
  // `bad.any() == True`, `bad.any() is not False`
  if (const Kind kind = model_.kind(right); kind == Kind::True || kind == Kind::False) {
    const bool is_same = op == Op::Eq || op == Op::Is;
    return is_same || op == Op::NotEq || op == Op::IsNot ? read(left, (kind == Kind::True) == is_same, loops)
                                                         : Finding{};
  }
  // `not set(ids) <= set(range(n))`
  if (op == Op::Gt && range_in(right).valid())
    return read_not_in(left, right, loops);
  // A count of what is bad: `bad.sum() > 0`, `len(bad) != 0`.
  if (const std::optional<long> number = integer(right);
      is_count(left) && number &&
      ((*number == 0 && (op == Op::Gt || op == Op::NotEq)) || (*number == 1 && op == Op::GtE))) {
    if (Finding counted = read(left, true, loops); !counted.empty())
      return counted;
  }
  if (integer(left)) {
    std::swap(left, right);
    op = mirrored(op);
  }
  const std::optional<long> number = integer(right);
  if (number) {
    const bool below_zero = (op == Op::Lt && *number == 0) || (op == Op::LtE && *number == -1);
    const bool below_one = (op == Op::Lt && *number == 1) || (op == Op::LtE && *number == 0);
    const NodeRef subject = below_zero || below_one ? strip(left, "min") : NodeRef{};
    if (!subject.valid())
      return {};
    const Edge edge = below_zero ? Edge::Exact : Edge::TooNarrow;
    return {.halves = {{.subject = subject, .loops = loops, .bound = std::nullopt, .edge = edge}},
            .not_finite = {},
            .only_if = {}};
  }
  // The bound stands on either side; the side that is a length or a vocabulary size is it, else the right one.
  if (bound_of(left).kind != Bound::Kind::Value && bound_of(right).kind == Bound::Kind::Value) {
    std::swap(left, right);
    op = mirrored(op);
  }
  if (op != Op::GtE && op != Op::Gt)
    return {};
  const SyntaxTree &tree = model_.tree(right.file);
  const auto is_one_more = [&](NodeRef side, Op by) {
    return tree.kind(side.node) == Kind::Binary && own_op(tree, side.node) == by &&
           integer(model_.child(side, Role::Right)) == 1;
  };
  const bool is_next_id = is_one_more(left, Op::Add);                // `id + 1 > n` is `id >= n`
  const bool is_last_id = is_next_id || is_one_more(right, Op::Sub); // as is `id > n - 1`
  const Edge edge = is_last_id == (op == Op::Gt) ? Edge::Exact : is_last_id ? Edge::TooNarrow : Edge::TooWide;
  const NodeRef subject = strip(is_next_id ? model_.child(left, Role::Left) : left, "max");
  if (!subject.valid())
    return {};
  const NodeRef bound = is_last_id && !is_next_id ? model_.child(right, Role::Left) : right;
  return {.halves = {{.subject = subject, .loops = loops, .bound = bound_of(bound), .edge = edge}},
          .not_finite = {},
          .only_if = {}};
}

} // namespace decode_ledger::guards
