// One walk over a function's syntax in evaluation order that lays out blocks, edges, points, reads and stores.
//
// `block_` is the block being filled; each block is filled once, from its switch_to() to the next. Three kinds of
// context enclose the place: loops (where break and continue go), the clauses of a try (where exceptions go), and a
// pending finally (where everything goes first).
//
// Exceptional edges. A point stands in a block only when it has completed, so a raising point must leave from the
// block *before* it. Inside a try we therefore cut the block in front of the first point that may raise (both halves
// get an edge to the handler), and in front of the first store behind it. Between two cuts all edges would carry the
// same definitions and dominate no more than the first does, so they are left out.
//
//     try:
//         a = f(x)       b3: f, x     !b7     before f(x) has completed
//                        b4: f(x)     !b7
//         b = g(a)       b5: a, g, a  !b7     a is bound, b is not
//                        b6: g(a)     !b7
//     except E:          b7
//
// Simplifications: a function that is called returns; generators run where they are written; a handler's name stays
// bound behind it; `while 1` may end (only the literal True is seen).

#include "dataflow/flow_draft.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace decode_ledger::dataflow {
namespace {

using module_model::Binding;
using module_model::BindingKind;
using module_model::Function;
using module_model::ModuleModel;
using module_model::Scope;
using module_model::ScopeKind;
using parser::Kind;
using parser::Op;
using parser::Role;
using parser::SyntaxTree;

constexpr uint32_t kExit = 1, kRaiseExit = 2;

class Walker {
public:
  Walker(const ModuleModel &model, FunctionId function)
      : model_(model), tree_(model.tree), function_(function), self_(model.functions[function.value]) {
    draft_.base = self_.node.value;
    draft_.num_nodes = tree_.next(self_.node).value - self_.node.value;
    draft_.point_of.resize(draft_.num_nodes);
  }

  FlowDraft walk() {
    find_variables();
    for (int i = 0; i < 3; ++i)
      new_block();
    switch_to(0);
    for (const NodeId parameter : self_.parameters)
      add_point(parameter);
    scope_ = self_.scope;
    if (tree_.kind(self_.node) == Kind::Module) {
      walk_statements(self_.node);
    } else if (const NodeId body = tree_.child(self_.node, Role::Body); body.valid()) {
      if (tree_.kind(body) == Kind::Block)
        walk_statements(body);
      else
        walk_expression(body);
    }
    go_to(kExit);
    close_block();
    std::ranges::sort(draft_.second_points, {}, [](const auto &entry) { return entry.first; });
    std::ranges::sort(draft_.foreign);
    return std::move(draft_);
  }

private:
  enum Jump : uint8_t { kReturn = 1, kBreak = 2, kContinue = 4 };
  static constexpr Jump kJumps[] = {kReturn, kBreak, kContinue};

  struct Context {
    enum class Kind : uint8_t { Loop, Clauses, Finally } kind{};
    uint32_t target = 0;       ///< Loop: the header (continue); else where exceptions go
    uint32_t break_target = 0; ///< Loop
    uint8_t pending = 0;       ///< Finally: jumps that go on behind it
    bool raises = false;       ///< Finally: an exception may come through
  };

  // Variables ---------------------------------------------------------------------------------------------------------

  bool is_own(const Scope &scope) const {
    return scope.function == function_ &&
           (scope.node == self_.node || scope.kind == ScopeKind::Class || scope.kind == ScopeKind::Comprehension);
  }

  void find_variables() {
    add_variables_of(self_.scope);
    const auto begin = std::ranges::lower_bound(model_.scope_of_node, NodeId{self_.node.value + 1}, {},
                                                [](const auto &entry) { return entry.first; });
    const NodeId end = tree_.next(self_.node);
    for (auto entry = begin; entry != model_.scope_of_node.end() && entry->first < end; ++entry)
      if (is_own(model_.scopes[entry->second.value]))
        add_variables_of(entry->second);
  }

