// By name, in three steps at most: the kept name stands in a Raise statement itself, or is iterated or assigned to a
// local name that does. A variable counts within its scope, an attribute by its name in the whole package (receivers
// are not told apart: a note that is wrong about where is better than a swallow that is none).

#include "exceptions_trace/later_raises.h"

#include <algorithm>
#include <set>

namespace decode_ledger::exceptions_trace {

namespace {

NodeRef enclosing(const Context &context, NodeRef at, std::initializer_list<Kind> kinds) {
  for (; at.valid(); at = context.parent(at)) {
    Kind kind = context.kind(at);
    if (std::ranges::find(kinds, kind) != kinds.end())
      return at;
    if (kind == Kind::FunctionDef || kind == Kind::ClassDef || kind == Kind::Lambda)
      break;
  }
  return {at.file, {}};
}

ScopeId owner(const Context &context, NodeRef name) {
  const module_model::ModuleModel &module = context.model.module(name.file);
  return module.resolve(context.model.name(name), module.scope_at(name.node));
}

class Search {
public:
  Search(const Context &context, NodeRef handler, ExceptionType fault)
      : context_(context), handler_(handler), fault_(std::move(fault)) {}

  void variable(NameId name, NodeRef kept_at) {
    const module_model::ModuleModel &module = context_.model.module(kept_at.file);
    ScopeId scope = module.resolve(name, module.scope_at(kept_at.node));
    for (NodeRef use : context_.model.uses(name))
      if (use.file == kept_at.file && context_.kind(use) == Kind::Name && owner(context_, use) == scope &&
          may_follow(kept_at, use))
        look_at(use, 0);
  }

  void attribute(NameId name) {
    for (NodeRef use : context_.model.uses(name))
      if (context_.kind(use) == Kind::Attribute)
        look_at(use, 0);
  }

  void returned(FunctionId function) {
    for (const dataflow::CallEdge &edge : context_.query.callers_of(function))
      if (edge.kind == dataflow::EdgeKind::Call)
        look_at(edge.site, 0);
  }

  std::vector<LaterRaise> found() {
    std::ranges::sort(found_, {}, &LaterRaise::place);
    return std::move(found_);
  }

private:
  static constexpr unsigned kMaxAliases = 2;

  /// Within one function the flow decides; across functions (a closure) any order can be.
  bool may_follow(NodeRef kept_at, NodeRef use) {
    FunctionId function = context_.model.function_at(kept_at);
    if (function != context_.model.function_at(use))
      return true;
    const dataflow::Flow &flow = context_.query.flow(function);
    NodeId from = context_.model.module(kept_at.file).statement_at(kept_at.node);
    NodeId to = context_.model.module(use.file).statement_at(use.node);
    if (!flow.point_of(from).valid() || !flow.point_of(to).valid())
      return context_.tree(use).begin(use.node) > context_.tree(kept_at).begin(kept_at.node);
    return flow.may_reach(from, to);
  }

  void look_at(NodeRef use, unsigned depth) {
    if (is_inside(context_, use, handler_))
      return;
    if (NodeRef raise = enclosing(context_, use, {Kind::Raise}); raise.valid())
      return add(raise, use);
    NodeRef holder = enclosing(context_, use, {Kind::For, Kind::Assign, Kind::CompFor});
    if (depth >= kMaxAliases || !holder.valid())
      return;
    NodeRef source = context_.child(holder, context_.kind(holder) == Kind::Assign ? Role::Value : Role::Iter);
    if (!source.valid() || !is_inside(context_, use, source))
      return;
    for (NodeRef target : context_.children(holder, Role::Target))
      follow_targets(target, depth);
  }

  void follow_targets(NodeRef target, unsigned depth) {
    const SyntaxTree &tree = context_.tree(target);
    for (uint32_t n = target.node.value; n < tree.next(target.node).value; ++n) {
      NodeRef name{target.file, NodeId{n}};
      if (tree.kind(name.node) != Kind::Name)
        continue;
      for (NodeRef use : context_.model.uses(tree.name(name.node)))
        if (use.file == name.file && use != name && context_.kind(use) == Kind::Name &&
            owner(context_, use) == owner(context_, name) &&
            context_.model.function_at(use) == context_.model.function_at(name))
          look_at(use, depth + 1);
    }
  }

  void add(NodeRef raise, NodeRef use) {
    if (!seen_.insert(raise).second)
      return;
    NodeRef value = context_.child(raise, Role::Value);
    if (!value.valid())
      return;
    LaterRaise out{raise, fault_};
    if (context_.kind(value) == Kind::Call && (!is_inside(context_, use, context_.child(value, Role::Callee))))
      out.type = exception_type(context_.model.resolve_class(context_.child(value, Role::Callee)));
    else if (!is_inside(context_, use, value)) // only its cause
      out.type = exception_type(context_.model.resolve_class(value));
    found_.push_back(std::move(out));
  }

  const Context &context_;
  NodeRef handler_;
  ExceptionType fault_;
  std::set<NodeRef> seen_;
  std::vector<LaterRaise> found_;
};

} // namespace

std::vector<LaterRaise> find_later_raises(const Context &context, NodeRef handler, const std::vector<Kept> &kept,
                                          const ExceptionType &fault) {
  Search search(context, handler, fault);
  for (const Kept &one : kept) {
    if (one.how == Kept::How::Name && one.name.valid())
      search.variable(one.name, one.place);
    else if (one.how == Kept::How::Attribute && one.name.valid())
      search.attribute(one.name);
    else if (one.how == Kept::How::Returned)
      search.returned(context.model.function_at(one.place));
  }
  return search.found();
}

} // namespace decode_ledger::exceptions_trace
