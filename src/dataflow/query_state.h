// The insides of a Query: memos and the steps of the analysis. Only dataflow's own .cc files include this.
#pragma once

#include "dataflow/dataflow.h"
#include "knowledge/knowledge.h"
#include "support/hash.h"

#include <array>
#include <deque>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <variant>

namespace decode_ledger::dataflow {

using module_model::Binding;
using module_model::BindingKind;
using module_model::ModuleModel;
using module_model::ScopeKind;
using package_model::ClassName;
using parser::Kind;
using parser::Role;
using parser::SyntaxTree;

/// A number for each node of the package, 0 until it is set; memory for the parts of files in which one is.
class NodeSlots {
public:
  explicit NodeSlots(size_t num_files) : files_(num_files) {}

  uint32_t get(NodeRef node) const {
    const auto &pages = files_[node.file.value];
    const size_t page = node.node.value / kPageSize;
    return page < pages.size() && pages[page] ? (*pages[page])[node.node.value % kPageSize] : 0;
  }
  uint32_t &at(NodeRef node) {
    auto &pages = files_[node.file.value];
    const size_t page = node.node.value / kPageSize;
    if (page >= pages.size())
      pages.resize(page + 1);
    if (!pages[page])
      pages[page] = std::make_unique<Page>();
    return (*pages[page])[node.node.value % kPageSize];
  }

private:
  static constexpr size_t kPageSize = 64; // about what one function has
  using Page = std::array<uint32_t, kPageSize>;
  std::vector<std::vector<std::unique_ptr<Page>>> files_;
};

/// The reads of one name, apart by what was found out of them: of hundreds of methods with one name each looks at the
/// reads that can be its own. In each list by place.
struct NameReads {
  struct Open {
    NodeRef use;
    ClassId self; ///< of an attribute of a method's own `self` or `cls`: the method's class; none: anything else
  };
  std::vector<Open> open;                                       ///< not asked about so far, or the answer was not final
  std::vector<NodeRef> unbound;                                 ///< names that no scope binds
  std::vector<NodeRef> unsettled;                               ///< attributes of which nothing is known
  std::unordered_map<FunctionId, std::vector<NodeRef>> holding; ///< what can hold that function
};

/// What an item of a container is read by: its position (negative: from the end), or a string.
using ItemKey = std::variant<int, std::string>;

/// The methods of one name: what a call on an unknown receiver may run.
struct NamedMethods {
  std::vector<FunctionId> methods;
  const char *bound = nullptr; ///< too many to say anything of such a call: the bound's name, and no methods
};

struct Query::State {
  State(const PackageModel &m, const knowledge::PatternTable &calls, Bounds b, const State *of = nullptr)
      : model(m), library_calls(calls), bounds(b), whole(of), slots(m.num_files()) {}

  const PackageModel &model;
  const knowledge::PatternTable &library_calls;
  const Bounds bounds;
  const State *const whole; ///< of a shard: the query that it is a shard of, whose answers it takes over; else null
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
  Values called_method(const Value &method, NodeRef call);
  bool is_named_for_making(NameId method) const;
  bool gives_receiver(NodeRef attribute);
  NodeRef given_back_by(const Traced &callee, NodeRef call);
  NodeRef remotely_made_by(NodeRef callee) const;
  NodeId returned_parameter(FunctionId f);
  NodeId parameter_read_at(NodeRef use, FunctionId f) const;
  Values call_builtin(const std::string &name, NodeRef call);
  Values value_of_definition(const Definition &d);
  Values captured_value(const Definition &d);
  const std::vector<NodeRef> &getattr_calls(const std::string &name);
  bool is_read(NodeRef use) const {
    return !tree(use).has(use.node, parser::kStore) && !tree(use).has(use.node, parser::kDelete);
  }
  NameReads &reads_of(NameId name);
  void sort_reads(NameReads &reads) const;
  ClassId self_class_at(NodeRef attribute) const;
  bool are_related(ClassId a, ClassId b) const;
  bool is_static_method(FunctionId function) const;
  Values value_of_resolved(const package_model::Referent &d, NodeRef at);
  Values value_of_function(FileId file, NodeId def);
  Values value_under_decorators(NodeRef def, NodeId last);
  NodeRef decorated_by(NodeRef decorator) const;
  Values decorated(const Traced &function, NodeRef decorator);
  Values values_along(NodeRef expression, std::span<const int> path);
  Values step(const Values &of, int step, NodeRef at);
  Values elements_of_value(const Traced &of, NodeRef at);
  Values next_of(const Traced &iterator, NodeRef at);
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
  const std::vector<NodeRef> &attribute_stores(NameId name);
  Traced member_at_key(const Value &of, const std::string &key, NodeRef at) const;
  Values yielded_values(FunctionId function);
  Values call_member(const Traced &callee, NodeRef call);
  NodeRef first_argument(NodeRef call, unsigned position = 0) const;
  bool is_property(FunctionId function) const;
  bool is_class_method(FunctionId function) const;
  Values parameter_values(NodeRef parameter);
  Values self_values(FunctionId function, NodeRef parameter);

