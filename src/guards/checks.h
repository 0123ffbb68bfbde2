// Which checks of ids stand in a function, and which functions are guards by their body?
//
// A check is one half of a range (or a call of a guard function, which has both), with what it checks, what it is held
// against and what happens to a bad id. Whether it covers a site is coverage.h's question.
//
//     for row in ids:                    two checks on row at the `if`, and, since each row is met, two on ids at
//         if min(row) < 0 or …: raise    the `for`
#pragma once

#include "guards/conditions.h"
#include "guards/guards.h"
#include "guards/raising.h"

#include <memory>

namespace decode_ledger::guards {

enum class Effect : uint8_t { Raises, Asserts, GoesOn };

struct Check {
  NodeRef place; ///< what has to be passed: an If (its test failed), its Block (it held), Assert, For, Call
  std::vector<NodeId> never_passed; ///< statements of the failing branch that call a function which never returns
  NodeRef shown;                    ///< the condition or call: what messages point to
  NodeRef decided;                  ///< the condition that decides: `shown`, or of a call the one in the guard's body
  std::vector<Step> ids;            ///< what is checked
  bool lower = false;
  std::optional<Bound> bound; ///< the upper side; none when only the lower one is checked
  Edge lower_edge = Edge::Exact, upper_edge = Edge::Exact;
  std::vector<std::string> tokenizer_keys; ///< keys of the bound's tokenizer, in terms of this function
  bool only_finite = false;                ///< a test for NaN and infinity, nothing else
  Effect effect = Effect::Raises;
  std::vector<Raised> raises;
  NodeRef failing;               ///< the block of bad ids: what stands in it is not covered
  NodeRef only_if;               ///< the check runs only when this holds
  NodeRef passed_by;             ///< a handler around the check, inside the loop, that goes on without it
  bool may_return_early = false; ///< of a call: the guard can return without having checked
  FunctionId guard;              ///< of a call: the guard function
  NodeRef when_left;             ///< the check runs when this `with` is left, not at `place`, where it is entered
  std::string unproven;          ///< of a call of a function named by the ledger: why its body is no guard
};

/// A guard function as its callers need it.
struct GuardShape {
  GuardFunction facts;
  static constexpr unsigned kYielded = 0xffffffffU; ///< the ids are what a context manager yields: `with … as ids`
  unsigned ids_parameter = 0;                       ///< among all parameters, self counted; or kYielded
  std::optional<unsigned> tokenizer_parameter;
  bool takes_bound = false; ///< the parameter is the bound itself: `check(ids, len(tok))`
  bool lower = false;
  std::optional<Bound> bound; ///< none: half a guard, of the lower side alone
  Edge lower_edge = Edge::Exact, upper_edge = Edge::Exact;
  NodeRef decided; ///< the weaker of its checks
  Effect effect = Effect::Raises;
  NodeRef only_if;
  bool may_return_early = false;   ///< some path through the body has no check
  bool is_context_manager = false; ///< runs up to its yield where a `with` is entered
  bool checks_when_left = false;   ///< of a context manager: behind its yield
  std::string unproven;            ///< named by the ledger, but not shown to be a guard
};

class CheckReader {
public:
  CheckReader(dataflow::Query &query, PathReader &paths)
      : query_(query), model_(query.model()), paths_(paths), conditions_(query, paths), raising_(query, paths) {}

  /// Checks written out in `function`'s own code, in order of place.
  const std::vector<Check> &inline_checks(FunctionId function);
  /// Calls of guards in `function` on something that shares a variable with `ids`.
  std::vector<Check> guard_calls(FunctionId function, const std::vector<Step> &ids);
  /// Calls of guards in `function`, whatever they check.
  const std::vector<Check> &all_guard_calls(FunctionId function);
  /// None when the body is no guard (and the ledger does not name it).
  const GuardShape *recognise(FunctionId function);
  /// A [[guard]] entry: its positions win, its body is still read.
  void name_guard(FunctionId function, unsigned ids_parameter, std::optional<unsigned> tokenizer_parameter);

