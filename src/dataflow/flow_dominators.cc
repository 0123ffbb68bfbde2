// Dominators after Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm": immediate dominators are refined
// in reverse postorder until nothing changes. Graphs of structured programs settle in the second round.

#include "dataflow/flow_draft.h"

#include <algorithm>

namespace decode_ledger::dataflow {

std::vector<uint32_t> reverse_postorder(const Adjacency &successors) {
  const size_t num_blocks = successors.first.size() - 1;
  std::vector<uint32_t> order;
  order.reserve(num_blocks);
  std::vector<uint32_t> next(num_blocks, kNoIndex); // where to go on in a block's successors; kNoIndex: not seen
  std::vector<uint32_t> stack{0};
  next[0] = successors.first[0];
  while (!stack.empty()) {
    const uint32_t block = stack.back();
    if (next[block] == successors.first[block + 1]) {
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    const uint32_t to = successors.items[next[block]++];
    if (next[to] != kNoIndex)
      continue;
    next[to] = successors.first[to];
    stack.push_back(to);
  }
  std::ranges::reverse(order);
  return order;
}

std::vector<uint32_t> immediate_dominators(const std::vector<uint32_t> &order, const Adjacency &predecessors) {
  const size_t num_blocks = predecessors.first.size() - 1;
  std::vector<uint32_t> number(num_blocks, kNoIndex); // place in reverse postorder: a dominator's is smaller
  for (uint32_t i = 0; i < order.size(); ++i)
    number[order[i]] = i;

  std::vector<uint32_t> dominators(num_blocks, kNoIndex);
  dominators[0] = 0;
  const auto common = [&](uint32_t a, uint32_t b) {
    while (a != b) {
      while (number[a] > number[b])
        a = dominators[a];
      while (number[b] > number[a])
        b = dominators[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const uint32_t block : std::span(order).subspan(1)) {
      uint32_t dominator = kNoIndex;
      for (const uint32_t from : predecessors.of(block))
        if (dominators[from] != kNoIndex)
          dominator = dominator == kNoIndex ? from : common(from, dominator);
      if (dominators[block] != dominator) {
        dominators[block] = dominator;
        changed = true;
      }
    }
  }
  return dominators;
}

} // namespace decode_ledger::dataflow
