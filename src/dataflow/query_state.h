// The insides of a Query: memos and the steps of the analysis. Only dataflow's own .cc files include this.
#pragma once

#include "dataflow/dataflow.h"

#include <deque>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace decode_ledger::dataflow {

using module_model::Binding;
using module_model::BindingKind;
using module_model::ModuleModel;
using module_model::ScopeKind;
using package_model::ClassName;
using parser::Kind;
using parser::Role;
using parser::SyntaxTree;

struct Query::State {
  State(const PackageModel &m, Bounds b) : model(m), bounds(b), slots(m.num_files()) {}

  const PackageModel &model;
  const Bounds bounds;
  std::set<BoundReached> reached;

  // Definitions (definitions.cc).
  std::vector<Definition> definitions_of(NodeRef use);
  Definition definition_of(FileId file, uint32_t binding) const;
  std::vector<Definition> attribute_definitions(ClassId class_, NameId name) const;
  bool is_own_variable(FileId file, NodeId use, ScopeId owner) const;
  const Flow &flow(FunctionId function);

  // Values (values.cc).
  const Values &values_of(NodeRef expression);
  Values evaluate(NodeRef expression);
  Values evaluate_name(NodeRef use);
  Values evaluate_call(NodeRef call);
  Values evaluate_subscript(NodeRef ref);
  Values call_value(const Traced &callee, NodeRef call);
  Values call_builtin(const std::string &name, NodeRef call);
  Values value_of_definition(const Definition &d);
  Values captured_value(const Definition &d);
  const std::vector<NodeRef> &getattr_calls(const std::string &name);
  Values value_of_resolved(const package_model::Referent &d, NodeRef at);
  Values value_of_function(FileId file, NodeId def);
  Values decorated(const Traced &function, NodeRef decorator);
  Values values_along(NodeRef expression, std::span<const int> path);
  NodeRef display_element(NodeRef display, int index) const;
  Values step(const Values &of, int step, NodeRef at);
  Values elements_of_value(const Traced &of, NodeRef at);
  Values entered(const Values &of, NodeRef at);
  Values attribute_of(const Values &of, NameId name, NodeRef where);
  Values attribute_of_value(const Traced &of, NameId name, NodeRef where);
  Values attribute_of_instance(const Traced &of, NameId name, NodeRef where);
  Values attribute_of_class(const Traced &of, NameId name, NodeRef where, bool through_instance);
  Values super_attribute(NodeRef super_call, NameId name, NodeRef where);
  Values instance_of_annotation(NodeRef annotation, unsigned depth = 0);
  const Values &returns_of(FunctionId function);
  Values evaluate_returns(FunctionId function);
  std::vector<NodeRef> returned_expressions(FunctionId function) const;
  Values member_value(const Definition &d, ClassId receiver, bool through_instance);
  Values field_values(ClassId c, NameId name);
  Values stored_values(ClassId c, NameId name, NodeRef where);
  Values added_elements(NodeRef display);
  Values element_put_by(NodeRef use);
  Values element_at_key(const Traced &of, const std::string &key, NodeRef at);
  Values yielded_values(FunctionId function);
  Values call_member(const Traced &callee, NodeRef call);
  NodeRef first_argument(NodeRef call, unsigned position = 0) const;
  bool is_property(FunctionId function) const;
  Values parameter_values(NodeRef parameter);
  Values self_values(FunctionId function, NodeRef parameter);

  // Calls (calls.cc).
  std::vector<CallEdge> callees_of(NodeRef site);
  const std::vector<CallEdge> &callers_of(FunctionId function);
  const std::vector<UnresolvedCall> &unresolved_callers_of(FunctionId function);
  std::vector<Argument> arguments_for(FunctionId function, NodeId parameter);
  std::vector<FunctionId> methods_by_name_alone(NameId name, NodeRef site);
  std::vector<FunctionId> properties_read_by(NodeRef attribute);
  Argument argument_passed(NodeRef call, FunctionId function, NodeId parameter);
  Argument argument_on(const CallEdge &e, FunctionId callee, NodeId parameter);
  NodeRef default_of(FunctionId function, NodeId parameter) const;
  Argument argument_at(const CallEdge &e, FunctionId callee, NameId name, int position);
  Argument boundary_argument(const CallEdge &e, NameId name, int position);
  bool is_bound_at(NodeRef site, FunctionId callee);
  FunctionId constructor_of(ClassId c) const;
  FunctionId called_method_of(ClassId c) const;

  std::string_view text(NameId n) const { return n.valid() ? model.text(n) : std::string_view(); }
  const SyntaxTree &tree(NodeRef r) const { return model.tree(r.file); }
  Kind kind(NodeRef r) const { return tree(r).kind(r.node); }
  NodeRef child(NodeRef r, Role role) const { return model.child(r, role); }
  NodeRef parent(NodeRef r) const { return {r.file, tree(r).parent(r.node)}; }
  /// The text of a string constant; none for anything else.
  std::optional<std::string> constant_string(NodeRef r) const;

  // Memo of values_of. A question met again while it is being answered contributes nothing; answers found below it are
  // kept only until it is answered, since they may lack its part.
  struct Frame {
    NodeRef question;
    size_t lowest; // the outermost open question that this answer leans on, by its depth; own depth: none
  };
  struct Answer {
    enum class State : uint8_t { Open, Provisional, Final } state = State::Open;
    size_t depth = 0; // of an open one
    Values values;
  };
  Answer *find_answer(NodeRef question);
  Answer &enter_answer(NodeRef question);
  void forget_provisional();

  std::vector<std::vector<uint32_t>> slots; // by file and node: 1 + index into `answers`, 0: not asked
  std::deque<Answer> answers;               // a deque: references to answers stay valid while more are found
  std::vector<uint32_t> free_answers;
  std::vector<NodeRef> provisional;
  std::vector<Frame> frames;
  size_t steps = 0;
  unsigned element_level = 0;      // open elements_of_value()
  std::deque<Values> bound_values; // answers that a bound cut short; not remembered
  std::unordered_map<FunctionId, Flow> flows;
  std::optional<std::unordered_map<std::string, std::vector<NodeRef>>> getattrs; // by constant name
  std::unordered_map<FunctionId, std::vector<CallEdge>> callers;
  std::unordered_map<FunctionId, std::vector<UnresolvedCall>> unresolved;
  std::unordered_set<FunctionId> open_callers;
  std::unordered_map<FunctionId, std::vector<CallEdge>> provisional_callers; // lean on an open question
  size_t num_cuts = 0;
};

/// Adds what `from` has and `to` lacks; keeps the shorter chain of equal values and Query::Bounds::max_values in all.
void join(Values &to, const Values &from, unsigned max_values);
Traced traced(Value value, NodeRef made_at);
Values unknown(std::string reason, NodeRef at);

} // namespace decode_ledger::dataflow
