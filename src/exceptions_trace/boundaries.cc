// The value of the call is followed through the syntax around it and through local names; what is stored in an
// attribute or a container is looked for by its asker (`.result()`) in the same function, then in the same file.

#include "exceptions_trace/boundaries.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

namespace decode_ledger::exceptions_trace {

namespace {

using SK = Surfacing::Kind;

constexpr unsigned kMaxAliases = 4;

/// Builtins that run an iterator to its end (or one step of it) at once.
bool consumes(std::string_view name) {
  constexpr std::array<std::string_view, 17> kConsumers = {"list",  "tuple", "set",  "frozenset", "sorted",  "sum",
                                                           "min",   "max",   "any",  "all",       "dict",    "next",
                                                           "anext", "deque", "join", "extend",    "fromkeys"};
  return std::ranges::find(kConsumers, last_name(name)) != kConsumers.end();
}

/// Callables that give an iterator over an iterator.
bool wraps_iterator(std::string_view name) {
  constexpr std::array<std::string_view, 13> kWrappers = {
      "enumerate", "zip",    "map",   "filter", "iter",  "reversed",          "tqdm",
      "trange",    "islice", "chain", "aiter",  "track", "ensure_future_iter"};
  return std::ranges::find(kWrappers, last_name(name)) != kWrappers.end() || name.starts_with("itertools.");
}

class Follower {
public:
  explicit Follower(const Context &context) : context_(context) {}

  void climb(NodeRef value, unsigned depth) {
    NodeRef up = context_.parent(value);
    Role role = context_.tree(value).role(value.node);
    switch (context_.kind(up)) {
    case Kind::Await:
    case Kind::Starred:
    case Kind::WithItem:
      return add({SK::At, value, {}, {}});
    case Kind::Yield:
      return add(context_.tree(up).has(up.node, parser::kFrom) ? Surfacing{SK::At, value, {}, {}}
                                                               : open(up, "is yielded unrun"));
    case Kind::For:
    case Kind::CompFor:
      return add(role == Role::Iter ? Surfacing{SK::At, value, {}, {}} : open(up, "is not followed"));
    case Kind::Return:
      return add({SK::Returned, value, {}, {}});
    case Kind::Lambda:
      return add({SK::Returned, value, {}, {}});
    case Kind::Tuple:
      if (context_.kind(context_.parent(up)) == Kind::Return)
        return add({SK::Returned, value, {}, {}, position_in(up, value)});
      return add(open(up, "is not followed"));
    case Kind::Keyword:
      return climb_call(context_.parent(up), value, depth);
    case Kind::Call:
      return climb_call(up, value, depth);
    case Kind::Conditional:
    case Kind::BoolOp:
    case Kind::Named:
      return climb(up, depth);
    case Kind::Assign:
      return climb_assignment(up, depth);
    case Kind::Attribute: {
      NodeRef method = context_.parent(up);
      if (context_.kind(method) == Kind::Call)
        return add({SK::At, method, {}, {}}); // gen.send(x), gen.__next__()
      return add(open(up, "is not followed"));
    }
    case Kind::ExprStmt:
      return; // made and dropped: it never runs
    default:
      return add(open(up, "is not followed"));
    }
  }

  /// One element of the tuple that `call` gives: `texts, total = call`, `call[0]`.
  void climb_element(NodeRef call, int element) {
    NodeRef up = context_.parent(call);
    if (context_.kind(up) == Kind::Await) {
      call = up;
      up = context_.parent(up);
    }
    if (context_.kind(up) == Kind::Return)
      return add({SK::Returned, call, {}, {}, element});
    NodeRef target = context_.kind(up) == Kind::Assign ? context_.child(up, Role::Target) : NodeRef{call.file, {}};
    std::vector<NodeRef> targets = context_.children(target, Role::Element);
    bool is_unpacked = (context_.kind(target) == Kind::Tuple || context_.kind(target) == Kind::List) &&
                       std::ranges::none_of(targets, [&](NodeRef one) { return context_.kind(one) == Kind::Starred; });
    if (is_unpacked && static_cast<size_t>(element) < targets.size()) {
      NodeRef name = targets[static_cast<size_t>(element)];
      return context_.kind(name) == Kind::Name ? climb_reads(name, 0) : add(open(up, "runs is not followed"));
    }
    NodeRef index = context_.kind(up) == Kind::Subscript ? context_.child(up, Role::Index) : NodeRef{call.file, {}};
    if (index.valid() && context_.kind(index) == Kind::Int)
      return context_.model.source_text(index) == std::to_string(element) ? climb(up, 0) : void();
    add(open(call, "runs is not followed"));
  }

