// Reaching definitions: which bindings of a name can a read of it see?
//
//     x = 1            binding 0
//     if c:
//         x = 2        binding 1
//     use(x)           {0, 1}
//
// The usual bitsets cost variables times blocks. We build the minimal SSA form instead (Cytron et al.): a merge (phi)
// of a variable stands only where different definitions of it meet, one walk over the dominator tree tells every read
// its one definition or merge, and a merge stands for the set of definitions that flow into it. Every variable has a
// definition "not bound" at the entry, so that reads before a store need no case of their own.
//
// Ends because merges are placed once a block, and a merge's set is a search over a finite graph. Cost: near-linear;
// a merge's set is as long as the answer.

#include "dataflow/flow_draft.h"

#include <algorithm>
#include <unordered_map>

namespace decode_ledger::dataflow {
namespace {

/// What a variable holds: a binding, Flow::kAtEntry, or merge `value - kFirstMerge`.
using HeldValue = uint32_t;
constexpr HeldValue kFirstMerge = 0x80000000U;
bool is_merge(HeldValue value) { return value >= kFirstMerge && value != Flow::kAtEntry; }

class ReachingFinder {
public:
  ReachingFinder(const FlowDraft &draft, const Adjacency &successors, const Adjacency &predecessors,
                 const std::vector<uint32_t> &order, const std::vector<uint32_t> &dominators)
      : draft_(draft), successors_(successors), predecessors_(predecessors), order_(order), dominators_(dominators) {}

  ReachingSets find() {
    find_frontiers();
    place_merges();
    number_uses();
    for (const auto &[node, use] : uses_)
      result_.use_sets[node - draft_.base] = set_of(use.variable, use.value);
    return std::move(result_);
  }

private:
  struct Merge {
    uint32_t variable;
    uint32_t next_in_block; // list of the block's merges
    uint32_t first_operand; // list in operands_
  };
  struct Operand {
    HeldValue value;
    uint32_t next;
  };
  struct Use {
    uint32_t variable = 0;
    HeldValue value = 0;
  };

  /// Dominance frontier of a block: where what it defines meets other definitions.
  void find_frontiers() {
    frontiers_.resize(draft_.blocks.size());
    for (const uint32_t block : order_) {
      if (predecessors_.of(block).size() < 2)
        continue;
      for (uint32_t runner : predecessors_.of(block)) {
        if (dominators_[runner] == kNoIndex)
          continue;
        // A runner that has the block already has been passed on the way from another predecessor, and so have all its
        // dominators: a handler with a thousand predecessors stays linear.
        while (runner != dominators_[block] && (frontiers_[runner].empty() || frontiers_[runner].back() != block)) {
          frontiers_[runner].push_back(block);
          runner = dominators_[runner];
        }
      }
    }
  }

  /// Only variables that some block reads before it stores to them need merges.
  std::vector<bool> variables_read_across_blocks() const {
    std::vector<bool> across(draft_.num_variables, false);
    std::vector<uint32_t> stored_in(draft_.num_variables, kNoIndex);
    for (const uint32_t block : order_) {
      const DraftBlock &range = draft_.blocks[block];
      for (uint32_t i = range.first_event; i < range.last_event; ++i) {
        const DraftEvent &event = draft_.events[i];
        if (event.binding != DraftEvent::kUse)
          stored_in[event.variable] = block;
        else if (stored_in[event.variable] != block)
          across[event.variable] = true;
      }
    }
    return across;
  }

  void place_merges() {
    first_merge_.assign(draft_.blocks.size(), kNoIndex);
    const std::vector<bool> across = variables_read_across_blocks();
    std::vector<std::vector<uint32_t>> stores(draft_.num_variables);
    for (const uint32_t block : order_) {
      const DraftBlock &range = draft_.blocks[block];
      for (uint32_t i = range.first_event; i < range.last_event; ++i) {
        const DraftEvent &event = draft_.events[i];
        if (event.binding != DraftEvent::kUse && across[event.variable] &&
            (stores[event.variable].empty() || stores[event.variable].back() != block))
          stores[event.variable].push_back(block);
      }
    }
    std::vector<uint32_t> has_merge(draft_.blocks.size(), kNoIndex); // the variable that asked last
    for (uint32_t variable = 0; variable < draft_.num_variables; ++variable) {
      std::vector<uint32_t> &worklist = stores[variable];
      while (!worklist.empty()) {
        const uint32_t from = worklist.back();
        worklist.pop_back();
        for (const uint32_t block : frontiers_[from]) {
          if (has_merge[block] == variable)
            continue;
          has_merge[block] = variable;
          first_merge_[block] = enter_merge(variable, first_merge_[block]);
          worklist.push_back(block);
        }
      }
    }
  }

  uint32_t enter_merge(uint32_t variable, uint32_t next_in_block) {
    merges_.push_back({variable, next_in_block, kNoIndex});
    return static_cast<uint32_t>(merges_.size() - 1);
  }

  void add_operand(uint32_t merge, HeldValue value) {
    uint32_t &first = merges_[merge].first_operand;
    if (first != kNoIndex && operands_[first].value == value)
      return;
    operands_.push_back({value, first});
    first = static_cast<uint32_t>(operands_.size() - 1);
  }