  void add_variables_of(ScopeId scope_id) {
    const Scope &scope = model_.scopes[scope_id.value];
    NameId last;
    for (uint32_t i = scope.first_binding; i < scope.last_binding; ++i) {
      const Binding &binding = model_.bindings[i];
      if (i == scope.first_binding || binding.name != last) {
        last = binding.name;
        variables_.emplace(key_of(scope_id, binding.name), draft_.num_variables++);
      }
      if (binding.kind == BindingKind::Annotation)
        continue;
      const uint32_t variable = draft_.num_variables - 1;
      if (model_.scopes[binding.in.value].function == function_)
        binding_at_.emplace(binding.target.value, StoredVariable{i, variable});
      else
        draft_.foreign.emplace_back(variable, i);
    }
  }

  static uint64_t key_of(ScopeId scope, NameId name) { return (uint64_t{scope.value} << 32) | name.value; }

  /// The variable that `name` means in scope_; kNoIndex when it is none of this function's.
  uint32_t variable_of(NameId name) {
    const auto [at, is_new] = resolved_.try_emplace(key_of(scope_, name), kNoIndex);
    if (!is_new)
      return at->second;
    if (const ScopeId owner = model_.resolve(name, scope_); owner.valid())
      if (const auto variable = variables_.find(key_of(owner, name)); variable != variables_.end())
        at->second = variable->second;
    return at->second;
  }

  // Blocks and points -------------------------------------------------------------------------------------------------

  uint32_t new_block() {
    draft_.blocks.emplace_back();
    num_edges_into_.push_back(0);
    return static_cast<uint32_t>(draft_.blocks.size() - 1);
  }

  void close_block() {
    DraftBlock &block = draft_.blocks[block_];
    block.last_point = static_cast<uint32_t>(draft_.points.size());
    block.last_event = static_cast<uint32_t>(draft_.events.size());
  }

  void switch_to(uint32_t block) {
    if (block != 0)
      close_block();
    block_ = block;
    draft_.blocks[block].first_point = draft_.blocks[block].last_point = static_cast<uint32_t>(draft_.points.size());
    draft_.blocks[block].first_event = draft_.blocks[block].last_event = static_cast<uint32_t>(draft_.events.size());
    block_raises_ = false;
  }

  /// Edges out of code that cannot be reached are left out, so that such code reaches nothing either.
  void add_edge(uint32_t from, uint32_t to, bool exceptional = false) {
    if (from != 0 && num_edges_into_[from] == 0)
      return;
    draft_.edges.push_back({from, to, exceptional});
    ++num_edges_into_[to];
  }

  void go_to(uint32_t block) { add_edge(block_, block); }

  /// Ends this block with a normal edge into `block` and goes on there.
  void continue_in(uint32_t block) {
    go_to(block);
    switch_to(block);
  }

  /// A block has one place where its exceptions go, so a change of that place begins a new one.
  void cut_block() { continue_in(new_block()); }

  void go_on_dead() { switch_to(new_block()); }
  bool is_dead() const { return block_ != 0 && num_edges_into_[block_] == 0; }

  void add_point(NodeId node) {
    const auto stored = binding_at_.find(node.value);
    if (stored != binding_at_.end() && block_raises_ && exception_target() != kRaiseExit)
      cut_block(); // what raised before did so without this store
    Point &place = draft_.point_of[node.value - draft_.base];
    const Point here{block_, static_cast<uint32_t>(draft_.points.size()) - draft_.blocks[block_].first_point};
    if (place.valid())
      draft_.second_points.emplace_back(node.value, here);
    else
      place = here;
    draft_.points.push_back(node);
    if (stored != binding_at_.end())
      add_store(node, stored->second.binding, stored->second.variable);
  }

  void add_store(NodeId node, uint32_t binding, uint32_t variable) {
    const bool is_delete = model_.bindings[binding].kind == BindingKind::Delete;
    draft_.events.push_back({node.value, variable, is_delete ? Flow::kAtEntry : binding});
  }

  void add_use(NodeId name) {
    if (const uint32_t variable = variable_of(tree_.name(name)); variable != kNoIndex)
      draft_.events.push_back({name.value, variable, DraftEvent::kUse});
  }

  void add_raising_point(NodeId node) {
    may_raise();
    add_point(node);
  }

  // Exceptions and jumps ----------------------------------------------------------------------------------------------

  /// Where an exception raised here goes first.
  uint32_t exception_target() {
    for (size_t i = contexts_.size(); i-- > 0;) {
      if (contexts_[i].kind == Context::Kind::Loop)
        continue;
      contexts_[i].raises = true;
      return contexts_[i].target;
    }
    return kRaiseExit;
  }