  /// The reads of a local name or parameter in its own function.
  void climb_reads(NodeRef target, unsigned depth) {
    FunctionId function = context_.kind(target) == Kind::Parameter
                              ? context_.model.function_of_node(context_.parent(context_.parent(target)))
                              : context_.model.function_at(target);
    for (NodeRef use : context_.model.uses(context_.model.name(target)))
      if (use.file == target.file && use != target && context_.kind(use) == Kind::Name &&
          !context_.tree(use).has(use.node, parser::kStore) && context_.model.function_at(use) == function)
        climb(use, depth + 1);
  }

  std::vector<Surfacing> take() { return std::move(found_); }

private:
  Surfacing open(NodeRef at, std::string_view what) {
    return {SK::Open, at, {}, fmt::format("where `{}` {}", context_.quoted(at), what)};
  }

  void add(Surfacing one) {
    for (const Surfacing &known : found_)
      if (known.kind == one.kind && known.place == one.place)
        return;
    found_.push_back(std::move(one));
  }

  int position_in(NodeRef tuple, NodeRef element) const {
    std::vector<NodeRef> elements = context_.children(tuple, Role::Element);
    return static_cast<int>(std::ranges::find(elements, element) - elements.begin());
  }

  void climb_call(NodeRef call, NodeRef argument, unsigned depth) {
    std::string name = context_.external_callee(call);
    if (name.empty())
      name = context_.name_text(context_.child(call, Role::Callee));
    if (wraps_iterator(name))
      return climb(call, depth);
    if (consumes(name))
      return add({SK::At, call, {}, {}});
    add({SK::Handed, call, argument, {}});
  }

  void climb_assignment(NodeRef assignment, unsigned depth) {
    NodeRef target = context_.child(assignment, Role::Target);
    if (context_.kind(target) != Kind::Name || depth >= kMaxAliases)
      return add(open(assignment, "runs is not followed"));
    size_t before = found_.size();
    climb_reads(target, depth);
    if (found_.size() == before)
      add(open(assignment, "runs is not followed"));
  }

