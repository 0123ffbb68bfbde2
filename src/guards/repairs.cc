#include "guards/repairs.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::guards {

using diagnostics::Rule;
using parser::Kind;
using parser::Role;
using parser::SyntaxTree;

namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

bool is_of_vocabulary(const std::optional<Bound> &bound) { return bound && bound->kind != Bound::Kind::Value; }

} // namespace

GuardFault RepairReader::replaces(NodeRef repair) const {
  return {.rule = Rule::IdsRepaired,
          .place = model_.range(repair),
          .message = fmt::format("{} hides ids that are out of range instead of raising", quoted(model_, repair)),
          .help = "raise the fault type here when an id is out of range",
          .evidence = {}};
}

GuardFault RepairReader::leaves_out(NodeRef repair, NodeRef condition) const {
  return {.rule = Rule::IdsRepaired,
          .place = model_.range(repair),
          .message = fmt::format("{} keeps ids with {} only: one that is out of range is dropped, and nothing raises",
                                 quoted(model_, repair), quoted(model_, condition)),
          .help = "check that all ids are in [0, len(tokenizer)) before this line",
          .evidence = {}};
}

/// The upper bound that `condition` finds to be reached (when it is `truth`) by what has the key of `about`; none when
/// it says nothing of that.
std::optional<Bound> RepairReader::upper_of(NodeRef condition, bool truth, NodeRef about) {
  const std::string key = paths_.key_of(about);
  for (const Half &half : conditions_.read(condition, truth).halves)
    if (half.bound && paths_.key_of(half.subject) == key)
      return half.bound;
  return std::nullopt;
}

/// `ids[ids >= n] = unk`
std::optional<GuardFault> RepairReader::stored_under_mask(FunctionId function, const std::vector<Step> &steps,
                                                          NodeId place) {
  std::optional<GuardFault> found;
  checks_.for_each_node(function, [&](NodeRef node) {
    const NodeRef target = model_.kind(node) == Kind::Assign ? model_.child(node, Role::Target) : NodeRef{};
    if (found || !target.valid() || model_.kind(target) != Kind::Subscript)
      return;
    const NodeRef object = model_.child(target, Role::Value), index = model_.child(target, Role::Index);
    if (!object.valid() || !index.valid() || !query_.flow(function).may_reach(node.node, place))
      return;
    if (std::ranges::find(steps, paths_.key_of(object), &Step::key) != steps.end() &&
        is_of_vocabulary(upper_of(index, true, object)))
      found = replaces(node);
  });
  return found;
}

/// `[t for t in ids if t < n]`: of the ids themselves, not of a counter or of a row's length.
std::optional<GuardFault> RepairReader::in_comprehension(NodeRef comprehension) {
  const SyntaxTree &tree = model_.tree(comprehension.file);
  NodeRef element;
  for (const NodeId part : tree.children(comprehension.node))
    if (tree.role(part) == Role::Element)
      element = {comprehension.file, part};
  if (!element.valid())
    return std::nullopt;
  for (const NodeId part : tree.children(comprehension.node))
    if (const NodeRef test{comprehension.file,
                           tree.kind(part) == Kind::CompIf ? tree.child(part, Role::Test) : NodeId{}};
        test.valid() && upper_of(test, false, element))
      return leaves_out(comprehension, test);
  return std::nullopt;
}

/// `ids[ids < n]`
std::optional<GuardFault> RepairReader::in_selection(NodeRef subscript) {
  const NodeRef object = model_.child(subscript, Role::Value), index = model_.child(subscript, Role::Index);
  if (!object.valid() || !index.valid())
    return std::nullopt;
  return upper_of(index, false, object) ? std::optional(leaves_out(subscript, index)) : std::nullopt;
}

/// `ids.clamp(max=n - 1)`, `torch.where(ids < n, ids, unk)`
std::optional<GuardFault> RepairReader::in_call(NodeRef call) {
  const SyntaxTree &tree = model_.tree(call.file);
  const NodeRef callee = model_.child(call, Role::Callee);
  const std::string_view name = callee.valid() ? last_name(model_, callee) : "";
  if (is_one_of(name, {"clamp", "clip", "clamp_", "clamp_max", "clamp_max_", "minimum"}))
    for (const NodeId part : tree.children(call.node)) {
      if (tree.role(part) != Role::Argument)
        continue;
      NodeRef bound{call.file, tree.kind(part) == Kind::Keyword ? tree.child(part, Role::Value) : part};
      if (model_.kind(bound) == Kind::Binary)
        bound = model_.child(bound, Role::Left);
      if (is_of_vocabulary(conditions_.bound_of(bound)))
        return replaces(call);
    }
  const NodeRef condition =
      is_one_of(name, {"where", "masked_fill", "masked_fill_"}) ? argument_of(model_, call, 0, "") : NodeRef{};
  if (condition.valid())
    for (const bool truth : {true, false})
      for (const Half &half : conditions_.read(condition, truth).halves)
        if (is_of_vocabulary(half.bound))
          return replaces(call);
  return std::nullopt;
}

std::optional<GuardFault> RepairReader::find(FunctionId function, const std::vector<Step> &steps, NodeId place) {
  if (std::optional<GuardFault> masked = stored_under_mask(function, steps, place))
    return masked;
  for (const Step &step : steps) {
    if (std::optional<GuardFault> found = in_expression(step.read))
      return found;
    if (model_.kind(step.read) != Kind::Name)
      continue;
    // `if skip_special: ids = [t for t in ids if t < n]`: repaired on one way is repaired.
    for (const uint32_t binding : paths_.meaning_of(step.read).bindings)
      if (const NodeRef value = paths_.value_of_binding(step.read.file, binding); value.valid())
        if (std::optional<GuardFault> found = in_expression(value))
          return found;
  }
  return std::nullopt;
}

std::optional<GuardFault> RepairReader::in_expression(NodeRef expression) {
  switch (model_.kind(expression)) {
  case Kind::ListComp:
  case Kind::Generator:
    return in_comprehension(expression);
  case Kind::Subscript:
    return in_selection(expression);
  case Kind::Call:
    return in_call(expression);
  default:
    return std::nullopt;
  }
}

} // namespace decode_ledger::guards