  /// The next point may raise.
  void may_raise() {
    if (block_raises_)
      return;
    const uint32_t target = exception_target();
    if (target != kRaiseExit) {
      add_edge(block_, target, true);
      cut_block();
    }
    add_edge(block_, target, true);
    block_raises_ = true;
  }

  /// An exception leaves here for certain.
  void raise_here() {
    if (!block_raises_)
      add_edge(block_, exception_target(), true);
    go_on_dead();
  }

  void jump(Jump how) {
    for (size_t i = contexts_.size(); i-- > 0;) {
      Context &context = contexts_[i];
      if (context.kind == Context::Kind::Finally) {
        context.pending |= how;
        return go_to(context.target);
      }
      if (context.kind == Context::Kind::Loop && how != kReturn)
        return go_to(how == kBreak ? context.break_target : context.target);
    }
    if (how == kReturn)
      go_to(kExit);
  }

  // Statements --------------------------------------------------------------------------------------------------------

  void walk_statements(NodeId block) {
    for (const NodeId statement : tree_.children(block))
      walk_statement(statement);
  }

  void walk_body(NodeId body) {
    if (!body.valid())
      return;
    if (tree_.kind(body) == Kind::Block)
      walk_statements(body);
    else
      walk_statement(body);
  }

  void walk_statement(NodeId node) {
    switch (tree_.kind(node)) {
    case Kind::ExprStmt:
      walk_children(node);
      return add_point(node);
    case Kind::Assign:
      return walk_assign(node);
    case Kind::AugAssign:
      return walk_augmented_assign(node);
    case Kind::Return:
      walk_children(node);
      add_point(node);
      jump(kReturn);
      return go_on_dead();
    case Kind::Raise:
      walk_children(node);
      add_raising_point(node);
      return raise_here();
    case Kind::Delete:
      for (const NodeId target : tree_.children(node))
        walk_target(target);
      return add_point(node);
    case Kind::Break:
      add_point(node);
      jump(kBreak);
      return go_on_dead();
    case Kind::Continue:
      add_point(node);
      jump(kContinue);
      return go_on_dead();
    case Kind::Assert:
      return walk_assert(node);
    case Kind::Import:
    case Kind::ImportFrom:
      may_raise();
      for (const NodeId alias : tree_.children(node))
        walk_alias(alias);
      return add_point(node);
    case Kind::If:
      return walk_if(node);
    case Kind::For:
      return walk_for(node);
    case Kind::While:
      return walk_while(node);
    case Kind::Try:
      return walk_try(node);
    case Kind::With:
      return walk_with(node);
    case Kind::FunctionDef:
      return walk_function_definition(node);
    case Kind::ClassDef:
      return walk_class_definition(node);
    case Kind::Match:
      return walk_match(node);
    case Kind::TypeAlias:
      if (const NodeId target = tree_.child(node, Role::Target); target.valid())
        walk_target(target);
      return add_point(node);
    case Kind::Global:
    case Kind::Nonlocal:
    case Kind::Pass:
      return add_point(node);
    case Kind::Block:
      return walk_statements(node);
    case Kind::Error:
      return walk_error(node);
    case Kind::Elif:
    case Kind::Handler:
    case Kind::Case:
      return walk_error(node); // outside their statement: only in damaged code
    default:
      return walk_expression(node);
    }
  }

  /// What could not be read: its readable parts, any of which may run or not.
  void walk_error(NodeId node) {
    const uint32_t join = new_block();
    for (const NodeId part : tree_.children(node)) {
      const uint32_t next = new_block();
      go_to(join);
      continue_in(next);
      walk_statement(part);
    }
    continue_in(join);
    add_raising_point(node);
  }

  void walk_assign(NodeId node) {
    if (const NodeId value = tree_.child(node, Role::Value); value.valid())
      walk_expression(value);
    for (const NodeId part : tree_.children(node))
      if (tree_.role(part) == Role::Target)
        walk_target(part);
    if (const NodeId annotation = tree_.child(node, Role::Annotation); annotation.valid())
      walk_expression(annotation);
    add_point(node);
  }