  /// Walks the dominator tree, `held_` being what each variable holds on the way.
  void number_uses() {
    result_.use_sets.assign(draft_.num_nodes, kNoIndex);
    held_.assign(draft_.num_variables, Flow::kAtEntry);
    std::vector<uint32_t> first_child(draft_.blocks.size(), kNoIndex), sibling(draft_.blocks.size(), kNoIndex);
    for (size_t i = order_.size(); i-- > 1;) {
      const uint32_t block = order_[i];
      sibling[block] = first_child[dominators_[block]];
      first_child[dominators_[block]] = block;
    }
    struct Frame {
      uint32_t next_child;
      size_t num_undo;
    };
    std::vector<Frame> stack;
    const auto enter = [&](uint32_t block) {
      stack.push_back({first_child[block], undo_.size()});
      run_block(block);
    };
    enter(0);
    while (!stack.empty()) {
      if (const uint32_t child = stack.back().next_child; child != kNoIndex) {
        stack.back().next_child = sibling[child];
        enter(child);
        continue;
      }
      for (; undo_.size() > stack.back().num_undo; undo_.pop_back())
        held_[undo_.back().first] = undo_.back().second;
      stack.pop_back();
    }
  }

  void hold(uint32_t variable, HeldValue value) {
    undo_.emplace_back(variable, held_[variable]);
    held_[variable] = value;
  }

  void run_block(uint32_t block) {
    for (uint32_t merge = first_merge_[block]; merge != kNoIndex; merge = merges_[merge].next_in_block)
      hold(merges_[merge].variable, kFirstMerge + merge);
    const DraftBlock &range = draft_.blocks[block];
    for (uint32_t i = range.first_event; i < range.last_event; ++i) {
      const DraftEvent &event = draft_.events[i];
      if (event.binding != DraftEvent::kUse)
        hold(event.variable, event.binding);
      else
        note_use(event.node, event.variable);
    }
    for (const uint32_t to : successors_.of(block))
      for (uint32_t merge = first_merge_[to]; merge != kNoIndex; merge = merges_[merge].next_in_block)
        add_operand(merge, held_[merges_[merge].variable]);
  }

  /// A read in a finally clause is met twice: it sees what either way brings.
  void note_use(uint32_t node, uint32_t variable) {
    const HeldValue value = held_[variable];
    const auto [at, is_new] = uses_.try_emplace(node, Use{variable, value});
    if (is_new || at->second.value == value)
      return;
    const uint32_t both = enter_merge(variable, kNoIndex);
    add_operand(both, at->second.value);
    add_operand(both, value);
    at->second.value = kFirstMerge + both;
  }

  uint32_t set_of(uint32_t variable, HeldValue value) {
    const uint64_t key = (uint64_t{variable} << 32) | value;
    if (const auto known = set_by_value_.find(key); known != set_by_value_.end())
      return known->second;
    std::vector<uint32_t> items = definitions_in(value);
    auto foreign = std::ranges::lower_bound(draft_.foreign, std::pair{variable, 0U});
    for (; foreign != draft_.foreign.end() && foreign->first == variable; ++foreign)
      items.push_back(foreign->second);
    std::ranges::sort(items);
    items.erase(std::unique(items.begin(), items.end()), items.end());
    const uint32_t first = static_cast<uint32_t>(result_.items.size());
    result_.items.insert(result_.items.end(), items.begin(), items.end());
    result_.sets.emplace_back(first, static_cast<uint32_t>(result_.items.size()));
    const uint32_t set = static_cast<uint32_t>(result_.sets.size() - 1);
    set_by_value_.emplace(key, set);
    return set;
  }

  std::vector<uint32_t> definitions_in(HeldValue value) {
    std::vector<uint32_t> found;
    std::vector<HeldValue> worklist{value};
    seen_.resize(merges_.size(), 0);
    ++round_;
    while (!worklist.empty()) {
      const HeldValue held = worklist.back();
      worklist.pop_back();
      if (!is_merge(held)) {
        found.push_back(held);
        continue;
      }
      const uint32_t merge = held - kFirstMerge;
      if (seen_[merge] == round_)
        continue;
      seen_[merge] = round_;
      for (uint32_t i = merges_[merge].first_operand; i != kNoIndex; i = operands_[i].next)
        worklist.push_back(operands_[i].value);
    }
    return found;
  }

  const FlowDraft &draft_;
  const Adjacency &successors_, &predecessors_;
  const std::vector<uint32_t> &order_, &dominators_;
  std::vector<std::vector<uint32_t>> frontiers_;
  std::vector<uint32_t> first_merge_;
  std::vector<Merge> merges_;
  std::vector<Operand> operands_;
  std::vector<HeldValue> held_;
  std::vector<std::pair<uint32_t, HeldValue>> undo_;
  std::unordered_map<uint32_t, Use> uses_;
  std::unordered_map<uint64_t, uint32_t> set_by_value_;
  std::vector<uint32_t> seen_;
  uint32_t round_ = 0;
  ReachingSets result_;
};

} // namespace

ReachingSets find_reaching(const FlowDraft &draft, const Adjacency &successors, const Adjacency &predecessors,
                           const std::vector<uint32_t> &order, const std::vector<uint32_t> &dominators) {
  return ReachingFinder(draft, successors, predecessors, order, dominators).find();
}

} // namespace decode_ledger::dataflow
