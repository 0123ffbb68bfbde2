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
      if (first.valid() && name == "len") {
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
    if (tree.kind(right.node) == Kind::None)
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
    if (!callee.valid() || !is_one_of(last_name(model_, callee), {"len", "numel", "bool", "size"}))
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
    if (own_op(tree, test.node) == Op::BitOr || own_op(tree, test.node) == Op::BitAnd)
      finding = join(child(Role::Left), child(Role::Right), own_op(tree, test.node) == Op::BitOr, truth, loops);
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
  // any(True for t in ids if bad(t))
  if (truth && num_conditions == 1 && element.valid() && tree.kind(element.node) == Kind::True)
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
    return read(first, truth, loops);
  }
  if (is_one_of(name, {"bool", "int", "item", "tolist", "cpu", "numpy", "sum", "count_nonzero", "nonzero", "numel",
                       "len", "flatten", "reshape", "view", "detach", "as_tensor", "asarray", "list", "to"})) {
    const Kind kind = model_.kind(first);
    if (name == "sum" && kind == Kind::Generator)
      return read_comprehension(first, loops, true, truth);
    // A count is true when there is one: never a statement about all.
    if (!truth && is_one_of(name, {"sum", "count_nonzero", "nonzero", "numel", "len"}))
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

/// `if not in_range(ids, tok)`: the one expression that an in-package predicate returns, its parameters replaced by the
/// arguments.
Finding ConditionReader::read_predicate(NodeRef call, bool truth, const std::vector<NodeId> &loops) {
  const NodeRef callee = model_.child(call, Role::Callee);
  if (last_name(model_, callee).empty() || model_.functions_named(model_.name(callee)).empty())
    return {}; // resolving a call costs far more than this
  const std::vector<dataflow::CallEdge> callees = query_.callees_of(call);
  if (callees.size() != 1 || callees.front().certainty != dataflow::Certainty::Certain)
    return {};
  const FunctionId function = callees.front().callee;
  const auto &self = model_.function(function);
  const FileId file = model_.file_of(function);
  const SyntaxTree &tree = model_.tree(file);
  NodeRef result;
  for (uint32_t i = self.node.value; i < tree.next(self.node).value; ++i) {
    if (tree.kind(NodeId{i}) != Kind::Return)
      continue;
    if (result.valid())
      return {};
    result = {file, tree.child(NodeId{i}, Role::Value)};
  }
  Finding finding = read(result, truth, {});
  const unsigned skip = model_.class_of(function).valid() ? 1 : 0;
  const auto replaced = [&](NodeRef expression) -> NodeRef {
    for (const Step &step : paths_.steps_of(expression))
      for (unsigned i = 0; i < self.parameters.size(); ++i)
        if (step.whole && step.key == paths_.parameter_key(function, self.parameters[i]))
          return i < skip ? NodeRef{} : argument_of(model_, call, i - skip, model_.text(tree.name(self.parameters[i])));
    return {};
  };
  std::vector<Half> kept;
  for (Half &half : finding.halves) {
    // The subject's loops are of the predicate's own code: they have to come out as the whole of a parameter.
    for (const Step &step : paths_.steps_of(half.subject, half.loops)) {
      for (unsigned i = skip; i < self.parameters.size() && step.whole; ++i) {
        if (step.key != paths_.parameter_key(function, self.parameters[i]))
          continue;
        Half mapped{.subject = argument_of(model_, call, i - skip, model_.text(tree.name(self.parameters[i]))),
                    .loops = loops,
                    .bound = half.bound,
                    .edge = half.edge};
        if (mapped.bound && mapped.bound->kind != Bound::Kind::Value && mapped.bound->tokenizer.valid()) {
          mapped.bound->tokenizer = replaced(mapped.bound->tokenizer);
        } else if (mapped.bound) {
          if (const NodeRef passed = replaced(mapped.bound->expression); passed.valid())
            mapped.bound = bound_of(passed);
        }
        if (mapped.subject.valid())
          kept.push_back(std::move(mapped));
      }
    }
  }
  finding.halves = std::move(kept);
  finding.not_finite.clear();
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

/// Looks through what changes no value, and through min or max when that is the `reduction` that keeps the question.
NodeRef ConditionReader::strip(NodeRef expression, std::string_view reduction) {
  for (unsigned steps = 0; steps < kMaxDepth; ++steps) {
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
    return first.valid() && model_.kind(first) == Kind::Generator ? read_comprehension(first, loops, false, true)
                                                                  : Finding{};
  }
  if (op == Op::NotIn && model_.kind(right) == Kind::Call) {
    const NodeRef callee = model_.child(right, Role::Callee);
    if (!callee.valid() || last_name(model_, callee) != "range")
      return {};
    const NodeRef first = argument_of(model_, right, 0, ""), second = argument_of(model_, right, 1, "");
    Finding finding;
    if (!second.valid() || integer(first) == 0 || integer(first) == 1)
      finding.halves.push_back({.subject = left,
                                .loops = loops,
                                .bound = std::nullopt,
                                .edge = second.valid() && integer(first) == 1 ? Edge::TooNarrow : Edge::Exact});
    if (const NodeRef end = second.valid() ? second : first; end.valid())
      finding.halves.push_back({.subject = left, .loops = loops, .bound = bound_of(end), .edge = Edge::Exact});
    return finding;
  }
  // A count of what is bad: `bad.sum() > 0`, `len(bad) != 0`.
  if (const std::optional<long> number = integer(right);
      model_.kind(left) == Kind::Call && number &&
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
  const bool is_last_id = tree.kind(right.node) == Kind::Binary && own_op(tree, right.node) == Op::Sub &&
                          integer(model_.child(right, Role::Right)) == 1; // `id > n - 1` is `id >= n`
  const Edge edge = is_last_id == (op == Op::Gt) ? Edge::Exact : is_last_id ? Edge::TooNarrow : Edge::TooWide;
  const NodeRef subject = strip(left, "max");
  if (!subject.valid())
    return {};
  const NodeRef bound = is_last_id ? model_.child(right, Role::Left) : right;
  return {.halves = {{.subject = subject, .loops = loops, .bound = bound_of(bound), .edge = edge}},
          .not_finite = {},
          .only_if = {}};
}

} // namespace decode_ledger::guards