  void walk_augmented_assign(NodeId node) {
    const NodeId target = tree_.child(node, Role::Target);
    if (target.valid() && tree_.kind(target) == Kind::Name)
      add_use(target);
    else if (target.valid())
      walk_children(target);
    if (const NodeId value = tree_.child(node, Role::Value); value.valid())
      walk_expression(value);
    may_raise();
    if (target.valid())
      add_point(target);
    add_point(node);
  }

  void walk_target(NodeId target) {
    switch (tree_.kind(target)) {
    case Kind::Name:
      return add_point(target);
    case Kind::Tuple:
    case Kind::List:
      may_raise();
      for (const NodeId part : tree_.children(target))
        walk_target(part);
      return add_point(target);
    case Kind::Starred:
      for (const NodeId part : tree_.children(target))
        walk_target(part);
      return add_point(target);
    default: // Attribute, Subscript: the object is read, then stored into
      walk_children(target);
      return add_raising_point(target);
    }
  }

  void walk_alias(NodeId alias) {
    for (const NodeId name : tree_.children(alias))
      add_point(name);
    add_point(alias);
  }

  void walk_assert(NodeId node) {
    const uint32_t holds = new_block(), fails = new_block();
    may_raise();
    walk_condition(tree_.child(node, Role::Test), holds, fails);
    switch_to(fails);
    if (const NodeId message = tree_.child(node, Role::Message); message.valid())
      walk_expression(message);
    raise_here();
    switch_to(holds);
    add_point(node);
  }

  void walk_if(NodeId node) {
    const uint32_t join = new_block();
    walk_branch(node, join);
    for (const NodeId part : tree_.children(node))
      if (tree_.kind(part) == Kind::Elif)
        walk_branch(part, join);
    walk_body(tree_.child(node, Role::Orelse));
    continue_in(join);
  }

  /// Test and body of an If or Elif; goes on where the test does not hold.
  void walk_branch(NodeId holder, uint32_t join) {
    const uint32_t holds = new_block(), fails = new_block();
    walk_condition(tree_.child(holder, Role::Test), holds, fails);
    switch_to(holds);
    const NodeId body = tree_.child(holder, Role::Body);
    if (body.valid() && tree_.kind(body) == Kind::Block)
      add_point(body);
    walk_body(body);
    go_to(join);
    switch_to(fails);
    add_point(holder);
  }

  void walk_for(NodeId node) {
    const uint32_t header = new_block(), body = new_block(), done = new_block(), after = new_block();
    if (const NodeId iterable = tree_.child(node, Role::Iter); iterable.valid())
      walk_expression(iterable);
    continue_in(header);
    may_raise();
    go_to(body);
    go_to(done);
    switch_to(body);
    contexts_.push_back({.kind = Context::Kind::Loop, .target = header, .break_target = after});
    if (const NodeId target = tree_.child(node, Role::Target); target.valid())
      walk_target(target);
    walk_body(tree_.child(node, Role::Body));
    go_to(header);
    contexts_.pop_back();
    switch_to(done);
    add_point(node);
    walk_body(tree_.child(node, Role::Orelse));
    continue_in(after);
  }

  void walk_while(NodeId node) {
    const uint32_t header = new_block(), body = new_block(), done = new_block(), after = new_block();
    continue_in(header);
    walk_condition(tree_.child(node, Role::Test), body, done);
    switch_to(body);
    contexts_.push_back({.kind = Context::Kind::Loop, .target = header, .break_target = after});
    walk_body(tree_.child(node, Role::Body));
    go_to(header);
    contexts_.pop_back();
    switch_to(done);
    add_point(node);
    walk_body(tree_.child(node, Role::Orelse));
    continue_in(after);
  }

  void walk_try(NodeId node) {
    add_point(node);
    const NodeId final = tree_.child(node, Role::Final);
    const bool has_handlers = tree_.child(node, Role::Handler).valid();
    const uint32_t after = new_block(), completes = new_block();
    cut_block();
    if (final.valid())
      contexts_.push_back({.kind = Context::Kind::Finally, .target = new_block()});
    if (has_handlers)
      contexts_.push_back({.kind = Context::Kind::Clauses, .target = new_block()});
    may_raise(); // anything in the body may be interrupted, even a name that is read
    walk_body(tree_.child(node, Role::Body));
    const Context clauses = contexts_.empty() ? Context{} : contexts_.back();
    if (has_handlers)
      contexts_.pop_back();
    cut_block();
    walk_body(tree_.child(node, Role::Orelse));
    go_to(completes);
    if (has_handlers)
      walk_handlers(node, clauses.target, completes);
    switch_to(completes);
    if (final.valid())
      walk_finally(final, after);
    else
      go_to(after);
    switch_to(after);
  }