  const Context &context_;
  std::vector<Surfacing> found_;
};

/// Position or keyword of the argument of `call` that holds `inside`; "callee" when it is what the callee names.
std::pair<std::string, std::string> argument_slot(const Context &context, NodeRef call, NodeRef inside) {
  if (inside.valid() && is_inside(context, inside, context.child(call, Role::Callee)))
    return {"callee", {}};
  size_t position = 0;
  for (NodeRef argument : context.children(call, Role::Argument)) {
    bool keyword = context.kind(argument) == Kind::Keyword;
    if (inside.valid() && is_inside(context, inside, argument))
      return {keyword ? std::string{} : std::to_string(position),
              keyword ? std::string(context.name_text(argument)) : std::string{}};
    position += keyword ? 0 : 1;
  }
  return {};
}

/// The dotted names by which `call` is looked up: that of its callee, and of a class of the package the bases outside.
std::vector<std::string> callee_names(const Context &context, NodeRef call) {
  std::vector<std::string> names;
  if (std::string dotted = context.external_callee(call); !dotted.empty())
    names.push_back(std::move(dotted));
  for (const dataflow::Traced &traced : context.query.values_of(context.child(call, Role::Callee)))
    if (traced.value.kind == dataflow::Value::Kind::Class)
      for (const ClassName &base : context.model.mro(traced.value.class_))
        if (!base.external.empty())
          names.push_back(base.external);
  return names;
}

bool callee_matches(const Context &context, NodeRef call, const std::vector<std::string> &names,
                    const std::string &pattern) {
  if (!pattern.starts_with('.'))
    return std::ranges::any_of(names, [&](const std::string &name) { return knowledge::matches(pattern, name); });
  NodeRef callee = context.child(call, Role::Callee);
  return context.kind(callee) == Kind::Attribute && context.name_text(callee) == std::string_view(pattern).substr(1);
}

bool asks(const Context &context, NodeRef call, const std::vector<std::string> &askers) {
  NodeRef callee = context.child(call, Role::Callee);
  if (context.kind(callee) != Kind::Attribute)
    return false;
  std::string_view name = context.name_text(callee);
  std::vector<NodeRef> given = context.children(call, Role::Argument);
  // `future.exception()` reads it; `logger.exception("...")` is another thing, and so is `table.get(key)`.
  if (name == "exception" && !given.empty())
    return false;
  if (name == "get" && !given.empty() && context.name_text(given.front()) != "timeout")
    return false;
  return std::ranges::find(askers, name) != askers.end();
}

bool only_reads(const Context &context, NodeRef asking) {
  return context.name_text(context.child(asking, Role::Callee)) == "exception";
}

/// `return_exceptions=True`, or a value that is not known to be false.
bool returns_exceptions(const Context &context, NodeRef call) {
  NodeRef flag = context.argument(call, 1000, "return_exceptions");
  return flag.valid() && context.kind(flag) != Kind::False;
}

/// Calls of an asker in the subtree `within`.
std::vector<NodeRef> asking_calls(const Context &context, NodeRef within, const std::vector<std::string> &askers) {
  std::vector<NodeRef> out;
  const SyntaxTree &tree = context.tree(within);
  for (uint32_t n = within.node.value; n < tree.next(within.node).value; ++n) {
    NodeRef call{within.file, NodeId{n}};
    if (tree.kind(call.node) == Kind::Call && asks(context, call, askers))
      out.push_back(call);
  }
  return out;
}

/// The note of such a row begins with the methods that ask: "result, exception: the future holds it".
BoundaryEffect at_result(std::string_view note) {
  BoundaryEffect out{BoundaryEffect::Kind::AtResult, {}, false, std::string(note)};
  for (std::string_view list = note.substr(0, note.find(':')); !list.empty();) {
    size_t comma = list.find(',');
    out.askers.emplace_back(list.substr(0, comma));
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
    while (list.starts_with(' '))
      list.remove_prefix(1);
  }
  return out;
}

bool stores(std::string_view method) {
  return method == "append" || method == "add" || method == "put" || method == "put_nowait" || method == "appendleft" ||
         method == "insert" || method == "extend" || method == "setdefault";
}

/// The way of a future, task or async result to whoever asks for it.
class ResultFollower {
public:
  ResultFollower(const Context &context, const std::vector<std::string> &askers) : context_(context), askers_(askers) {}

  std::vector<Surfacing> run(NodeRef call) {
    origin_ = call;
    climb(call, 0);
    if (found_.empty())
      found_.push_back({escapes_ ? SK::Open : SK::Lost,
                        call,
                        {},
                        fmt::format("where the result of `{}` is asked for is not followed", context_.quoted(call))});
    // Whoever raises it makes another reader of it harmless.
    bool raised =
        std::ranges::any_of(found_, [](const Surfacing &one) { return one.kind == SK::At || one.kind == SK::Raised; });
    if (raised)
      std::erase_if(found_, [&](const Surfacing &one) {
        return one.kind == SK::Dropped && context_.kind(one.place) == Kind::Call && only_reads(context_, one.place);
      });
    return std::move(found_);
  }

private:
  void add(Surfacing one) {
    for (const Surfacing &known : found_)
      if (known.kind == one.kind && known.place == one.place)
        return;
    found_.push_back(std::move(one));
  }

