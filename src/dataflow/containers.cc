// Which item of a container is read? Lists and tuples by position, dicts by key, as far as both are in the code.
//
// A container is known by the display that makes it. What is put in later is found by the uses of the variable that the
// display is assigned to (append, update, `d[k] = v`, …), and for a display inside another by way of that one.
//
//     d = {"a": load}
//     d["b"] = save                      put under "b"
//     d["a"] = keep                      put under "a": on every way from the display to the read, so load is gone
//     d["a"]()                           keep
//     for f in d.values(): f()           load, save, keep: without a key all of them count
//
// A put hides what was there when its variable can be nothing but that display, and it dominates the read. What is put
// under a key that is not in the code counts for the keys that the display does not have; under a key of a dict that
// nothing counts for stands something unknown, never what another key has (docs/limitations.md).
#include "dataflow/query_state.h"

#include <algorithm>
#include <charconv>

namespace decode_ledger::dataflow {

namespace {

constexpr unsigned kMaxNesting = 4;    ///< displays around a display that are looked through
constexpr unsigned kMaxItemLevels = 4; ///< slices of slices, and dicts that are updated from dicts

bool is_item_value(Kind kind) {
  return kind == Kind::Name || kind == Kind::Attribute || kind == Kind::Lambda || kind == Kind::Call ||
         kind == Kind::Dict || kind == Kind::List || kind == Kind::Tuple;
}

} // namespace

/// A string or whole number in the code.
std::optional<ItemKey> Query::State::constant_key(NodeRef r) const {
  if (!r.valid())
    return std::nullopt;
  if (auto text = constant_string(r))
    return ItemKey(std::move(*text));
  const bool is_negative = kind(r) == Kind::Unary && tree(r).op(r.node) == parser::Op::Sub;
  const NodeRef number = is_negative ? child(r, Role::Value) : r;
  if (!number.valid() || kind(number) != Kind::Int)
    return std::nullopt;
  const std::string_view digits = model.source_text(number);
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size())
    return std::nullopt;
  return ItemKey(is_negative ? -value : value);
}

/// The keys that `index` can be when it is used on `of`; empty: any. Only where items differ is a variable asked for.
std::vector<ItemKey> Query::State::keys_of(NodeRef index, const Values &of) {
  if (auto key = constant_key(index))
    return {std::move(*key)};
  if ((kind(index) != Kind::Name && kind(index) != Kind::Attribute) ||
      std::ranges::none_of(of, [&](const Traced &t) { return tells_items_apart(t.value); }))
    return {};
  std::vector<ItemKey> keys;
  for (const Traced &t : values_of(index)) {
    auto key = t.value.kind == Value::Kind::Literal ? constant_key(t.value.node) : std::nullopt;
    if (!key)
      return {};
    keys.push_back(std::move(*key));
  }
  return keys;
}

bool Query::State::tells_items_apart(const Value &v) const {
  if (v.kind != Value::Kind::Container)
    return false;
  const SyntaxTree &t = tree(v.node);
  const Kind k = t.kind(v.node.node);
  int items = 0;
  if (k == Kind::List || k == Kind::Tuple || k == Kind::Dict)
    for (NodeId c : t.children(v.node.node))
      items += is_item_value(t.kind(c) == Kind::Pair ? t.kind(t.child(c, Role::Value)) : t.kind(c));
  return items > 1;
}

/// The element at `index` of a tuple or list display, counted from its end when negative; none when a starred element
/// stands in it before that, or it has no such.
NodeRef Query::State::display_element(NodeRef display, int index) const {
  if (kind(display) != Kind::Tuple && kind(display) != Kind::List)
    return {};
  std::vector<NodeId> elements;
  for (NodeId c : tree(display).children(display.node)) {
    if (tree(display).kind(c) == Kind::Starred && (index < 0 || elements.size() <= static_cast<size_t>(index)))
      return {};
    elements.push_back(c);
  }
  const int at = index < 0 ? static_cast<int>(elements.size()) + index : index;
  return at >= 0 && static_cast<size_t>(at) < elements.size() ? NodeRef{display.file, elements[static_cast<size_t>(at)]}
                                                              : NodeRef{};
}

/// What the display itself has under `key`.
std::vector<NodeRef> Query::State::display_items(NodeRef display, const ItemKey &key) const {
  const SyntaxTree &t = tree(display);
  if (t.kind(display.node) != Kind::Dict) {
    const NodeRef element = key.index() == 0 ? display_element(display, std::get<int>(key)) : NodeRef{};
    return element.valid() ? std::vector<NodeRef>{element} : std::vector<NodeRef>{};
  }
  std::vector<NodeRef> out;
  for (NodeId c : t.children(display.node))
    if (t.kind(c) == Kind::Pair && constant_key({display.file, t.child(c, Role::Key)}) == key)
      out.push_back({display.file, t.child(c, Role::Value)});
  return out;
}

