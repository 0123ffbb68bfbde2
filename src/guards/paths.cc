// Keys and steps. The tables of views below are idioms of Python, NumPy and torch that keep every element (or some of
// them) and make none up; what is in no table ends the way.

#include "guards/paths.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace decode_ledger::guards {

using dataflow::Flow;
using module_model::Binding;
using module_model::BindingKind;
using module_model::ModuleModel;
using parser::Kind;
using parser::Role;
using parser::SyntaxTree;

namespace {

/// Longest way that is followed from an expression; longer ones end as "not a view".
constexpr unsigned kMaxWay = 24;
constexpr unsigned kMaxKeyDepth = 12;
/// Steps of one expression. Names that were bound on many branches fan out; what is cut off is "not a view", too.
constexpr unsigned kMaxSteps = 600;
/// Bindings of one name that are followed side by side.
constexpr size_t kMaxWays = 6;
/// Functions that hand their parameter on to each other and back.
constexpr unsigned kMaxGivers = 12;
constexpr unsigned kNoPosition = 0xffffffffU;

constexpr std::array<std::string_view, 30> kWholeMethods{
    "cpu",     "cuda",      "numpy",    "tolist",  "detach",  "clone",       "contiguous", "long",
    "int",     "to",        "view",     "reshape", "flatten", "ravel",       "squeeze",    "unsqueeze",
    "permute", "transpose", "t",        "item",    "astype",  "copy",        "type",       "asnumpy",
    "short",   "expand",    "swapaxes", "unbind",  "byte",    "resolve_conj"};
constexpr std::array<std::string_view, 12> kPartMethods{"narrow", "select",      "index_select", "masked_select",
                                                        "split",  "chunk",       "take",         "gather",
                                                        "unique", "masked_fill", "clamp",        "clip"};
constexpr std::array<std::string_view, 25> kWholeFunctions{
    "list",      "tuple",      "sorted",   "set",        "reversed", "iter",      "int",           "asarray",   "array",
    "as_tensor", "tensor",     "flatten",  "ravel",      "squeeze",  "reshape",   "from_iterable", "frozenset", "cast",
    "deepcopy",  "from_numpy", "to_numpy", "LongTensor", "to_list",  "enumerate", "nditer"};
constexpr std::array<std::string_view, 5> kPartFunctions{"unique", "islice", "narrow", "clamp", "clip"};
constexpr std::array<std::string_view, 4> kWholeAttributes{"T", "data", "mT", "flat"};

bool holds(const auto &table, std::string_view name) { return std::ranges::find(table, name) != table.end(); }

/// Steps that every way has; a part anywhere is a part.
std::vector<Step> common_steps(std::vector<std::vector<Step>> ways) {
  if (ways.empty())
    return {};
  std::vector<Step> common = std::move(ways.front());
  for (size_t i = 1; i < ways.size(); ++i) {
    std::erase_if(common, [&](Step &step) {
      const auto other = std::ranges::find(ways[i], step.key, &Step::key);
      if (other == ways[i].end())
        return true;
      step.whole &= other->whole;
      return false;
    });
  }
  return common;
}

} // namespace

NodeRef argument_of(const dataflow::PackageModel &model, NodeRef call, unsigned position, std::string_view keyword) {
  const SyntaxTree &tree = model.tree(call.file);
  unsigned at = 0;
  bool hidden = false;
  for (const NodeId part : tree.children(call.node)) {
    if (tree.role(part) != Role::Argument)
      continue;
    if (tree.kind(part) == Kind::Keyword) {
      if (!keyword.empty() && model.text(tree.name(part)) == keyword)
        return {call.file, tree.child(part, Role::Value)};
    } else if (tree.kind(part) == Kind::Starred) {
      hidden = true;
    } else if (tree.kind(part) != Kind::DoubleStarred) {
      if (at++ == position && !hidden)
        return {call.file, part};
    }
  }
  return {};
}

