// Control flow of one function: basic blocks with exception edges, dominators, reaching definitions.
//
// Made on demand for the functions that a query touches. Blocks hold *points*: the syntax nodes that are evaluated or
// executed, in evaluation order, so that order inside an expression counts (short-circuit operators, conditional
// expressions and comprehensions make blocks of their own).
//
//     if debug:             b0: debug                → b1, b2
//         check(ids)        b1: ids, check(ids)      → b2
//     return tok.decode(ids)  b2: …                  check(ids) does not dominate the decode
//
// Every point that may raise (calls, subscripts, attribute reads, operators, raise, assert, await, yield, iteration)
// has an exceptional edge to the innermost handler or finally of its try, else out of the function. A `with` passes
// exceptions on: whoever knows a context manager that suppresses must look for it. Exceptional edges count in
// dominance: a guard in a try body does not dominate what follows the handler. Reading a name is taken not to raise.
//
// A finally clause is walked twice, once for the way that completes and once for all others (exception, return, break,
// continue), so that cleanup costs no precision behind it. A node in it has two points; every query counts both.
//
// Cost: near-linear in the nodes of the function: 24,000 functions with 2 million nodes take 0.33 s.
// Start reading at build_flow() in flow.cc. Tested by tests/unit/dataflow/.
#pragma once

#include "module_model/module_model.h"

#include <span>
#include <string>
#include <vector>

namespace decode_ledger::dataflow {

/// Where in a function's flow a node is evaluated: block, and position in it.
struct Point {
  uint32_t block = 0xffffffffU;
  uint32_t position = 0;
  bool valid() const { return block != 0xffffffffU; }
  bool operator==(const Point &) const = default;
};

class Flow {
public:
  struct Block {
    std::span<const NodeId> points;         ///< in evaluation order
    std::span<const uint32_t> successors;   ///< normal control flow
    std::span<const uint32_t> exceptional;  ///< taken when a point of this block, or the next one's first, raises
    std::span<const uint32_t> predecessors; ///< of both kinds
  };

  Flow() = default;
  Flow(Flow &&) = default;
  Flow &operator=(Flow &&) = default;
  Flow(const Flow &) = delete; // blocks hold views into the vectors below
  Flow &operator=(const Flow &) = delete;

  const std::vector<Block> &blocks() const { return blocks_; }
  uint32_t entry() const { return 0; }
  /// The block that every normal return reaches, and the one that every escaping exception reaches.
  uint32_t exit() const { return 1; }
  uint32_t raise_exit() const { return 2; }

  /// Where `node` is evaluated: an expression at the point where its value is ready, a simple statement or definition
  /// when it is done, a Name that is stored at the store. An If or Elif stands where its test has failed and its body's
  /// Block where it has held; a loop where it ends without break; Try, With and Match where they begin. A BoolOp or
  /// `not` that steers a branch stands where its evaluation begins. Of a node in a finally clause: the point on the way
  /// that completes. Invalid for nodes that are no part of this function's own code.
  Point point_of(NodeId node) const;
  /// True when the code can be reached at all from the entry.
  bool is_reachable(NodeId node) const;
  /// True when the function can return (or fall off its end) at all.
  bool can_return() const { return is_reachable_block(exit()); }
  /// On every path from the entry to `b`, `a` has been evaluated before (without raising). False for a == b, and where
  /// either cannot be reached.
  bool dominates(NodeId a, NodeId b) const;
  /// Block `a` lies on every path from the entry to block `b`; true for a == b. False where either cannot be reached.
  bool dominates_block(uint32_t a, uint32_t b) const;
  /// Some path leads from (after) `a` to `b`; true around loops.
  bool may_reach(NodeId a, NodeId b) const;
  /// True when some path leads from after `a` to `b` without passing the point `through` again.
  bool may_reach_avoiding(NodeId a, NodeId b, NodeId through) const;
  bool may_reach_avoiding(NodeId a, NodeId b, std::span<const NodeId> through) const;
  /// On every path from the entry to `b`, one of `any` has been evaluated before. False where `b` cannot be reached.
  bool one_dominates(std::span<const NodeId> any, NodeId b) const;
  /// True when some path leads from after `a` to a normal return of the function.
  bool may_return_after(NodeId a) const;

  /// The bindings of the name read at `use` (a Name that is read, or the target of an augmented assignment; of a
  /// variable of this function's own scopes) that may reach it: indices into ModuleModel::bindings, in order of place.
  /// `kAtEntry` stands for "not bound yet (or deleted) on some path" and comes last. Bindings by `global` or `nonlocal`
  /// in other functions count everywhere; an annotation without a value binds nothing. Empty: the name belongs to
  /// another scope, or the code cannot be reached.
  static constexpr uint32_t kAtEntry = 0xffffffffU;
  std::span<const uint32_t> reaching(NodeId use) const;

private:
  friend class FlowAssembler;
  struct NodeFacts {
    Point point;
    uint32_t reaching = 0xffffffffU; // index into sets_
  };
  const NodeFacts *facts_of(NodeId node) const;
  bool is_reachable_block(uint32_t block) const { return dom_last_[block] != 0; }
  bool dominates_point(Point a, Point b) const;
  template <class Visit> void for_each_point(NodeId node, Visit visit) const;
  bool search(std::span<const Point> from, NodeId b, std::span<const NodeId> through) const;

  uint32_t base_ = 0;                                     // first node of the function: facts_ counts from it
  std::vector<NodeFacts> facts_;                          // by node
  std::vector<std::pair<uint32_t, Point>> second_points_; // of nodes in finally clauses, sorted
  std::vector<Block> blocks_;
  std::vector<NodeId> points_; // what Block::points view
  std::vector<uint32_t> successors_, exceptional_, predecessors_;
  std::vector<uint32_t> dominator_;                 // immediate, by block; itself for the entry
  std::vector<uint32_t> dom_first_, dom_last_;      // preorder interval in the dominator tree; 0, 0: unreachable
  std::vector<std::pair<uint32_t, uint32_t>> sets_; // ranges of reaching_
  std::vector<uint32_t> reaching_;
  friend std::string dump(const Flow &, const module_model::ModuleModel &, std::string_view);
};

/// The flow of `function` (module-local id): its own statements, class bodies and comprehensions in it; nested
/// functions and lambdas are single points (their defaults and decorators are evaluated here, their bodies are not).
Flow build_flow(const module_model::ModuleModel &model, FunctionId function);

/// Blocks, edges and immediate dominators, one line a block: `--print=cfg`.
std::string dump(const Flow &flow, const module_model::ModuleModel &model, std::string_view text);

} // namespace decode_ledger::dataflow