/// Expressions that can stand for the container made at `display`, by the variable or attribute that it is assigned to.
std::vector<NodeRef> Query::State::uses_of_display(NodeRef display, unsigned nesting) const {
  std::vector<NodeRef> out;
  NodeRef around = parent(display);
  if (!around.valid() || nesting > kMaxNesting)
    return out;
  if (kind(around) == Kind::Assign) {
    const ModuleModel &m = model.module(around.file);
    for (NodeId target : tree(around).children(around.node)) {
      const NodeRef bound{around.file, target};
      if (tree(around).role(target) != Role::Target || (kind(bound) != Kind::Name && kind(bound) != Kind::Attribute))
        continue;
      const NameId name = model.name(bound);
      const ScopeId owner = kind(bound) == Kind::Name ? m.resolve(name, m.scope_at(target)) : ScopeId{};
      for (NodeRef use : model.uses(name, bound.file)) {
        if (kind(use) != kind(bound) || use == bound || tree(use).role(use.node) != Role::Value)
          continue;
        if (!owner.valid() || m.resolve(name, m.scope_at(use.node)) == owner)
          out.push_back(use);
        if (out.size() > bounds.max_stores)
          return out;
      }
    }
    return out;
  }
  // An item of another display: what is read from that one under its key.
  std::optional<ItemKey> key;
  if (kind(around) == Kind::Pair) {
    key = constant_key(child(around, Role::Key));
    around = parent(around);
  }
  if (kind(around) != Kind::Dict && kind(around) != Kind::List && kind(around) != Kind::Tuple)
    return out;
  for (NodeRef use : uses_of_display(around, nesting + 1)) {
    const NodeRef read = parent(use);
    if (kind(read) != Kind::Subscript || tree(read).has(read.node, parser::kStore))
      continue;
    const auto read_key = constant_key(child(read, Role::Index));
    if (!read_key || !key || *read_key == *key)
      out.push_back(read);
  }
  return out;
}

/// What is put into the container made at `display` later, in the same file: append, extend, insert, add, setdefault,
/// update, item assignment.
std::vector<Query::State::Put> Query::State::puts_into(NodeRef display) const {
  std::vector<Put> out;
  for (NodeRef use : uses_of_display(display, 0)) {
    const NodeRef around = parent(use), beyond = parent(around);
    if (kind(around) == Kind::Subscript) {
      if (tree(around).has(around.node, parser::kStore) && kind(beyond) == Kind::Assign &&
          tree(around).role(around.node) == Role::Target)
        out.push_back({beyond, use, child(beyond, Role::Value), constant_key(child(around, Role::Index))});
    } else if (kind(around) == Kind::Attribute && kind(beyond) == Kind::Call &&
               tree(around).role(around.node) == Role::Callee) {
      add_puts_of_method(use, text(model.name(around)), beyond, out);
    }
  }
  std::erase_if(out, [](const Put &put) { return !put.value.valid(); });
  return out;
}

void Query::State::add_puts_of_method(NodeRef object, std::string_view method, NodeRef call,
                                      std::vector<Put> &out) const {
  const NodeRef first = first_argument(call), second = first_argument(call, 1);
  if (method == "append" || method == "add" || method == "appendleft" || method == "put")
    out.push_back({call, object, first, {}});
  else if (method == "extend")
    out.push_back({call, object, first, {}, true});
  else if (method == "insert")
    out.push_back({call, object, second, {}});
  else if (method == "setdefault")
    out.push_back({call, object, second, constant_key(first)});
  if (method != "update")
    return;
  const SyntaxTree &t = tree(call);
  if (first.valid() && kind(first) == Kind::Dict) {
    for (NodeId c : t.children(first.node))
      if (t.kind(c) == Kind::Pair)
        out.push_back(
            {call, object, {call.file, t.child(c, Role::Value)}, constant_key({call.file, t.child(c, Role::Key)})});
  } else if (first.valid()) {
    out.push_back({call, object, first, {}, true});
  }
  for (NodeId c : t.children(call.node))
    if (t.kind(c) == Kind::Keyword && t.role(c) == Role::Argument)
      out.push_back({call, object, {call.file, t.child(c, Role::Value)}, ItemKey(std::string(text(t.name(c))))});
}

/// What is put into the list, set or dict made at `display` later, under whatever key.
Values Query::State::added_elements(NodeRef display) {
  Values out;
  for (const Put &put : puts_into(display))
    join(out,
         put.spreads ? step(values_of(put.value), Definition::kAnyElement, put.value) : Values(values_of(put.value)),
         bounds.max_values);
  return out;
}

