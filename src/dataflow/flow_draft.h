// A flow while it is made: flat lists in the order in which the walk over the syntax meets things. Private to the
// flow_*.cc files; FlowAssembler turns it into a Flow.
#pragma once

#include "dataflow/flow.h"

namespace decode_ledger::dataflow {

inline constexpr uint32_t kNoIndex = 0xffffffffU;

struct DraftEdge {
  uint32_t from = 0, to = 0;
  bool exceptional = false;
};

/// A read or a store of one of the function's variables.
struct DraftEvent {
  static constexpr uint32_t kUse = 0xfffffffeU;
  uint32_t node = 0;
  uint32_t variable = 0;
  uint32_t binding = kUse; ///< kUse for a read; Flow::kAtEntry for `del`; else an index into ModuleModel::bindings
};

struct DraftBlock {
  uint32_t first_point = 0, last_point = 0;
  uint32_t first_event = 0, last_event = 0;
};

struct FlowDraft {
  uint32_t base = 0; ///< first node of the function
  uint32_t num_nodes = 0;
  std::vector<DraftBlock> blocks;
  std::vector<NodeId> points;
  std::vector<DraftEvent> events;
  std::vector<DraftEdge> edges;
  std::vector<Point> point_of; ///< by node - base
  std::vector<std::pair<uint32_t, Point>> second_points;
  uint32_t num_variables = 0;
  std::vector<std::pair<uint32_t, uint32_t>> foreign; ///< (variable, binding) made by other functions, sorted
};

/// Walks the function's syntax in flow_walk.cc.
FlowDraft walk_function(const module_model::ModuleModel &model, FunctionId function);

/// Adjacency in one array: neighbours of b are items[first[b], first[b + 1]).
struct Adjacency {
  std::vector<uint32_t> first, items;
  std::span<const uint32_t> of(uint32_t block) const {
    return {items.data() + first[block], items.data() + first[block + 1]};
  }
};

/// Blocks that can be reached from block 0, in reverse postorder.
std::vector<uint32_t> reverse_postorder(const Adjacency &successors);

/// Immediate dominators by block; kNoIndex where unreachable, itself for the entry.
std::vector<uint32_t> immediate_dominators(const std::vector<uint32_t> &order, const Adjacency &predecessors);

/// Which bindings reach each read. `use_sets` is by node - base: an index into `sets`, kNoIndex for none.
struct ReachingSets {
  std::vector<uint32_t> use_sets;
  std::vector<std::pair<uint32_t, uint32_t>> sets; ///< ranges of `items`
  std::vector<uint32_t> items;
};
ReachingSets find_reaching(const FlowDraft &draft, const Adjacency &successors, const Adjacency &predecessors,
                           const std::vector<uint32_t> &order, const std::vector<uint32_t> &dominators);

} // namespace decode_ledger::dataflow