NodeRef argument_through_partial(const dataflow::PackageModel &model, NodeRef call, NodeRef partial, unsigned position,
                                 std::string_view keyword) {
  unsigned num_bound = 0; // positional arguments that partial() holds, its function not counted
  const SyntaxTree &tree = model.tree(partial.file);
  for (const NodeId part : tree.children(partial.node)) {
    if (tree.role(part) != Role::Argument || tree.kind(part) == Kind::Keyword)
      continue;
    if (tree.kind(part) == Kind::Starred || tree.kind(part) == Kind::DoubleStarred)
      return {};
    ++num_bound;
  }
  num_bound -= num_bound == 0 ? 0 : 1;
  if (position < num_bound)
    return argument_of(model, partial, position + 1, "");
  const NodeRef passed = argument_of(model, call, position - num_bound, keyword);
  return passed.valid() ? passed : argument_of(model, partial, kNoPosition, keyword);
}

std::string_view last_name(const dataflow::PackageModel &model, NodeRef expression) {
  const Kind kind = model.kind(expression);
  return kind == Kind::Name || kind == Kind::Attribute ? model.text(model.name(expression)) : std::string_view{};
}

// Variables -----------------------------------------------------------------------------------------------------------

PathReader::Meaning PathReader::meaning_of(NodeRef use) {
  Meaning meaning;
  const ModuleModel &module = model_.module(use.file);
  for (const uint32_t binding : query_.flow(model_.function_at(use)).reaching(use.node)) {
    if (binding == Flow::kAtEntry)
      meaning.may_be_unbound = true;
    else
      meaning.bindings.push_back(binding);
  }
  if (!meaning.bindings.empty() || meaning.may_be_unbound)
    return meaning;
  // A variable of an enclosing function or of the module: any of its bindings.
  const NameId name = module.tree.name(use.node);
  const ScopeId scope = module.resolve(name, module.scope_at(use.node));
  if (scope.valid())
    for (const Binding &binding : module.bindings_of(name, scope))
      meaning.bindings.push_back(static_cast<uint32_t>(&binding - module.bindings.data()));
  return meaning;
}

NodeRef PathReader::value_of_binding(FileId file, uint32_t index) const {
  const ModuleModel &module = model_.module(file);
  const SyntaxTree &tree = module.tree;
  const Binding &binding = module.bindings[index];
  if (binding.kind != BindingKind::Assign && binding.kind != BindingKind::Named)
    return {};
  const NodeId value = tree.child(binding.source, Role::Value);
  const NodeId display = tree.parent(binding.target);
  if (!value.valid() || display == binding.source)
    return value.valid() ? NodeRef{file, value} : NodeRef{};
  // Unpacking: `a, b = x, y` gives each its own value.
  if (tree.kind(display) != Kind::Tuple || tree.kind(value) != Kind::Tuple || tree.parent(display) != binding.source)
    return {};
  NodeId source = tree.first_child(value);
  for (const NodeId target : tree.children(display)) {
    if (!source.valid() || !tree.is_inside(source, value) || tree.kind(target) == Kind::Starred)
      return {};
    if (target == binding.target)
      return {file, source};
    source = tree.next(source);
  }
  return {};
}

NodeRef PathReader::assigned_value(NodeRef use) {
  const Meaning meaning = meaning_of(use);
  return meaning.bindings.size() == 1 ? value_of_binding(use.file, meaning.bindings.front()) : NodeRef{};
}

NodeRef PathReader::unpacked_from(NodeRef use, unsigned position) {
  const Meaning meaning = meaning_of(use);
  if (meaning.bindings.size() != 1)
    return {};
  const SyntaxTree &tree = model_.tree(use.file);
  const Binding &binding = model_.module(use.file).bindings[meaning.bindings.front()];
  const NodeId display = tree.parent(binding.target);
  if (binding.kind != BindingKind::Assign || tree.kind(display) != Kind::Tuple ||
      tree.parent(display) != binding.source)
    return {};
  unsigned at = 0;
  for (NodeId part = tree.first_child(display); part != binding.target; part = tree.next(part))
    ++at;
  const NodeId value = tree.child(binding.source, Role::Value);
  return at == position && value.valid() ? NodeRef{use.file, value} : NodeRef{};
}

/// `self` of a method: the object is the same in every method of its class that it calls, so the key names the class.
std::string PathReader::self_key(FileId file, uint32_t index) const {
  const ModuleModel &module = model_.module(file);
  const Binding &binding = module.bindings[index];
  if (binding.kind != BindingKind::Parameter)
    return {};
  const FunctionId function = model_.global(file, module.scopes[binding.scope.value].function);
  const ClassId of = model_.class_of(function);
  const auto &self = model_.function(function);
  if (!of.valid() || self.parameters.empty() || self.parameters.front() != binding.target || !self.decorators.empty())
    return {};
  return fmt::format("self{}", of.value);
}