  /// The clauses are tried in order; what none of them takes goes on outwards.
  void walk_handlers(NodeId node, uint32_t first, uint32_t completes) {
    switch_to(first);
    for (const NodeId handler : tree_.children(node)) {
      if (tree_.role(handler) != Role::Handler)
        continue;
      const uint32_t body = new_block(), next = new_block();
      if (const NodeId type = tree_.child(handler, Role::Type); type.valid()) {
        walk_expression(type);
        go_to(next);
      }
      go_to(body);
      switch_to(body);
      add_point(handler);
      if (const NodeId name = tree_.child(handler, Role::AsName); name.valid())
        add_point(name);
      walk_body(tree_.child(handler, Role::Body));
      if (tree_.has(handler, parser::kStar)) // several clauses of one except* may run
        go_to(next);
      go_to(completes);
      switch_to(next);
    }
    if (!is_dead())
      add_edge(block_, exception_target(), true);
  }

  /// REQUIRES: the current block is where the try statement completes, and the innermost context is the finally's.
  void walk_finally(NodeId final, uint32_t after) {
    const Context context = contexts_.back();
    contexts_.pop_back();
    // A finally inside a finally is walked once only: each level of copies would double the work.
    const bool merge_ways = in_finally_ && num_edges_into_[context.target] != 0;
    const bool was_in_finally = std::exchange(in_finally_, true);
    if (merge_ways) {
      go_to(context.target);
    } else if (!is_dead() || num_edges_into_[context.target] == 0) {
      walk_body(final);
      go_to(after);
    }
    if (num_edges_into_[context.target] != 0) {
      switch_to(context.target);
      walk_body(final);
      if (merge_ways)
        go_to(after);
      if (context.raises && !is_dead())
        add_edge(block_, exception_target(), true);
      for (const Jump how : kJumps)
        if ((context.pending & how) != 0)
          jump(how);
    }
    in_finally_ = was_in_finally;
  }

  void walk_with(NodeId node) {
    add_point(node);
    for (const NodeId part : tree_.children(node)) {
      if (tree_.kind(part) != Kind::WithItem)
        continue;
      if (const NodeId value = tree_.child(part, Role::Value); value.valid())
        walk_expression(value);
      may_raise(); // __enter__
      add_point(part);
      if (const NodeId target = tree_.child(part, Role::Target); target.valid())
        walk_target(target);
    }
    walk_body(tree_.child(node, Role::Body));
    may_raise(); // __exit__
  }

  void walk_function_definition(NodeId node) {
    for (const NodeId part : tree_.children(node)) {
      if (tree_.role(part) == Role::Decorator || tree_.role(part) == Role::Returns)
        walk_expression(part);
      else if (tree_.role(part) == Role::Parameters)
        walk_defaults(part);
    }
    add_point(node);
  }

  void walk_defaults(NodeId parameters) {
    for (const NodeId parameter : tree_.children(parameters))
      walk_children(parameter);
  }

  void walk_class_definition(NodeId node) {
    const NodeId body = tree_.child(node, Role::Body);
    for (const NodeId part : tree_.children(node))
      if (part != body)
        walk_expression(part);
    const ScopeId outer = scope_;
    enter_scope_of(node);
    walk_body(body);
    scope_ = outer;
    add_point(node);
  }

  void enter_scope_of(NodeId node) {
    const auto entry =
        std::ranges::lower_bound(model_.scope_of_node, node, {}, [](const auto &known) { return known.first; });
    if (entry != model_.scope_of_node.end() && entry->first == node)
      scope_ = entry->second;
  }

  void walk_match(NodeId node) {
    add_point(node);
    if (const NodeId subject = tree_.child(node, Role::Subject); subject.valid())
      walk_expression(subject);
    const uint32_t after = new_block();
    for (const NodeId part : tree_.children(node))
      if (tree_.kind(part) == Kind::Case)
        walk_case(part, after);
    continue_in(after);
  }