  /// All recognised so far, by function.
  std::vector<GuardFunction> functions() const;
  ConditionReader &conditions() { return conditions_; }
  std::vector<NodeId> places_without_ids(FunctionId function, const std::vector<Step> &ids);
  /// Nodes of `function`'s own code: nested functions and lambdas are passed over.
  template <class Visit> void for_each_node(FunctionId function, Visit visit) const;

private:
  void read_if(FunctionId function, NodeRef node, std::vector<Check> &out);
  struct Later {
    NodeRef test; ///< the If
    std::vector<Raised> raises;
    NodeId set_before; ///< where the variable gets its first value
  };
  bool is_emptied(FunctionId function, NameId name) const;
  NodeRef noted_in(NodeRef statement) const;
  std::optional<Later> raised_later(FunctionId function, NodeRef branch);
  void add_raised_later(const Finding &finding, Check pattern, const Later &later, std::vector<Check> &out);
  void read_assert(NodeRef node, std::vector<Check> &out);
  void read_dropped_answer(NodeRef node, std::vector<Check> &out);
  void add_finding(const Finding &finding, Check pattern, std::vector<Check> &out);
  void add_lifted(Check check, NodeRef subject, const std::vector<NodeId> &loops, std::vector<Check> &out);
  void add_lifted_out_of_list(Check check, NodeRef subject, std::vector<Check> &out);
  /// A loop around a check, and what may keep the check from a round of it.
  struct Round {
    NodeId loop;
    NodeRef only_if, passed_by;
  };
  std::vector<Round> rounds_of(NodeRef statement);
  NodeRef without_enumerate(NodeRef iterable) const;
  NodeRef handler_that_goes_on(NodeRef try_statement);
  bool mentions(NodeRef within, const std::set<NameId> &names) const;
  std::set<NameId> names_around(FunctionId function, const std::vector<Step> &ids) const;
  std::vector<std::string> keys_of_tokenizer(const Bound &bound);
  void read_guard_call(NodeRef call, std::vector<Check> &checks);
  std::optional<Check> call_as_check(NodeRef call, const GuardShape &shape);
  std::unique_ptr<GuardShape> read_function(FunctionId function, std::optional<unsigned> only_parameter);
  std::unique_ptr<GuardShape> shape_of(FunctionId function, unsigned ids_parameter, const std::vector<Check> &checks,
                                       const std::vector<Step> &ids);
  bool find_bound(FunctionId function, GuardShape &shape);
  bool is_context_manager(FunctionId function) const;
  NodeRef only_yield(FunctionId function) const;
  bool is_behind_every_yield(FunctionId function, const std::vector<NodeId> &places) const;
  bool in_front_of_every_yield(FunctionId function, const std::vector<NodeId> &places) const;
  bool on_every_path(FunctionId function, const std::vector<NodeId> &places, const std::vector<Step> &ids);
  void find_ragged(FunctionId function, GuardShape &shape);

  dataflow::Query &query_;
  const dataflow::PackageModel &model_;
  PathReader &paths_;
  ConditionReader conditions_;
  RaiseReader raising_;
  std::unordered_map<uint32_t, std::vector<Check>> inline_, all_calls_; // by function
  std::unordered_map<uint32_t, std::unique_ptr<GuardShape>> shapes_;
  unsigned depth_ = 0;
};

/// How messages quote code: its source on one line, shortened.
std::string quoted(const dataflow::PackageModel &model, NodeRef node);
/// A class as messages name it; "an unknown class" when it could not be resolved.
std::string class_text(const dataflow::PackageModel &model, const package_model::ClassName &name);

template <class Visit> void CheckReader::for_each_node(FunctionId function, Visit visit) const {
  const NodeRef self = model_.node_of(function);
  const parser::SyntaxTree &tree = model_.tree(self.file);
  for (uint32_t i = self.node.value + 1; i < tree.next(self.node).value;) {
    const NodeId node{i};
    visit(NodeRef{self.file, node});
    const parser::Kind kind = tree.kind(node);
    i = kind == parser::Kind::FunctionDef || kind == parser::Kind::Lambda ? tree.next(node).value : i + 1;
  }
}

} // namespace decode_ledger::guards