NodeRef PathReader::attribute_value(NodeRef attribute) const {
  const NodeRef object = model_.child(attribute, Role::Value);
  if (!object.valid() || model_.kind(object) != Kind::Name)
    return {};
  const FunctionId function = model_.function_at(attribute);
  const ClassId of = model_.class_of(function);
  const auto &parameters = model_.function(function).parameters;
  if (!of.valid() || parameters.empty() || model_.name({attribute.file, parameters.front()}) != model_.name(object))
    return {};
  const ModuleModel &module = model_.module(attribute.file);
  const auto stores = module.attributes_of(model_.name(attribute), model_.local(of));
  if (stores.size() != 1 || module.tree.kind(stores.front().source) != Kind::Assign ||
      module.tree.parent(stores.front().target) != stores.front().source)
    return {};
  const NodeId value = module.tree.child(stores.front().source, Role::Value);
  return value.valid() ? NodeRef{attribute.file, value} : NodeRef{};
}

std::string PathReader::parameter_key(FunctionId function, NodeId parameter) const {
  const FileId file = model_.file_of(function);
  const ModuleModel &module = model_.module(file);
  for (const Binding &binding : module.bindings_of(module.tree.name(parameter), model_.function(function).scope))
    if (binding.target == parameter) {
      const auto index = static_cast<uint32_t>(&binding - module.bindings.data());
      const std::string self = self_key(file, index);
      return self.empty() ? fmt::format("v{}:{}", file.value, index) : self;
    }
  return {};
}

void PathReader::tag_with_object(std::vector<Step> &steps, const std::string &object) const {
  for (Step &step : steps) {
    const ClassId of = model_.class_of(model_.function_at(step.read));
    const std::string self = of.valid() ? fmt::format("self{}", of.value) : std::string{};
    if (const std::optional<std::string> key = renamed_key(step.key, self, object)) {
      step.key = *key;
      continue;
    }
    // A variable of the module is the same for all objects.
    const bool is_shared = !step.stores.empty() && std::ranges::all_of(step.stores, [&](NodeId store) {
      return !model_.parent_of(model_.function_at({step.read.file, store})).valid();
    });
    if (!is_shared)
      step.key += "@" + object;
  }
}

// Keys ----------------------------------------------------------------------------------------------------------------

std::string PathReader::key_of(NodeRef expression) {
  std::string key;
  std::vector<NodeId> stores;
  append_key(expression, key, stores, 0);
  return key;
}

void PathReader::append_key(NodeRef expression, std::string &out, std::vector<NodeId> &stores, unsigned depth) {
  const SyntaxTree &tree = model_.tree(expression.file);
  const auto append_child = [&](NodeId child) { append_key({expression.file, child}, out, stores, depth + 1); };
  if (depth > kMaxKeyDepth) {
    out += fmt::format("deep@{}:{}", expression.file.value, expression.node.value);
    return;
  }
  switch (tree.kind(expression.node)) {
  case Kind::Name: {
    const Meaning meaning = meaning_of(expression);
    if (meaning.bindings.empty()) {
      out += model_.text(tree.name(expression.node));
      return;
    }
    const std::string self = meaning.bindings.size() == 1 ? self_key(expression.file, meaning.bindings.front()) : "";
    out += self.empty() ? fmt::format("v{}:{}", expression.file.value, fmt::join(meaning.bindings, ",")) : self;
    for (const uint32_t binding : meaning.bindings)
      stores.push_back(model_.module(expression.file).bindings[binding].target);
    return;
  }
  case Kind::Attribute:
    append_child(tree.child(expression.node, Role::Value));
    out += fmt::format(".{}", model_.text(tree.name(expression.node)));
    return;
  case Kind::Subscript:
  case Kind::Slice:
  case Kind::Tuple:
  case Kind::Binary:
  case Kind::Unary: {
    const Kind kind = tree.kind(expression.node);
    const bool has_op = kind == Kind::Binary || kind == Kind::Unary;
    out += fmt::format("({}{}", parser::kind_name(kind), has_op ? static_cast<int>(own_op(tree, expression.node)) : 0);
    for (const NodeId part : tree.children(expression.node)) {
      out += fmt::format(" {}:", static_cast<int>(tree.role(part)));
      append_child(part);
    }
    out += ')';
    return;
  }
  case Kind::Int:
  case Kind::String:
  case Kind::None:
  case Kind::True:
  case Kind::False:
    out += model_.source_text(expression);
    return;
  case Kind::Await:
  case Kind::Named:
    return append_child(tree.child(expression.node, Role::Value));
  case Kind::Call: {
    const NodeId callee = tree.child(expression.node, Role::Callee);
    if (callee.valid() && tree.kind(callee) == Kind::Attribute &&
        holds(kWholeMethods, model_.text(tree.name(callee)))) {
      append_child(callee);
      out += "()";
      return;
    }
    break;
  }
  default:
    break;
  }
  out += fmt::format("node@{}:{}", expression.file.value, expression.node.value);
}

