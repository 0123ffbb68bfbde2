#include "exceptions_trace/regions.h"

namespace decode_ledger::exceptions_trace {

namespace {

void add_try(const Context &context, NodeRef statement, Role part, std::vector<Region> &out) {
  if (part == Role::Body)
    out.push_back({Region::Kind::TryBody, statement});
  if (part != Role::Final && context.child(statement, Role::Final).valid())
    out.push_back({Region::Kind::Finally, statement});
}

/// `with a, b: body` leaves b before a, and what b's expression raises passes a only.
void add_with(const Context &context, NodeRef statement, NodeRef part, std::vector<Region> &out) {
  std::vector<NodeRef> entered;
  for (NodeId c : context.tree(statement).children(statement.node)) {
    if (c == part.node)
      break;
    if (context.tree(statement).kind(c) == Kind::WithItem)
      entered.push_back({statement.file, c});
  }
  for (auto item = entered.rbegin(); item != entered.rend(); ++item)
    out.push_back({Region::Kind::WithItem, *item});
}

bool leaves_function(const Context &context, NodeRef definition, NodeRef part) {
  Kind kind = context.kind(definition);
  return (kind == Kind::FunctionDef || kind == Kind::Lambda) && context.tree(part).role(part.node) == Role::Body;
}

/// `part`, a child of `generator`, holds its first iterable, which is evaluated with the expression itself.
bool is_first_loop(const Context &context, NodeRef generator, NodeRef part) {
  for (NodeId c : context.tree(generator).children(generator.node))
    if (context.tree(generator).kind(c) == Kind::CompFor)
      return c == part.node;
  return false;
}

} // namespace

std::vector<Region> enclosing_regions(const Context &context, NodeRef place) {
  std::vector<Region> out;
  NodeRef part = place;
  for (NodeRef up = context.parent(part); up.valid(); part = up, up = context.parent(up)) {
    if (leaves_function(context, up, part))
      break;
    if (context.kind(up) == Kind::Try)
      add_try(context, up, context.tree(part).role(part.node), out);
    else if (context.kind(up) == Kind::With)
      add_with(context, up, part, out);
  }
  return out;
}

NodeRef lazy_generator_around(const Context &context, NodeRef place) {
  NodeRef inner = place, part = place;
  for (NodeRef up = context.parent(part); up.valid(); inner = part, part = up, up = context.parent(up)) {
    if (leaves_function(context, up, part))
      break;
    bool is_eager = is_first_loop(context, up, part) && context.tree(inner).role(inner.node) == Role::Iter;
    if (context.kind(up) == Kind::Generator && !is_eager)
      return up;
  }
  return {place.file, {}};
}

} // namespace decode_ledger::exceptions_trace
