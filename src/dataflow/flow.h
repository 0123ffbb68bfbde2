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
// has an exceptional edge to the innermost handler or finally of its try, else out of the function. `with` bodies have
// one to the exit of the with, which is taken to pass the exception on. Exceptional edges count in dominance: a guard
// in a try body does not dominate what follows the handler.
//
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
};

class Flow {
public:
  struct Block {
    std::vector<NodeId> points;            ///< in evaluation order
    std::vector<uint32_t> successors;      ///< normal control flow
    std::vector<uint32_t> exceptional;     ///< taken when a point of this block raises
    std::vector<uint32_t> predecessors;    ///< of both kinds
  };

  const std::vector<Block> &blocks() const { return blocks_; }
  uint32_t entry() const { return 0; }
  /// The block that every normal return reaches, and the one that every escaping exception reaches.
  uint32_t exit() const { return 1; }
  uint32_t raise_exit() const { return 2; }

  /// Where `node` is evaluated: an expression at the point where its value is ready, a statement at its own point, a
  /// Name that is stored at the store. Invalid for nodes that are no part of this function's own code.
  Point point_of(NodeId node) const;
  /// True when the code can be reached at all from the entry.
  bool is_reachable(NodeId node) const;
  /// On every path from the entry to `b`, `a` has been evaluated before (without raising). False for a == b.
  bool dominates(NodeId a, NodeId b) const;
  /// Some path leads from (after) `a` to `b`; true around loops.
  bool may_reach(NodeId a, NodeId b) const;
  /// True when some path leads from after `a` to `b` without passing the point `through` again.
  bool may_reach_avoiding(NodeId a, NodeId b, NodeId through) const;

  /// The bindings of the name read at `use` (a Name that is not stored to, of a variable of this function's own scopes)
  /// that may reach it: indices into ModuleModel::bindings, in order of place. `kAtEntry` stands for "not bound yet on
  /// some path". Empty: the name belongs to another scope, or the code cannot be reached.
  static constexpr uint32_t kAtEntry = 0xffffffffU;
  std::span<const uint32_t> reaching(NodeId use) const;

private:
  friend class FlowBuilder;
  std::vector<Block> blocks_;
  std::vector<std::pair<uint32_t, Point>> points_;        // by node, sorted
  std::vector<uint32_t> dominator_;                       // immediate, by block
  std::vector<uint32_t> dominator_depth_;
  std::vector<std::pair<uint32_t, uint32_t>> use_first_;  // (use node, first in reaching_), sorted; closed by a sentinel
  std::vector<uint32_t> reaching_;
};

/// The flow of `function` (module-local id): its own statements, class bodies and comprehensions in it; nested
/// functions and lambdas are single points (their defaults and decorators are evaluated here, their bodies are not).
Flow build_flow(const module_model::ModuleModel &model, FunctionId function);

/// Blocks, edges and immediate dominators, one line a block: `--print=cfg`.
std::string dump(const Flow &flow, const module_model::ModuleModel &model, std::string_view text);

} // namespace decode_ledger::dataflow