// Steps ---------------------------------------------------------------------------------------------------------------

std::vector<Step> PathReader::steps_of(NodeRef expression, const std::vector<NodeId> &open_loops) {
  std::vector<Step> steps;
  if (expression.valid())
    add(expression, true, open_loops, steps);
  return steps;
}

void PathReader::add(NodeRef expression, bool whole, const std::vector<NodeId> &open, std::vector<Step> &out) {
  if (depth_ == 0)
    steps_left_ = kMaxSteps;
  if (!expression.valid() || depth_ >= kMaxWay || steps_left_ == 0 || !on_the_way_.insert(expression).second)
    return;
  --steps_left_;
  Step step{.key = {}, .whole = whole, .read = expression, .stores = {}};
  append_key(expression, step.key, step.stores, 0);
  out.push_back(std::move(step));
  ++depth_;
  follow(expression, whole, open, out);
  --depth_;
  on_the_way_.erase(expression);
}

/// `x if c else y`, names with several bindings: only what all ways share counts.
void PathReader::follow_all(const std::vector<NodeRef> &parts, bool whole, const std::vector<NodeId> &open,
                            std::vector<Step> &out) {
  std::vector<std::vector<Step>> ways;
  for (const NodeRef part : parts)
    add(part, whole, open, ways.emplace_back());
  std::ranges::move(common_steps(std::move(ways)), std::back_inserter(out));
}

void PathReader::follow(NodeRef expression, bool whole, const std::vector<NodeId> &open, std::vector<Step> &out) {
  const SyntaxTree &tree = model_.tree(expression.file);
  const NodeId node = expression.node;
  const auto child = [&](Role role) { return NodeRef{expression.file, tree.child(node, role)}; };
  switch (tree.kind(node)) {
  case Kind::Name:
    return follow_name(expression, whole, open, out);
  case Kind::Attribute:
    if (holds(kWholeAttributes, model_.text(tree.name(node))))
      add(child(Role::Value), whole, open, out);
    else if (const NodeRef value = attribute_value(expression); value.valid()) {
      std::vector<Step> stored;
      add(value, whole, open, stored);
      tag_with_object(stored, key_of(child(Role::Value)));
      std::ranges::move(stored, std::back_inserter(out));
    }
    return;
  case Kind::Subscript:
    add(display_value(expression), whole, open, out);
    return add(child(Role::Value), whole && runs_over_all(expression, open), open, out);
  case Kind::Call:
    return follow_call(expression, whole, open, out);
  case Kind::Await:
  case Kind::Named:
  case Kind::Starred:
    return add(child(Role::Value), whole, open, out);
  case Kind::Conditional:
    return follow_all({child(Role::Body), child(Role::Orelse)}, whole, open, out);
  case Kind::BoolOp:
    return follow_all({child(Role::Left), child(Role::Right)}, whole, open, out);
  case Kind::List:
  case Kind::Tuple: {
    std::vector<NodeRef> elements;
    for (const NodeId element : tree.children(node))
      elements.push_back({expression.file, element});
    return follow_all(elements, whole && elements.size() == 1, open, out);
  }
  case Kind::ListComp:
  case Kind::SetComp:
  case Kind::Generator:
    return follow_comprehension(expression, whole, open, out);
  default:
    return;
  }
}