/// `e` can be nothing but the container made at `display`: a variable with that one definition here, or what such a
/// variable's display has under a key, when nothing is put there.
bool Query::State::is_only(NodeRef e, NodeRef display) {
  if (kind(e) == Kind::Name) {
    const std::vector<Definition> definitions = definitions_of(e);
    return definitions.size() == 1 && definitions[0].how == Definition::How::Value && definitions[0].path.empty() &&
           definitions[0].expression == display;
  }
  const auto key = kind(e) == Kind::Subscript ? constant_key(child(e, Role::Index)) : std::nullopt;
  const NodeRef outer = kind(parent(display)) == Kind::Pair ? parent(parent(display)) : parent(display);
  if (!key || display_items(outer, *key) != std::vector<NodeRef>{display} || !is_only(child(e, Role::Value), outer))
    return false;
  return std::ranges::none_of(puts_into(outer), [&](const Put &put) { return !put.key || *put.key == *key; });
}

/// `put` has replaced what the container made at `display` had under its key, on every way to `place` from where that
/// came there.
bool Query::State::hides(const Put &put, NodeRef display, NodeRef place) {
  const FunctionId f = model.function_at(put.at);
  return model.function_at(place) == f && flow(f).dominates(put.at.node, place.node) && is_only(put.object, display);
}

/// `put` can run only after `place`, which reads a container that is made in the same call of the function.
bool Query::State::comes_later(const Put &put, NodeRef display, NodeRef place) {
  const FunctionId f = model.function_at(place);
  return model.function_at(display) == f && model.function_at(put.at) == f &&
         !flow(f).may_reach(put.at.node, place.node);
}

/// On every way from `put` to `place` there is `later`.
bool Query::State::is_replaced(const Put &put, const Put &later, NodeRef place) {
  const FunctionId f = model.function_at(place);
  return model.function_at(put.at) == f && !flow(f).may_reach_avoiding(put.at.node, place.node, later.at.node);
}

Values Query::State::item_of_display(NodeRef display, const ItemKey &key, NodeRef at) {
  std::vector<Put> puts = puts_into(display);
  const std::vector<NodeRef> own = display_items(display, key);
  // Where the display has the key, only what is put under that very key is looked at.
  std::erase_if(puts, [&](const Put &put) { return put.key ? !(*put.key == key) : !own.empty(); });
  // Of those under the very key the last one that is on every way hides the display's own and those before it.
  const Put *last = nullptr;
  if (!puts.empty() && kind(at) == Kind::Subscript && is_only(child(at, Role::Value), display)) {
    std::erase_if(puts, [&](const Put &put) { return comes_later(put, display, at); });
    for (const Put &put : puts)
      if (put.key && !put.spreads && hides(put, display, at) && (last == nullptr || hides(*last, display, put.at)))
        last = &put;
  }
  Values out;
  if (last == nullptr)
    for (NodeRef item : own)
      join(out, values_of(item), bounds.max_values);
  for (const Put &put : puts)
    if (&put == last || last == nullptr || !is_replaced(put, *last, at))
      join(out, put.spreads ? items_at(values_of(put.value), key, put.value) : Values(values_of(put.value)),
           bounds.max_values);
  return out;
}

/// A dict whose items are told by their keys: a display, or what is made empty and filled later.
bool Query::State::has_keys(NodeRef container) const {
  if (kind(container) != Kind::Call)
    return kind(container) == Kind::Dict;
  const SyntaxTree &t = tree(container);
  const NodeRef callee = child(container, Role::Callee);
  const std::string_view maker = text(model.name(callee));
  const bool has_arguments = t.next(callee.node) != t.next(container.node);
  return maker == "defaultdict" || (maker == "OrderedDict" && !has_arguments);
}

/// What a dict may have under a key under which nothing is put in sight: what stands under a key that is not in the
/// code. Never what has another key: that would tell of one item what is known of its neighbour.
Values Query::State::unread_item(NodeRef dict, NodeRef at) {
  Values out;
  for (NodeId c : tree(dict).children(dict.node))
    if (tree(dict).kind(c) == Kind::Pair && !constant_key({dict.file, tree(dict).child(c, Role::Key)}))
      join(out, values_of({dict.file, tree(dict).child(c, Role::Value)}), bounds.max_values);
  if (out.empty() && leans_on_open())
    return out; // only an open question puts it in
  join(out, unknown("an item that is put in elsewhere", at), bounds.max_values);
  return out;
}

