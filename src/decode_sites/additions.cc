// What is put into a container or a tensor after it was made: `rows.append(x)`, `rows[i].append(x)`,
// `batch["ids"] = x`, `out[:, i] = x`, `self.rows.add(x)`, and what a function of this package does to the list it is
// handed.
//
//     rows = []
//     fill(rows, model)           in fill: into.append(model.generate(x))
//     tok.batch_decode(rows)      device
//
// Order does not count: what is put in after the decode is taken to be there before it, as a loop would have it.
#include "decode_sites/site_finder.h"

#include <algorithm>

namespace decode_ledger::decode_sites {

namespace {
constexpr unsigned kMaxPassedOn = 64;
constexpr size_t kMaxFillers = 4;
} // namespace

/// What a list, set or dict is given after it was made, and what is written into a tensor: `rows.append(x)`,
/// `rows[i].append(x)`, `batch["ids"] = x`, `out[:, i] = x`; also by a function of this package that it is handed to.
OriginFacts SiteFinder::origin_of_added(NodeRef use, std::span<const int> path, unsigned depth) {
  OriginFacts facts;
  if (depth > kMaxOriginDepth) {
    ++num_origin_cuts_;
    return facts;
  }
  unsigned looked_at = 0;
  for (NodeRef other : additions_to(use)) {
    // Subscripts on the way from the name to where something is put.
    std::span<const int> below = path;
    NodeRef at = other;
    while (kind(parent(at)) == Kind::Subscript && tree(at).role(at.node) == SyntaxRole::Value &&
           !tree(parent(at)).has(parent(at).node, parser::kStore)) {
      const auto key = constant_string(child(parent(at), SyntaxRole::Index));
      if (is_key(below) && (!key || !is_at_key(below, *key)))
        break;
      below = rest(below);
      at = parent(at);
    }
    if (tree(at).role(at.node) == SyntaxRole::Value)
      facts.add(origin_of_put(at, below, depth));
    else if (at == other && tree(at).role(at.node) == SyntaxRole::Argument && kind(parent(at)) == Kind::Call &&
             ++looked_at <= kMaxPassedOn)
      facts.add(origin_of_filled(at, path, depth));
  }
  // What else is put in does not take away what is known; under one key it is all there is.
  facts.unknown = facts.unknown && facts.shown;
  return facts;
}

namespace {

/// Methods that put something into their object.
bool puts_in(std::string_view method) {
  static constexpr std::string_view kPutters[] = {"append",     "appendleft", "add",    "put",
                                                  "put_nowait", "insert",     "extend", "update"};
  return std::ranges::find(kPutters, method) != std::end(kPutters);
}

} // namespace

/// Something may be put into what `use` reads: `use.append(x)`, `use[i] = x`, `use[i].add(x)`, `fill(use)`.
bool SiteFinder::may_be_added_to(NodeRef use) const {
  const SyntaxRole role = tree(use).role(use.node);
  if (role == SyntaxRole::Argument)
    return kind(use) == Kind::Name && kind(parent(use)) == Kind::Call;
  if (role != SyntaxRole::Value)
    return false;
  const NodeRef around = parent(use);
  if (kind(around) == Kind::Attribute)
    return is_callee(around) && puts_in(text(model_.name(around)));
  return kind(around) == Kind::Subscript && (tree(around).has(around.node, parser::kStore) || may_be_added_to(around));
}

/// Where something may be put into what the variable or attribute `use` holds.
const std::vector<NodeRef> &SiteFinder::additions_to(NodeRef use) {
  const std::vector<NodeRef> *&known = additions_at_[use];
  if (!known)
    known = &find_additions(use);
  return *known;
}

/// For all variables of that name at once: a file may have thousands of them, one in each function.
void SiteFinder::group_variables(NameId name, FileId file) {
  const module_model::ModuleModel &m = model_.module(file);
  for (NodeRef other : model_.uses(name, file))
    if (kind(other) == Kind::Name && may_be_added_to(other))
      additions_[{file.value, m.resolve(name, m.scope_at(other.node)).value, name.value}].push_back(other);
}

const std::vector<NodeRef> &SiteFinder::find_additions(NodeRef use) {
  const NameId name = model_.name(use);
  if (kind(use) == Kind::Name) {
    const module_model::ModuleModel &m = model_.module(use.file);
    if (variables_grouped_.emplace(use.file, name).second)
      group_variables(name, use.file);
    return additions_[{use.file.value, m.resolve(name, m.scope_at(use.node)).value, name.value}];
  }
  const std::set<ClassId> own = classes_of(child(use, SyntaxRole::Value));
  std::vector<uint32_t> key{name.value}; // longer or shorter than that of a variable
  for (ClassId c : own)
    key.insert(key.end(), {c.value, c.value, c.value});
  const auto [it, is_new] = additions_.try_emplace(std::move(key));
  if (!is_new || own.empty())
    return it->second;
  std::vector<NodeRef> found;
  unsigned looked_at = 0;
  for (NodeRef other : model_.uses(name)) {
    if (kind(other) != Kind::Attribute || !may_be_added_to(other) || ++looked_at > kMaxPassedOn)
      continue;
    const std::set<ClassId> theirs = classes_of(child(other, SyntaxRole::Value));
    if (std::ranges::any_of(theirs, [&](ClassId c) { return own.contains(c); }))
      found.push_back(other);
  }
  return it->second = std::move(found);
}

/// Classes of this package that `object` may be an instance of.
std::set<ClassId> SiteFinder::classes_of(NodeRef object) {
  std::set<ClassId> classes;
  for (const Traced &v : query_.values_of(object))
    if (v.value.kind == Value::Kind::Instance || v.value.kind == Value::Kind::Class)
      classes.insert(v.value.class_);
  return classes;
}

/// `container` is the object of a method that puts something in, or of a subscript that is stored to.
OriginFacts SiteFinder::origin_of_put(NodeRef container, std::span<const int> path, unsigned depth) {
  const NodeRef around = parent(container);
  if (kind(around) == Kind::Subscript && tree(around).has(around.node, parser::kStore)) {
    const NodeRef statement = parent(around);
    const auto key = constant_string(child(around, SyntaxRole::Index));
    if ((kind(statement) != Kind::Assign && kind(statement) != Kind::AugAssign) || sentinel_is_cleared(container) ||
        (key && is_key(path) && !is_at_key(path, *key)))
      return {};
    const NodeRef value = child(statement, SyntaxRole::Value);
    if (!key && is_key(path)) { // `out[k] = batch[k]` keeps each key its own; under other variable keys stands anything
      const NodeRef source = source_by_key(child(around, SyntaxRole::Index), value);
      return source.valid() ? origin_along(source, path, depth + 1) : OriginFacts{};
    }
    return key && is_key(path) ? origin_shown(value, rest(path), depth) : origin_along(value, rest(path), depth + 1);
  }
  if (kind(around) != Kind::Attribute || !is_callee(around))
    return {};
  const std::string_view method = text(model_.name(around));
  const NodeRef call = parent(around);
  if (is_key(path) && method != "update")
    return {}; // what has elements has neither keys nor fields
  if (method == "append" || method == "add" || method == "appendleft" || method == "put" || method == "put_nowait")
    return origin_along_valid(argument(call, 0), rest(path), depth);
  if (method == "insert")
    return origin_along_valid(argument(call, 1), rest(path), depth);
  if (method == "extend" || method == "update")
    return origin_along_valid(argument(call, 0), path, depth);
  return {};
}

/// What the key that the path begins with was set to on every way to `use`, and on some way since then: `row["ids"] = x`
/// before `row["ids"]`. What the dict held before counts no more. Empty: there is no such statement.
std::vector<NodeRef> SiteFinder::values_set_before(NodeRef use, std::span<const int> path) {
  std::vector<NodeRef> out;
  const FunctionId f = model_.function_at(use);
  for (NodeRef other : additions_to(use)) {
    const NodeRef around = parent(other), statement = parent(around);
    const auto key = kind(around) == Kind::Subscript ? constant_string(child(around, SyntaxRole::Index)) : std::nullopt;
    if (!key || !is_at_key(path, *key) || kind(statement) != Kind::Assign || model_.function_at(other) != f ||
        other.node.value > use.node.value)
      continue;
    if (query_.flow(f).dominates(statement.node, use.node))
      out.clear();
    else if (out.empty())
      continue;
    out.push_back(child(statement, SyntaxRole::Value));
  }
  return out;
}

/// The dict whose value under `key`, a variable, `value` is: `batch` for `batch[k].to(device)`, for `batch.pop(k)`, and
/// for any value in `for k, v in batch.items()`. None: there is no such dict.
NodeRef SiteFinder::source_by_key(NodeRef key, NodeRef value) {
  if (!key.valid() || kind(key) != Kind::Name)
    return {};
  for (const Definition &d : query_.definitions_of(key))
    if (d.how == Definition::How::Value && d.path == std::vector<int>{Definition::kAnyElement, 0} &&
        kind(d.expression) == Kind::Call && text(model_.name(child(d.expression, SyntaxRole::Callee))) == "items")
      return child(child(d.expression, SyntaxRole::Callee), SyntaxRole::Value);
  const auto is_key_itself = [&](NodeRef e) {
    return e.valid() && kind(e) == Kind::Name && model_.name(e) == model_.name(key);
  };
  while (value.valid()) {
    if (kind(value) == Kind::Subscript && is_key_itself(child(value, SyntaxRole::Index)))
      return child(value, SyntaxRole::Value);
    const NodeRef callee = kind(value) == Kind::Call ? child(value, SyntaxRole::Callee) : NodeRef{};
    if (kind(value) != Kind::Subscript && (!callee.valid() || kind(callee) != Kind::Attribute))
      return {};
    value = child(callee.valid() ? callee : value, SyntaxRole::Value);
    if (callee.valid() && is_key_itself(argument(parent(callee), 0)))
      return value;
  }
  return {};
}

OriginFacts SiteFinder::origin_along_valid(NodeRef ref, std::span<const int> path, unsigned depth) {
  return ref.valid() ? origin_along(ref, path, depth + 1) : OriginFacts{};
}

/// The uses of the name between the beginning and the end of `f`, in functions inside it, too.
std::span<const NodeRef> SiteFinder::uses_in(NameId name, FunctionId f) const {
  const NodeRef function = model_.node_of(f);
  const std::span<const NodeRef> all = model_.uses(name, function.file);
  const auto node = [](NodeRef use) { return use.node.value; };
  const auto begin = std::ranges::lower_bound(all, function.node.value, {}, node);
  const auto end = std::ranges::lower_bound(begin, all.end(), tree(function).next(function.node).value, {}, node);
  return {begin, end};
}

/// The first place in `f` itself that names its parameter; none when it is not used.
NodeRef SiteFinder::first_use_of(NodeRef parameter, FunctionId f) {
  const auto [found, is_new] = first_uses_.try_emplace(parameter);
  if (is_new)
    for (NodeRef use : uses_in(model_.name(parameter), f))
      if (kind(use) == Kind::Name && model_.function_at(use) == f) {
        found->second = use;
        break;
      }
  return found->second;
}

/// `fill(rows)`: what the function of this package puts into its parameter.
OriginFacts SiteFinder::origin_of_filled(NodeRef passed, std::span<const int> path, unsigned depth) {
  const NodeRef call = parent(passed);
  int position = 0;
  for (NodeId c : tree(call).children(call.node)) {
    if (c == passed.node)
      break;
    position += tree(call).role(c) == SyntaxRole::Argument ? 1 : 0;
  }
  OriginFacts facts;
  const dataflow::Values callees = query_.values_of(child(call, SyntaxRole::Callee));
  if (callees.size() > kMaxFillers) // a method of many classes: too many to look into for what is rarely there
    return facts;
  for (const Traced &v : callees) {
    if (v.value.kind != Value::Kind::Function)
      continue;
    const FunctionId f = v.value.function;
    const auto &fn = model_.function(f);
    const size_t index = static_cast<size_t>(position + (model_.takes_instance(f) && v.value.class_.valid() ? 1 : 0));
    if (index >= fn.parameters.size())
      continue;
    const NodeRef parameter{model_.file_of(f), fn.parameters[index]};
    const NodeRef use = first_use_of(parameter, f);
    if (!use.valid())
      continue;
    if (++origin_steps_ > origin_limit_ || !open_filled_.insert(parameter).second) {
      ++num_origin_cuts_;
      continue;
    }
    entered_.push_back({f, call});
    facts.add(origin_of_added(use, path, depth + 1));
    entered_.pop_back();
    open_filled_.erase(parameter);
  }
  return facts;
}

} // namespace decode_ledger::decode_sites