/// The sequence whose positions a loop runs over: `for i in range(len(rows))`. None for other loops.
NodeRef PathReader::counted_by(NodeRef loop) const {
  const NodeRef range = model_.child(loop, Role::Iter);
  const auto argument_of_call = [&](NodeRef call, std::string_view name) -> NodeRef {
    const NodeRef callee =
        call.valid() && model_.kind(call) == Kind::Call ? model_.child(call, Role::Callee) : NodeRef{};
    const bool is_it = callee.valid() && last_name(model_, callee) == name && !argument_of(model_, call, 1, "").valid();
    return is_it ? argument_of(model_, call, 0, "") : NodeRef{};
  };
  return argument_of_call(argument_of_call(range, "range"), "len");
}

/// `rows[i]` in a loop over all `i`, the question being asked once for each.
bool PathReader::runs_over_all(NodeRef subscript, const std::vector<NodeId> &open) {
  const NodeRef index = model_.child(subscript, Role::Index), rows = model_.child(subscript, Role::Value);
  if (!index.valid() || model_.kind(index) != Kind::Name)
    return false;
  const Meaning meaning = meaning_of(index);
  if (meaning.bindings.size() != 1)
    return false;
  const NodeId loop = model_.module(index.file).bindings[meaning.bindings.front()].source;
  if (std::ranges::find(open, loop) == open.end())
    return false;
  const NodeRef counted = counted_by({index.file, loop});
  return counted.valid() && key_of(counted) == key_of(rows);
}

/// `out["ids"]` where `out = {"ids": …}`: the value under that key; none when it is not seen.
NodeRef PathReader::display_value(NodeRef subscript) {
  const NodeRef object = model_.child(subscript, Role::Value), index = model_.child(subscript, Role::Index);
  if (!object.valid() || !index.valid() || model_.kind(object) != Kind::Name || model_.kind(index) != Kind::String)
    return {};
  const NodeRef display = assigned_value(object);
  if (!display.valid() || model_.kind(display) != Kind::Dict)
    return {};
  const auto text_of = [&](NodeRef key) {
    return parser::string_value(model_.tree(key.file), model_.sources().file(key.file).text, key.node);
  };
  const std::optional<std::string> wanted = text_of(index);
  NodeRef found;
  const SyntaxTree &tree = model_.tree(display.file);
  for (const NodeId pair : tree.children(display.node)) {
    if (tree.kind(pair) != Kind::Pair)
      return {}; // `**more` may hold the key, too
    if (const NodeId key = tree.child(pair, Role::Key); key.valid() && wanted && text_of({display.file, key}) == wanted)
      found = {display.file, tree.child(pair, Role::Value)}; // the last one wins
  }
  return found;
}

void PathReader::follow_comprehension(NodeRef expression, bool whole, const std::vector<NodeId> &open,
                                      std::vector<Step> &out) {
  const SyntaxTree &tree = model_.tree(expression.file);
  std::vector<NodeId> loops = open;
  NodeRef element;
  for (const NodeId part : tree.children(expression.node)) {
    if (tree.kind(part) == Kind::CompFor)
      loops.push_back(part);
    else if (tree.kind(part) == Kind::CompIf)
      whole = false;
    else
      element = {expression.file, part};
  }
  add(element, whole, loops, out);
}

void PathReader::follow_name(NodeRef expression, bool whole, const std::vector<NodeId> &open, std::vector<Step> &out) {
  const Meaning meaning = meaning_of(expression);
  if (meaning.bindings.size() == 1)
    return follow_binding(expression.file, meaning.bindings.front(), whole, open, out);
  if (meaning.bindings.size() > kMaxWays)
    return;
  std::vector<std::vector<Step>> ways;
  for (const uint32_t binding : meaning.bindings) {
    std::vector<Step> &way = ways.emplace_back();
    follow_binding(expression.file, binding, whole, open, way);
    // `if is_tensor(ids): ids = ids.tolist()`: the way that changes nothing stands for the variable's own earlier value.
    way.push_back({.key = fmt::format("v{}:{}", expression.file.value, binding),
                   .whole = whole,
                   .read = expression,
                   .stores = {model_.module(expression.file).bindings[binding].target}});
  }
  std::ranges::move(common_steps(std::move(ways)), std::back_inserter(out));
}