  void climb(NodeRef value, unsigned depth) {
    NodeRef up = context_.parent(value), above = context_.parent(up);
    switch (context_.kind(up)) {
    case Kind::Attribute:
      if (context_.kind(above) == Kind::Call && asks(context_, above, askers_))
        asked_at(above);
      return;
    case Kind::Await:
      return add({SK::At, value, {}, {}});
    case Kind::Return:
      return add({SK::Returned, value, {}, {}});
    case Kind::Starred:
    case Kind::Keyword:
    case Kind::Conditional:
    case Kind::Named:
    case Kind::ListComp:
    case Kind::SetComp:
    case Kind::Generator:
    case Kind::List:
    case Kind::Tuple:
    case Kind::Set:
    case Kind::Dict:
    case Kind::Pair:
      if (context_.kind(up) == Kind::Named)
        follow_target(context_.child(up, Role::Target), depth);
      return climb(up, depth);
    case Kind::Call:
      return climb_call(up, value, depth);
    case Kind::Assign:
      for (NodeRef target : context_.children(up, Role::Target))
        if (!is_inside(context_, value, target))
          follow_target(target, depth);
      return;
    case Kind::Subscript: // tasks[task] = …: kept as a key
      if (context_.tree(value).role(value.node) == Role::Index && context_.kind(above) == Kind::Assign)
        follow_target(up, depth);
      return;
    case Kind::For:
    case Kind::CompFor: // for future in futures: future.result()
      if (context_.tree(value).role(value.node) == Role::Iter)
        for (NodeRef target : context_.children(up, Role::Target))
          follow_names_in(target, depth);
      return;
    default:
      return;
    }
  }

  void climb_call(NodeRef call, NodeRef argument, unsigned depth) {
    NodeRef callee = context_.child(call, Role::Callee);
    if (context_.kind(callee) == Kind::Attribute && stores(context_.name_text(callee)))
      return follow_target(context_.child(callee, Role::Value), depth);
    BoundaryEffect effect = boundary_effect(context_, call, argument);
    if (effect.kind == BoundaryEffect::Kind::Passes)
      return add({effect.as_values ? SK::Dropped : SK::At, call, {}, {}});
    std::string_view name = context_.name_text(callee);
    if (name == "wait" && context_.kind(context_.parent(call)) == Kind::Await)
      return climb(context_.parent(call), depth); // done, pending = await asyncio.wait(tasks)
    if (name == "as_completed" || name == "wait" || name == "list" || name == "tqdm" || name == "enumerate" ||
        name == "zip" || name == "reversed" || name == "sorted")
      return climb(call, depth);
    if (name != "print" && name != "len" && name != "append")
      escapes_ = true;
  }

  void follow_target(NodeRef target, unsigned depth) {
    if (!target.valid())
      return;
    if (context_.kind(target) == Kind::Subscript)
      target = context_.child(target, Role::Value);
    if (context_.kind(target) == Kind::Name)
      follow_names_in(target, depth);
    else if (context_.kind(target) == Kind::Tuple || context_.kind(target) == Kind::List)
      follow_names_in(target, depth);
    else
      kept(target);
  }

  void follow_names_in(NodeRef target, unsigned depth) {
    const SyntaxTree &tree = context_.tree(target);
    for (uint32_t n = target.node.value; n < tree.next(target.node).value; ++n)
      if (tree.kind(NodeId{n}) == Kind::Name)
        follow_reads({target.file, NodeId{n}}, depth);
  }

  void follow_reads(NodeRef name, unsigned depth) {
    if (depth >= kMaxAliases || !seen_.insert(context_.model.name(name)).second)
      return;
    const module_model::ModuleModel &module = context_.model.module(name.file);
    ScopeId owner = module.resolve(context_.model.name(name), module.scope_at(name.node));
    for (NodeRef use : context_.model.uses(context_.model.name(name)))
      if (use.file == name.file && context_.kind(use) == Kind::Name && use != name &&
          module.resolve(context_.model.name(use), module.scope_at(use.node)) == owner)
        climb(use, depth + 1);
  }

