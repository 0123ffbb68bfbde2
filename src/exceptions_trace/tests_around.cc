#include "exceptions_trace/tests_around.h"

namespace decode_ledger::exceptions_trace {

namespace {

class Collector {
public:
  Collector(const Context &context, NodeRef place) : context_(context), place_(place) {}

  std::vector<KnownTest> run() {
    NodeRef end = context_.model.node_of(context_.model.function_at(place_));
    NodeRef part = place_;
    for (NodeRef up = context_.parent(part); up.valid() && part != end; part = up, up = context_.parent(up)) {
      if (context_.kind(up) == Kind::If)
        add_if(up, part);
      else if (context_.kind(up) == Kind::Block || context_.kind(up) == Kind::Module)
        add_leaving_siblings(up, part);
    }
    return std::move(found_);
  }

private:
  /// `part` is the arm of `statement` that holds the place: earlier tests are false there, its own is true.
  void add_if(NodeRef statement, NodeRef part) {
    Role role = context_.tree(part).role(part.node);
    if (role == Role::Test)
      return;
    NodeRef test = context_.child(statement, Role::Test);
    if (role == Role::Body)
      return add(test, true);
    add(test, false);
    for (NodeId c : context_.tree(statement).children(statement.node)) {
      if (context_.tree(statement).kind(c) != Kind::Elif)
        continue;
      NodeRef elif{statement.file, c};
      bool here = is_inside(context_, place_, elif);
      if (here && !is_inside(context_, place_, context_.child(elif, Role::Body)))
        return;
      add(context_.child(elif, Role::Test), here);
      if (here)
        return;
    }
  }

  /// `if not streaming: return …` and `assert streaming` before the place say that `streaming` holds there.
  void add_leaving_siblings(NodeRef block, NodeRef part) {
    for (NodeId c : context_.tree(block).children(block.node)) {
      if (c == part.node)
        return;
      NodeRef statement{block.file, c};
      if (context_.kind(statement) == Kind::Assert)
        add(context_.child(statement, Role::Test), true);
      if (context_.kind(statement) != Kind::If || context_.child(statement, Role::Orelse).valid() ||
          has_elif(statement))
        continue;
      if (leaves(context_.child(statement, Role::Body)))
        add(context_.child(statement, Role::Test), false);
    }
  }

  bool has_elif(NodeRef statement) const {
    for (NodeId c : context_.tree(statement).children(statement.node))
      if (context_.tree(statement).kind(c) == Kind::Elif)
        return true;
    return false;
  }

  bool leaves(NodeRef block) const {
    NodeRef last{block.file, {}};
    for (NodeId c : context_.tree(block).children(block.node))
      last.node = c;
    Kind kind = last.valid() ? context_.kind(last) : Kind::Pass;
    return kind == Kind::Return || kind == Kind::Raise || kind == Kind::Continue || kind == Kind::Break;
  }

  void add(NodeRef test, bool holds) { found_.push_back({test, holds}); }

  const Context &context_;
  NodeRef place_;
  std::vector<KnownTest> found_;
};

} // namespace

std::vector<KnownTest> tests_around(const Context &context, NodeRef place) { return Collector(context, place).run(); }

} // namespace decode_ledger::exceptions_trace