void PathReader::follow_binding(FileId file, uint32_t index, bool whole, const std::vector<NodeId> &open,
                                std::vector<Step> &out) {
  const ModuleModel &module = model_.module(file);
  const SyntaxTree &tree = module.tree;
  const Binding &binding = module.bindings[index];
  switch (binding.kind) {
  case BindingKind::Assign:
  case BindingKind::Named: {
    if (const NodeRef value = value_of_binding(file, index); value.valid())
      return add(value, whole, open, out);
    // Unpacked from one value: a part of it.
    if (const NodeId whole_value = tree.child(binding.source, Role::Value); whole_value.valid())
      add({file, whole_value}, false, open, out);
    return;
  }
  case BindingKind::For:
  case BindingKind::CompFor: {
    const NodeId iterable = tree.child(binding.source, Role::Iter);
    if (iterable.valid())
      follow_elements({file, iterable}, binding.target, tree.child(binding.source, Role::Target),
                      whole && std::ranges::find(open, binding.source) != open.end(), open, out);
    return;
  }
  default:
    return;
  }
}

/// What a loop's target takes from its iterable; `enumerate` and `zip` are looked through, however nested:
/// `for i, (name, row) in enumerate(zip(names, rows))`.
void PathReader::follow_elements(NodeRef iterable, NodeId target, NodeId top_target, bool whole,
                                 const std::vector<NodeId> &open, std::vector<Step> &out) {
  const SyntaxTree &tree = model_.tree(iterable.file);
  std::vector<unsigned> positions; // of the target in its tuple, of that tuple in its own, …
  for (NodeId at = target; at != top_target; at = tree.parent(at)) {
    unsigned position = 0;
    for (NodeId part = tree.first_child(tree.parent(at)); part != at; part = tree.next(part))
      ++position;
    positions.push_back(position);
  }
  while (!positions.empty() && tree.kind(iterable.node) == Kind::Call) {
    const NodeRef callee = model_.child(iterable, Role::Callee);
    const std::string_view name = callee.valid() ? last_name(model_, callee) : "";
    if (name == "zip") {
      iterable = argument_of(model_, iterable, positions.back(), "");
    } else if (name == "enumerate" || name == "items") {
      if (positions.back() != 1)
        return; // a counter, a key
      iterable = name == "items" ? model_.child(callee, Role::Value) : argument_of(model_, iterable, 0, "iterable");
      whole &= name != "items";
    } else {
      break;
    }
    if (!iterable.valid())
      return;
    positions.pop_back();
  }
  add(iterable, whole && positions.empty(), open, out);
}

bool PathReader::is_safe_id(NodeRef expression) const {
  // Every tokenizer has the first hundred ids.
  const bool is_small = model_.kind(expression) == Kind::Int && model_.source_text(expression).size() <= 2;
  return is_small || last_name(model_, expression).ends_with("_id");
}

void PathReader::follow_call(NodeRef expression, bool whole, const std::vector<NodeId> &open, std::vector<Step> &out) {
  const NodeRef callee = model_.child(expression, Role::Callee);
  if (!callee.valid())
    return;
  const std::string_view name = last_name(model_, callee);
  const NodeRef first = argument_of(model_, expression, 0, "");
  if (model_.kind(callee) == Kind::Attribute) {
    const NodeRef object = model_.child(callee, Role::Value);
    // `np.asarray(x)` and `x.tolist()` have one shape; a module has no elements, so its name decides.
    const bool is_module = first.valid() && model_.dotted_name(callee).find('.') != std::string::npos;
    if (!is_module && holds(kWholeMethods, name))
      return add(object, whole, open, out);
    // accelerator.gather(ids): every process runs this program, its guards included. tensor.gather(dim, index) has two.
    if ((name == "gather" || name == "gather_for_metrics") && first.valid() &&
        !argument_of(model_, expression, 1, "").valid())
      return add(first, false, open, out);
    if (!is_module && holds(kPartMethods, name))
      return add(object, false, open, out);
  }
  if (name == "where") { // np.where(c, x, y): an element of x or of y
    const NodeRef x = argument_of(model_, expression, 1, ""), y = argument_of(model_, expression, 2, "");
    if (x.valid() && y.valid() && is_safe_id(y))
      return add(x, false, open, out);
    if (x.valid() && y.valid() && is_safe_id(x))
      return add(y, false, open, out);
    return follow_all({x, y}, false, open, out);
  }
  if (name == "chain" && !first.valid()) { // chain(*rows)
    const SyntaxTree &tree = model_.tree(expression.file);
    for (const NodeId part : tree.children(expression.node))
      if (tree.kind(part) == Kind::Starred)
        return add({expression.file, part}, whole, open, out);
  }
  const std::vector<dataflow::CallEdge> callees = query_.callees_of(expression);
  if (callees.empty()) {
    if (first.valid() && (holds(kWholeFunctions, name) || name == "clone"))
      return add(first, whole, open, out);
    if (first.valid() && holds(kPartFunctions, name))
      return add(first, false, open, out);
    return;
  }
  if (callees.size() != 1 || callees.front().certainty != dataflow::Certainty::Certain)
    return;
  const FunctionId function = callees.front().callee;
  if (const std::optional<unsigned> parameter = gives_back(function)) {
    const unsigned skip = model_.takes_instance(function) ? 1 : 0;
    const NodeId node = model_.function(function).parameters[*parameter + skip];
    add(argument_of(model_, expression, *parameter, model_.text(model_.name({model_.file_of(function), node}))), whole,
        open, out);
  }
}