  // Items of containers (containers.cc).
  /// What a call or an item assignment puts into a container, after the display that makes it.
  struct Put {
    NodeRef at;     // the assignment or call
    NodeRef object; // the expression that stands for the container
    NodeRef value;
    std::optional<ItemKey> key; // none: not in the code
    bool spreads = false;       // `value` is a container, and what is in it is put
  };
  std::optional<ItemKey> constant_key(NodeRef r) const;
  std::vector<ItemKey> keys_of(NodeRef index, const Values &of);
  bool tells_items_apart(const Value &v) const;
  NodeRef display_element(NodeRef display, int index) const;
  std::vector<NodeRef> display_items(NodeRef display, const ItemKey &key) const;
  std::vector<NodeRef> uses_of_display(NodeRef display, unsigned nesting) const;
  std::vector<Put> puts_into(NodeRef display) const;
  void add_puts_of_method(NodeRef object, std::string_view method, NodeRef call, std::vector<Put> &out) const;
  Values added_elements(NodeRef display);
  bool is_only(NodeRef e, NodeRef display);
  bool hides(const Put &put, NodeRef display, NodeRef place);
  bool is_replaced(const Put &put, const Put &later, NodeRef place);
  bool comes_later(const Put &put, NodeRef display, NodeRef place);
  Values item_of_display(NodeRef display, const ItemKey &key, NodeRef at);
  bool has_keys(NodeRef container) const;
  Values unread_item(NodeRef dict, NodeRef at);
  Values item_at(const Traced &of, const ItemKey &key, NodeRef at);
  Values items_at(const Values &of, const ItemKey &key, NodeRef at);
  Values part_of_row(NodeRef expression, int index);
  bool is_map(NodeRef call) const;
  Values mapped_functions(NodeRef call);
  Values mapped_values(NodeRef call);
  Values slice_of(const Values &of, NodeRef sliced);
  std::optional<int> slice_start(NodeRef sliced) const;
  Values containers_in(NodeRef expression);

  // Calls (calls.cc).
  std::vector<CallEdge> callees_of(NodeRef site);
  const std::vector<CallEdge> &callers_of(FunctionId function);
  const std::vector<UnresolvedCall> &unresolved_callers_of(FunctionId function);
  std::vector<Argument> arguments_for(FunctionId function, NodeId parameter);
  const NamedMethods &methods_named(NameId name, bool with_tests);
  std::vector<FunctionId> methods_by_name_alone(NameId name, NodeRef site);
  ClassId first_definer(ClassId c, NameId name) const;
  bool can_take(FunctionId method, NodeRef call) const;
  std::vector<FunctionId> properties_read_by(NodeRef attribute);
  std::vector<FunctionId> iteration_methods(const Value &iterated);
  std::vector<FunctionId> setters_run_by(NodeRef attribute);
  Argument argument_passed(NodeRef call, FunctionId function, NodeId parameter);
  Argument argument_passed(const CallEdge &e, NodeId parameter);
  Argument argument_on(const CallEdge &e, FunctionId callee, NodeId parameter);
  NodeRef default_of(FunctionId function, NodeId parameter) const;
  Argument argument_at(const CallEdge &e, FunctionId callee, NameId name, int position);
  bool is_bound_at(NodeRef site, FunctionId callee);
  FunctionId constructor_of(ClassId c) const;
  NodeRef remote_call_of(NodeRef ref) const;
  FunctionId called_method_of(ClassId c) const;