/// What a value has under a constant key; where that cannot be told, any of its elements.
Values Query::State::item_at(const Traced &of, const ItemKey &key, NodeRef at) {
  // `x = x[1:]` and `a.update(b)` with `b.update(a)` run in a circle.
  const ElementLevel level(*this);
  if (element_level > kMaxItemLevels)
    return elements_of_value(of, at);
  const Value &v = of.value;
  const int *position = std::get_if<int>(&key);
  if (v.kind == Value::Kind::Result || v.kind == Value::Kind::Member || v.kind == Value::Kind::External)
    return position ? step({of}, std::max(*position, Definition::kAnyElement), at)
                    : Values{member_at_key(v, std::get<std::string>(key), at)};
  Values out;
  if (v.kind == Value::Kind::Container) {
    const Kind k = kind(v.node);
    if (has_keys(v.node)) {
      out = item_of_display(v.node, key, at);
      return out.empty() ? unread_item(v.node, at) : out;
    }
    if (position && (k == Kind::List || k == Kind::Tuple))
      out = item_of_display(v.node, key, at);
    else if (k == Kind::Subscript && position && *position >= 0)
      if (const auto lower = slice_start(v.node))
        out = items_at(containers_in(child(v.node, Role::Value)), *position + *lower, at);
  }
  return out.empty() ? elements_of_value(of, at) : out;
}

Values Query::State::items_at(const Values &of, const ItemKey &key, NodeRef at) {
  Values out;
  for (const Traced &t : of)
    join(out, item_at(t, key, at), bounds.max_values);
  return out;
}

// Rows of iterators.

/// What a target takes that stands at `index` of a row: `for i, f in enumerate(fs)`, `for f, x in zip(fs, xs)`,
/// `for k, f in d.items()`. Empty: `expression` is none of these, or goes over no functions or classes; other values
/// are told by the iterator alone.
Values Query::State::part_of_row(NodeRef expression, int index) {
  const NodeRef callee = kind(expression) == Kind::Call ? child(expression, Role::Callee) : NodeRef{};
  if (!callee.valid())
    return {};
  const std::string_view name = text(model.name(callee));
  NodeRef from;
  if (kind(callee) == Kind::Attribute && name == "items" && index == 1)
    from = child(callee, Role::Value);
  else if (kind(callee) == Kind::Name && name == "enumerate" && index == 1)
    from = first_argument(expression);
  else if (kind(callee) == Kind::Name && name == "zip")
    from = first_argument(expression, static_cast<unsigned>(index));
  if (!from.valid())
    return {};
  const Values of = values_of(from);
  Values out = step(of, Definition::kAnyElement, from);
  const bool has_callable = std::ranges::any_of(
      out, [](const Traced &t) { return t.value.kind == Value::Kind::Function || t.value.kind == Value::Kind::Class; });
  return has_callable ? out : Values{};
}

bool Query::State::is_map(NodeRef call) const {
  const NodeRef callee = child(call, Role::Callee);
  return callee.valid() && kind(callee) == Kind::Name && text(model.name(callee)) == "map";
}

/// The functions that map() applies: what its first argument can be.
Values Query::State::mapped_functions(NodeRef call) {
  Values out = values_of(first_argument(call));
  std::erase_if(out, [](const Traced &t) { return t.value.kind != Value::Kind::Function; });
  return out;
}

/// What map() iterates over: what the function gives that it is handed.
Values Query::State::mapped_values(NodeRef call) {
  Values out;
  for (const Traced &t : mapped_functions(call))
    join(out, call_value(t, call), bounds.max_values);
  return out;
}

// Slices.

/// What `sliced` gives of `of`: a list or tuple that begins further on is a container of its own, known by its slice.
Values Query::State::slice_of(const Values &of, NodeRef sliced) {
  if (!child(child(sliced, Role::Index), Role::Lower).valid())
    return of;
  Values out;
  for (const Traced &t : of) {
    const bool has_positions = t.value.kind == Value::Kind::Container &&
                               (kind(t.value.node) == Kind::List || kind(t.value.node) == Kind::Tuple ||
                                kind(t.value.node) == Kind::Subscript);
    Traced part = t;
    if (has_positions)
      part.value.node = sliced;
    join(out, {std::move(part)}, bounds.max_values);
  }
  return out;
}

/// The position in the whole of the first element of a slice; none when it is not in the code or there is a step.
std::optional<int> Query::State::slice_start(NodeRef sliced) const {
  const NodeRef slice = child(sliced, Role::Index);
  const auto lower = constant_key(child(slice, Role::Lower));
  if (child(slice, Role::Step).valid() || !lower || lower->index() != 0 || std::get<int>(*lower) < 0)
    return std::nullopt;
  return std::get<int>(*lower);
}

Values Query::State::containers_in(NodeRef expression) {
  Values out = values_of(expression);
  std::erase_if(out, [](const Traced &t) { return t.value.kind != Value::Kind::Container; });
  return out;
}

} // namespace decode_ledger::dataflow