  void walk_case(NodeId node, uint32_t after) {
    const uint32_t matched = new_block(), next = new_block();
    const NodeId pattern = tree_.child(node, Role::Pattern);
    const bool can_fail = !pattern.valid() || tree_.kind(pattern) != Kind::PatternCapture;
    if (can_fail) {
      may_raise();
      go_to(next); // before anything is captured …
      cut_block();
    }
    if (pattern.valid())
      walk_pattern(pattern);
    if (can_fail)
      go_to(next); // … and after some of it is
    if (const NodeId guard = tree_.child(node, Role::Test); guard.valid())
      walk_condition(guard, matched, next);
    else
      go_to(matched);
    switch_to(matched);
    add_point(node);
    walk_body(tree_.child(node, Role::Body));
    go_to(after);
    switch_to(next);
  }

  void walk_pattern(NodeId node) {
    if (tree_.kind(node) == Kind::PatternOr)
      return walk_alternatives(node);
    for (const NodeId part : tree_.children(node)) {
      switch (tree_.role(part)) {
      case Role::Target:
        walk_target(part);
        break;
      case Role::Value:
      case Role::Key:
      case Role::Callee:
        walk_expression(part);
        break;
      default:
        walk_pattern(part);
      }
    }
    add_point(node);
  }

  /// That none of the alternatives fits is the case's failure.
  void walk_alternatives(NodeId node) {
    const uint32_t join = new_block();
    for (const NodeId part : tree_.children(node)) {
      const bool is_last = tree_.next(part) == tree_.next(node);
      const uint32_t next = is_last ? join : new_block();
      if (!is_last)
        go_to(next);
      cut_block();
      walk_pattern(part);
      go_to(join);
      switch_to(next);
    }
    add_point(node);
  }

  // Expressions -------------------------------------------------------------------------------------------------------

  void walk_children(NodeId node) {
    for (const NodeId part : tree_.children(node))
      walk_expression(part);
  }

  void walk_expression(NodeId node) {
    switch (tree_.kind(node)) {
    case Kind::Name:
      add_use(node);
      return add_point(node);
    case Kind::Call:
    case Kind::Attribute:
    case Kind::Subscript:
    case Kind::Binary:
    case Kind::Await:
    case Kind::Yield:
      walk_children(node);
      return add_raising_point(node);
    case Kind::Unary:
      walk_children(node);
      return tree_.op(node) == Op::Not ? add_point(node) : add_raising_point(node);
    case Kind::String:
      walk_children(node);
      return tree_.has(node, parser::kFormat) ? add_raising_point(node) : add_point(node);
    case Kind::Compare:
      return walk_compare(node);
    case Kind::BoolOp:
      return walk_short_circuit(node);
    case Kind::Conditional:
      return walk_conditional(node);
    case Kind::Named:
      if (const NodeId value = tree_.child(node, Role::Value); value.valid())
        walk_expression(value);
      if (const NodeId target = tree_.child(node, Role::Target); target.valid())
        walk_target(target);
      return add_point(node);
    case Kind::Lambda:
      if (const NodeId parameters = tree_.child(node, Role::Parameters); parameters.valid())
        walk_defaults(parameters);
      return add_point(node);
    case Kind::ListComp:
    case Kind::SetComp:
    case Kind::DictComp:
    case Kind::Generator:
      return walk_comprehension(node);
    case Kind::Error:
      return walk_error(node);
    default:
      if (is_statement(tree_.kind(node)))
        return walk_statement(node); // only in damaged code
      walk_children(node);
      add_point(node);
    }
  }

  static bool is_statement(Kind kind) { return kind >= Kind::Block && kind <= Kind::ClassDef && kind != Kind::Alias; }

  /// `a < b < c`: what stands behind the second operand is evaluated only if the comparison before it holds.
  void walk_compare(NodeId node) {
    uint32_t join = kNoIndex;
    uint32_t num_operands = 0;
    for (const NodeId part : tree_.children(node)) {
      if (num_operands++ >= 2) {
        if (join == kNoIndex)
          join = new_block();
        may_raise();
        go_to(join);
        cut_block();
      }
      walk_expression(part);
    }
    may_raise();
    if (join != kNoIndex)
      continue_in(join);
    add_point(node);
  }