  // What a library passes on (handed_rest.cc).
  Argument boundary_argument(const CallEdge &e, NameId name, int position);
  std::vector<std::pair<NodeRef, NodeRef>> parameters_handed(NodeRef call);
  NodeRef only_display(NodeRef expression);
  Argument handed_in(NodeRef row, const ItemKey &key, const CallEdge &e);

  std::string_view text(NameId n) const { return n.valid() ? model.text(n) : std::string_view(); }
  const SyntaxTree &tree(NodeRef r) const { return model.tree(r.file); }
  Kind kind(NodeRef r) const { return tree(r).kind(r.node); }
  NodeRef child(NodeRef r, Role role) const { return model.child(r, role); }
  NodeRef parent(NodeRef r) const { return {r.file, tree(r).parent(r.node)}; }
  /// What a call of `callee` does with the package's objects is `word` (knowledge/library_calls.toml).
  bool does(std::string_view callee, std::string_view word) const {
    return knowledge::says(library_calls, callee, word);
  }
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
  const Answer *find_answer(NodeRef question) const;
  Answer &enter_answer(NodeRef question);
  void forget_answer(NodeRef question);
  void forget_provisional();
  void lean_on(size_t depth);
  /// What was found so far of the innermost question lacks the part of one around it.
  bool leans_on_open() const { return !frames.empty() && frames.back().lowest + 1 < frames.size(); }

  NodeSlots slots;            // 1 + index into `answers`, 0: not asked
  std::deque<Answer> answers; // a deque: references to answers stay valid while more are found
  std::vector<uint32_t> free_answers;
  std::vector<NodeRef> provisional;
  std::vector<Frame> frames;
  size_t steps = 0;
  unsigned element_level = 0;      // open elements_of_value() and item_at()
  unsigned element_steps = 0;      // those since the outermost of them
  std::deque<Values> bound_values; // answers that a bound cut short; not remembered
  std::unordered_map<FunctionId, Flow> flows;
  std::optional<std::unordered_map<std::string, std::vector<NodeRef>>> getattrs; // by constant name
  std::unordered_map<NameId, std::vector<NodeRef>> stores;                       // of attribute_stores()
  std::unordered_map<FunctionId, NodeId> returned_parameters;
  std::unordered_map<NameId, NameReads> name_reads;
  std::unordered_map<std::tuple<NameId, bool>, NamedMethods, TupleHash> named_methods; // by name, with those in tests
  std::unordered_map<FunctionId, std::vector<CallEdge>> callers;
  std::unordered_map<FunctionId, std::vector<UnresolvedCall>> unresolved;
  std::unordered_map<FunctionId, size_t> open_callers; // being sought, and the depth of the question that needs them
  std::unordered_map<FunctionId, std::vector<CallEdge>> provisional_callers; // lean on an open question
  size_t num_cuts = 0;

  std::vector<std::unique_ptr<Query>> shards; // made when first asked for (shards.cc)
};

/// Counts a look into a container while it lasts.
class ElementLevel {
public:
  explicit ElementLevel(Query::State &state) : state_(state) {
    state_.element_steps = state_.element_level++ == 0 ? 1 : state_.element_steps + 1;
  }
  ~ElementLevel() { --state_.element_level; }
  ElementLevel(const ElementLevel &) = delete;
  ElementLevel &operator=(const ElementLevel &) = delete;

private:
  Query::State &state_;
};

/// What `query` or, for a shard, the query behind it keeps under `key` in `table`; null when neither has it.
template <class Table>
const typename Table::mapped_type *find_kept(const Query::State &query, Table Query::State::*table,
                                             const typename Table::key_type &key) {
  for (const Query::State *state = &query; state != nullptr; state = state->whole)
    if (const auto it = (state->*table).find(key); it != (state->*table).end())
      return &it->second;
  return nullptr;
}

/// Adds what `from` has and `to` lacks; keeps the shorter chain of equal values and Query::Bounds::max_values in all.
void join(Values &to, const Values &from, unsigned max_values);
void join(Values &to, Values &&from, unsigned max_values);
Traced traced(Value value, NodeRef made_at);
Values unknown(std::string reason, NodeRef at);

} // namespace decode_ledger::dataflow
