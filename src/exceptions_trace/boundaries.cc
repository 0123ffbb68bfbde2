// The value of the call is followed through the syntax around it and through local names; what is stored in an
// attribute or a container is looked for by its asker (`.result()`) in the same function, then in the same file.

#include "exceptions_trace/boundaries.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

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
    for (NodeRef use : context_.model.uses(context_.model.name(target)))
      if (use.file == target.file && use != target && context_.kind(use) == Kind::Name &&
          !context_.tree(use).has(use.node, parser::kStore) &&
          context_.model.function_at(use) == context_.model.function_at(target))
        climb(use, depth + 1);
    if (found_.size() == before)
      add(open(assignment, "runs is not followed"));
  }

  const Context &context_;
  std::vector<Surfacing> found_;
};

/// Position or keyword of the argument of `call` that holds `inside`.
std::pair<std::string, std::string> argument_slot(const Context &context, NodeRef call, NodeRef inside) {
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

bool callee_matches(const Context &context, NodeRef call, const std::string &dotted, const std::string &pattern) {
  if (!pattern.starts_with('.'))
    return !dotted.empty() && knowledge::matches(pattern, dotted);
  NodeRef callee = context.child(call, Role::Callee);
  return context.kind(callee) == Kind::Attribute && context.name_text(callee) == std::string_view(pattern).substr(1);
}

bool asks(const Context &context, NodeRef call, const std::vector<std::string> &askers) {
  NodeRef callee = context.child(call, Role::Callee);
  return context.kind(callee) == Kind::Attribute &&
         std::ranges::find(askers, context.name_text(callee)) != askers.end();
}

/// Calls of an asker in the subtree `within`, behind `after` unless that is none.
std::vector<NodeRef> asking_calls(const Context &context, NodeRef within, NodeRef after,
                                  const std::vector<std::string> &askers) {
  std::vector<NodeRef> out;
  const SyntaxTree &tree = context.tree(within);
  for (uint32_t n = within.node.value; n < tree.next(within.node).value; ++n) {
    NodeRef call{within.file, NodeId{n}};
    if (tree.kind(call.node) == Kind::Call && asks(context, call, askers) && (!after.valid() || n > after.node.value))
      out.push_back(call);
  }
  return out;
}

/// The note of such a row begins with the methods that ask: "result, exception: the future holds it".
BoundaryEffect at_result(std::string_view note) {
  BoundaryEffect out{BoundaryEffect::Kind::AtResult, {}, std::string(note)};
  for (std::string_view list = note.substr(0, note.find(':')); !list.empty();) {
    size_t comma = list.find(',');
    out.askers.emplace_back(list.substr(0, comma));
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
    while (list.starts_with(' '))
      list.remove_prefix(1);
  }
  return out;
}

} // namespace

std::vector<Surfacing> surfacings_of_call(const Context &context, NodeRef call) {
  Follower follower(context);
  follower.climb(call, 0);
  return follower.take();
}

BoundaryEffect boundary_effect(const Context &context, NodeRef call, NodeRef argument) {
  BoundaryEffect out;
  if (context.kind(call) != Kind::Call)
    return out;
  std::string dotted = context.external_callee(call);
  auto [position, keyword] = argument_slot(context, call, argument);
  for (const knowledge::Boundary &row : context.knowledge.boundaries) {
    bool slot = row.argument == "*" || (!position.empty() && row.argument == position) ||
                (!keyword.empty() && row.argument == keyword);
    if (!slot || !callee_matches(context, call, dotted, row.pattern))
      continue;
    out.note = row.note;
    if (row.effect == "passes")
      out.kind = BoundaryEffect::Kind::Passes;
    else if (row.effect == "lost")
      out.kind = BoundaryEffect::Kind::Lost;
    else if (row.effect == "at-result")
      out = at_result(row.note);
    return out;
  }
  return out;
}

std::vector<Surfacing> surfacings_of_result(const Context &context, NodeRef call,
                                            const std::vector<std::string> &askers) {
  NodeRef up = context.parent(call), above = context.parent(up);
  if (context.kind(up) == Kind::Attribute && context.kind(above) == Kind::Call && asks(context, above, askers))
    return {{SK::At, above, {}, {}}};
  if (context.kind(up) == Kind::Await)
    return {{SK::At, call, {}, {}}};
  if (context.kind(up) == Kind::Return)
    return {{SK::Returned, call, {}, {}}};

  std::vector<Surfacing> out;
  NodeRef function = context.model.node_of(context.model.function_at(call));
  for (NodeRef asking : asking_calls(context, function, call, askers))
    if (context.model.function_at(asking) == context.model.function_at(call))
      out.push_back({SK::At, asking, {}, {}});
  if (context.kind(up) == Kind::Assign || context.kind(up) == Kind::Named) {
    NodeRef target = context.child(up, Role::Target);
    if (context.kind(target) == Kind::Name) {
      Follower follower(context);
      for (NodeRef use : context.model.uses(context.model.name(target)))
        if (use.file == target.file && use != target && context.kind(context.parent(use)) == Kind::Await &&
            context.model.function_at(use) == context.model.function_at(target))
          out.push_back({SK::At, use, {}, {}});
    }
  }
  if (!out.empty())
    return out;
  if (context.kind(up) == Kind::ExprStmt)
    return {{SK::Lost, call, {}, {}}};
  for (NodeRef asking : asking_calls(context, {call.file, SyntaxTree::root()}, {}, askers))
    out.push_back({SK::Kept, asking, {}, {}});
  if (!out.empty())
    return out;
  if (context.kind(up) == Kind::Assign && context.kind(context.child(up, Role::Target)) == Kind::Name)
    return {{SK::Lost, call, {}, {}}};
  return {
      {SK::Open, call, {}, fmt::format("where the result of `{}` is asked for is not followed", context.quoted(call))}};
}

} // namespace decode_ledger::exceptions_trace