  void walk_short_circuit(NodeId node) {
    const uint32_t join = new_block();
    if (const NodeId left = tree_.child(node, Role::Left); left.valid())
      walk_expression(left);
    go_to(join);
    cut_block();
    if (const NodeId right = tree_.child(node, Role::Right); right.valid())
      walk_expression(right);
    continue_in(join);
    add_point(node);
  }

  void walk_conditional(NodeId node) {
    const uint32_t holds = new_block(), fails = new_block(), join = new_block();
    walk_condition(tree_.child(node, Role::Test), holds, fails);
    switch_to(holds);
    if (const NodeId body = tree_.child(node, Role::Body); body.valid())
      walk_expression(body);
    go_to(join);
    switch_to(fails);
    if (const NodeId orelse = tree_.child(node, Role::Orelse); orelse.valid())
      walk_expression(orelse);
    continue_in(join);
    add_point(node);
  }

  /// Evaluates `test` as a branch: ends the current block; the caller goes on in either target.
  void walk_condition(NodeId test, uint32_t holds, uint32_t fails) {
    if (test.valid() && tree_.kind(test) == Kind::BoolOp) {
      add_point(test);
      const uint32_t second = new_block();
      const bool is_and = tree_.op(test) == Op::And;
      walk_condition(tree_.child(test, Role::Left), is_and ? second : holds, is_and ? fails : second);
      switch_to(second);
      return walk_condition(tree_.child(test, Role::Right), holds, fails);
    }
    if (test.valid() && tree_.kind(test) == Kind::Unary && tree_.op(test) == Op::Not) {
      add_point(test);
      return walk_condition(tree_.first_child(test), fails, holds);
    }
    if (test.valid())
      walk_expression(test);
    if (!test.valid() || tree_.kind(test) != Kind::False)
      go_to(holds);
    if (!test.valid() || tree_.kind(test) != Kind::True)
      go_to(fails);
  }

  /// Each `for` is a loop in the one before it; only the first iterable is read outside the comprehension's scope.
  void walk_comprehension(NodeId node) {
    const ScopeId outer = scope_;
    const uint32_t after = new_block();
    uint32_t back = after;
    for (const NodeId part : tree_.children(node)) {
      if (tree_.kind(part) == Kind::CompFor) {
        if (const NodeId iterable = tree_.child(part, Role::Iter); iterable.valid())
          walk_expression(iterable);
        enter_scope_of(node);
        back = walk_comprehension_loop(part, back);
      } else if (tree_.kind(part) == Kind::CompIf) {
        const uint32_t holds = new_block();
        walk_condition(tree_.child(part, Role::Test), holds, back);
        switch_to(holds);
        add_point(part);
      } else {
        enter_scope_of(node);
        walk_expression(part);
      }
    }
    go_to(back);
    scope_ = outer;
    switch_to(after);
    add_point(node);
  }

  /// Gives the loop's header.
  uint32_t walk_comprehension_loop(NodeId part, uint32_t exhausted) {
    const uint32_t header = new_block(), body = new_block();
    continue_in(header);
    may_raise();
    go_to(exhausted);
    go_to(body);
    switch_to(body);
    if (const NodeId target = tree_.child(part, Role::Target); target.valid())
      walk_target(target);
    add_point(part);
    return header;
  }

  struct StoredVariable {
    uint32_t binding, variable;
  };

  const ModuleModel &model_;
  const SyntaxTree &tree_;
  const FunctionId function_;
  const Function &self_;
  FlowDraft draft_;
  std::vector<Context> contexts_;
  std::vector<uint32_t> num_edges_into_;
  std::unordered_map<uint64_t, uint32_t> variables_;        // (scope, name) -> variable
  std::unordered_map<uint64_t, uint32_t> resolved_;         // (scope of the read, name) -> variable or kNoIndex
  std::unordered_map<uint32_t, StoredVariable> binding_at_; // by the node that stores
  ScopeId scope_;
  uint32_t block_ = 0;
  bool block_raises_ = false; // the block has its exceptional edge
  bool in_finally_ = false;
};

} // namespace

FlowDraft walk_function(const ModuleModel &model, FunctionId function) { return Walker(model, function).walk(); }

} // namespace decode_ledger::dataflow