// What a function gives back -------------------------------------------------------------------------------------------

std::optional<unsigned> PathReader::gives_back(FunctionId function) {
  if (num_givers_ >= kMaxGivers)
    return std::nullopt;
  // A recursive call (flatten calls itself on each row) is taken to do what the function is shown to do.
  const auto [at, is_new] = gives_back_.try_emplace(function.value, std::nullopt);
  if (!is_new)
    return at->second;
  const auto &parameters = model_.function(function).parameters;
  const unsigned skip = model_.takes_instance(function) ? 1 : 0;
  if (parameters.size() > skip)
    gives_back_[function.value] = 0;
  const std::set<NodeRef> way = std::exchange(on_the_way_, {}); // a question of its own
  const unsigned depth = std::exchange(depth_, 0), steps_left = steps_left_;
  ++num_givers_;
  const std::optional<unsigned> found = find_gives_back(function);
  --num_givers_;
  on_the_way_ = way;
  depth_ = depth;
  steps_left_ = steps_left;
  gives_back_[function.value] = found;
  return found;
}

std::optional<unsigned> PathReader::find_gives_back(FunctionId function) {
  const FileId file = model_.file_of(function);
  const SyntaxTree &tree = model_.tree(file);
  const auto &self = model_.function(function);
  std::vector<NodeRef> results;
  for (uint32_t i = self.node.value; i < tree.next(self.node).value; ++i) {
    const NodeId node{i};
    const bool gives = tree.kind(node) == Kind::Return || tree.kind(node) == Kind::Yield;
    if (!gives || model_.function_at({file, node}) != function)
      continue;
    const NodeId value = tree.child(node, Role::Value);
    if (!value.valid())
      return std::nullopt;
    results.push_back({file, value});
  }
  const unsigned skip = model_.takes_instance(function) ? 1 : 0;
  for (unsigned i = skip; !results.empty() && i < self.parameters.size(); ++i) {
    const std::string key = parameter_key(function, self.parameters[i]);
    const bool every = std::ranges::all_of(results, [&](NodeRef result) {
      // Generators give one element at a time: loops around a yield stand for all elements.
      std::vector<NodeId> loops;
      for (NodeId up = result.node; up != self.node; up = tree.parent(up))
        if (tree.kind(up) == Kind::For && tree.kind(tree.parent(result.node)) == Kind::Yield)
          loops.push_back(up);
      return std::ranges::any_of(steps_of(result, loops),
                                 [&](const Step &step) { return step.key == key && step.whole; });
    });
    if (every)
      return i - skip;
  }
  return std::nullopt;
}

std::optional<std::string> renamed_key(std::string_view key, std::string_view own, std::string_view outer) {
  if (own.empty())
    return std::nullopt;
  if (key.starts_with(own) && (key.size() == own.size() || key[own.size()] == '.'))
    return std::string(outer) + std::string(key.substr(own.size()));
  if (key.size() > own.size() && key.ends_with(own) && key[key.size() - own.size() - 1] == '@')
    return std::string(key.substr(0, key.size() - own.size())) + std::string(outer);
  return std::nullopt;
}

Shared share_step(const std::vector<Step> &checked, const std::vector<Step> &used) {
  Shared shared;
  for (const Step &use : used) {
    for (const Step &check : checked) {
      if (check.key != use.key || (shared.checked != nullptr && (shared.checked->whole || !check.whole)))
        continue;
      shared = {&check, &use};
    }
  }
  return shared;
}

} // namespace decode_ledger::guards