  /// In an attribute: whoever asks in the same class, else in the same file.
  void kept(NodeRef target) {
    size_t before = found_.size();
    NodeRef within{target.file, SyntaxTree::root()};
    for (NodeRef up = target; up.valid(); up = context_.parent(up))
      if (context_.kind(up) == Kind::ClassDef) {
        within = up;
        break;
      }
    for (NodeRef root : {within, NodeRef{target.file, SyntaxTree::root()}}) {
      for (NodeRef asking : asking_calls(context_, root, askers_))
        if (!only_reads(context_, asking))
          add({SK::Kept, asking, {}, {}});
      if (found_.size() != before)
        return;
    }
    escapes_ = true;
  }

  void asked_at(NodeRef asking) {
    if (!only_reads(context_, asking))
      return add({SK::At, asking, {}, {}});
    if (NodeRef raise = raise_of(asking); raise.valid())
      return add({SK::Raised, raise, asking, {}});
    add({SK::Dropped, asking, asking, {}}); // read, and no more
  }

  /// `raise task.exception()`, or `error = task.exception()` and `raise error`, in the same function.
  NodeRef raise_of(NodeRef asking) {
    std::string text = context_.quoted(asking);
    NodeRef up = context_.parent(asking);
    NodeRef target = context_.kind(up) == Kind::Assign || context_.kind(up) == Kind::Named
                         ? context_.child(up, Role::Target)
                         : NodeRef{asking.file, {}};
    NodeRef function = context_.model.node_of(context_.model.function_at(asking));
    const SyntaxTree &tree = context_.tree(function);
    for (uint32_t n = function.node.value; n < tree.next(function.node).value; ++n) {
      if (tree.kind(NodeId{n}) != Kind::Raise)
        continue;
      NodeRef raised = context_.child({function.file, NodeId{n}}, Role::Value);
      if (!raised.valid())
        continue;
      bool same_name = target.valid() && context_.kind(raised) == Kind::Name &&
                       context_.model.name(raised) == context_.model.name(target);
      if (same_name || context_.quoted(raised) == text)
        return {function.file, NodeId{n}};
    }
    return {asking.file, {}};
  }

  const Context &context_;
  const std::vector<std::string> &askers_;
  NodeRef origin_;
  std::set<NameId> seen_;
  bool escapes_ = false;
  std::vector<Surfacing> found_;
};

} // namespace

std::vector<Surfacing> surfacings_of_parameter(const Context &context, NodeRef parameter) {
  Follower follower(context);
  follower.climb_reads(parameter, 0);
  return follower.take();
}

std::vector<Surfacing> surfacings_of_call(const Context &context, NodeRef call, int element) {
  Follower follower(context);
  if (element == Surfacing::kWhole)
    follower.climb(call, 0);
  else
    follower.climb_element(call, element);
  return follower.take();
}

BoundaryEffect boundary_effect(const Context &context, NodeRef call, NodeRef argument) {
  BoundaryEffect out;
  if (context.kind(call) != Kind::Call)
    return out;
  std::vector<std::string> names = callee_names(context, call);
  auto [position, keyword] = argument_slot(context, call, argument);
  for (const knowledge::Boundary &row : context.knowledge.boundaries) {
    bool slot = row.argument == "*" || (!position.empty() && row.argument == position) ||
                (!keyword.empty() && row.argument == keyword);
    if (!slot || !callee_matches(context, call, names, row.pattern))
      continue;
    out.note = row.note;
    if (row.effect == "passes") {
      out.kind = BoundaryEffect::Kind::Passes;
      out.as_values = returns_exceptions(context, call);
    } else if (row.effect == "lost")
      out.kind = BoundaryEffect::Kind::Lost;
    else if (row.effect == "iterated")
      out.kind = BoundaryEffect::Kind::Iterated;
    else if (row.effect == "top")
      out.kind = BoundaryEffect::Kind::Top;
    else if (row.effect == "at-result")
      out = at_result(row.note);
    return out;
  }
  return out;
}

std::vector<Surfacing> surfacings_of_result(const Context &context, NodeRef call,
                                            const std::vector<std::string> &askers) {
  return ResultFollower(context, askers).run(call);
}

} // namespace decode_ledger::exceptions_trace
