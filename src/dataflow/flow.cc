// From a draft to a Flow, and the questions that a Flow answers.

#include "dataflow/flow_draft.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace decode_ledger::dataflow {
namespace {

/// Counting sort of the edges that `wanted` picks, by `from` (or by `to` when turned round).
template <class Wanted>
Adjacency sort_edges(const std::vector<DraftEdge> &edges, size_t num_blocks, bool backwards, Wanted wanted) {
  Adjacency result;
  result.first.assign(num_blocks + 1, 0);
  for (const DraftEdge &edge : edges)
    if (wanted(edge))
      ++result.first[(backwards ? edge.to : edge.from) + 1];
  for (size_t i = 0; i < num_blocks; ++i)
    result.first[i + 1] += result.first[i];
  result.items.resize(result.first.back());
  std::vector<uint32_t> next(result.first.begin(), result.first.end() - 1);
  for (const DraftEdge &edge : edges)
    if (wanted(edge))
      result.items[next[backwards ? edge.to : edge.from]++] = backwards ? edge.from : edge.to;
  return result;
}

} // namespace

class FlowAssembler {
public:
  explicit FlowAssembler(FlowDraft draft) : draft_(std::move(draft)) {}

  Flow assemble() {
    const size_t num_blocks = draft_.blocks.size();
    const auto any = [](const DraftEdge &) { return true; };
    const Adjacency successors = sort_edges(draft_.edges, num_blocks, false, any);
    Adjacency predecessors = sort_edges(draft_.edges, num_blocks, true, any);
    Adjacency normal = sort_edges(draft_.edges, num_blocks, false, [](const DraftEdge &e) { return !e.exceptional; });
    Adjacency raised = sort_edges(draft_.edges, num_blocks, false, [](const DraftEdge &e) { return e.exceptional; });

    const std::vector<uint32_t> order = reverse_postorder(successors);
    flow_.dominator_ = immediate_dominators(order, predecessors);
    number_dominator_tree(order);
    add_reaching(find_reaching(draft_, successors, predecessors, order, flow_.dominator_));

    flow_.points_ = std::move(draft_.points);
    flow_.successors_ = std::move(normal.items);
    flow_.exceptional_ = std::move(raised.items);
    flow_.predecessors_ = std::move(predecessors.items);
    flow_.second_points_ = std::move(draft_.second_points);
    const auto view = [](const auto &items, uint32_t first, uint32_t last) {
      return std::span(items).subspan(first, last - first);
    };
    flow_.blocks_.reserve(num_blocks);
    for (size_t i = 0; i < num_blocks; ++i)
      flow_.blocks_.push_back({view(flow_.points_, draft_.blocks[i].first_point, draft_.blocks[i].last_point),
                               view(flow_.successors_, normal.first[i], normal.first[i + 1]),
                               view(flow_.exceptional_, raised.first[i], raised.first[i + 1]),
                               view(flow_.predecessors_, predecessors.first[i], predecessors.first[i + 1])});
    return std::move(flow_);
  }

private:
  /// Preorder intervals: a dominates b when b's number lies in a's interval. Sizes are summed up from the leaves
  /// (later in reverse postorder than their dominators), then numbers are handed down.
  void number_dominator_tree(const std::vector<uint32_t> &order) {
    const std::vector<uint32_t> &dominator = flow_.dominator_;
    std::vector<uint32_t> size(draft_.blocks.size(), 0);
    for (size_t i = order.size(); i-- > 0;) {
      ++size[order[i]];
      if (i != 0)
        size[dominator[order[i]]] += size[order[i]];
    }
    flow_.dom_first_.assign(draft_.blocks.size(), 0);
    flow_.dom_last_.assign(draft_.blocks.size(), 0);
    std::vector<uint32_t> next(draft_.blocks.size(), 0);
    for (const uint32_t block : order) {
      const uint32_t first = block == 0 ? 0 : next[dominator[block]];
      flow_.dom_first_[block] = first;
      flow_.dom_last_[block] = first + size[block];
      next[block] = first + 1;
      if (block != 0)
        next[dominator[block]] += size[block];
    }
  }

  void add_reaching(ReachingSets reaching) {
    flow_.base_ = draft_.base;
    flow_.facts_.resize(draft_.num_nodes);
    for (uint32_t i = 0; i < draft_.num_nodes; ++i)
      flow_.facts_[i] = {draft_.point_of[i], reaching.use_sets[i]};
    flow_.sets_ = std::move(reaching.sets);
    flow_.reaching_ = std::move(reaching.items);
  }

  FlowDraft draft_;
  Flow flow_;
};

Flow build_flow(const module_model::ModuleModel &model, FunctionId function) {
  return FlowAssembler(walk_function(model, function)).assemble();
}

const Flow::NodeFacts *Flow::facts_of(NodeId node) const {
  if (!node.valid() || node.value < base_ || node.value - base_ >= facts_.size())
    return nullptr;
  return &facts_[node.value - base_];
}

Point Flow::point_of(NodeId node) const {
  const NodeFacts *facts = facts_of(node);
  return facts != nullptr ? facts->point : Point{};
}

template <class Visit> void Flow::for_each_point(NodeId node, Visit visit) const {
  if (const Point point = point_of(node); point.valid())
    visit(point);
  const auto first = [](const auto &entry) { return entry.first; };
  for (const auto &[at, point] : std::ranges::equal_range(second_points_, node.value, {}, first))
    visit(point);
}

bool Flow::is_reachable(NodeId node) const {
  bool found = false;
  for_each_point(node, [&](Point point) { found |= is_reachable_block(point.block); });
  return found;
}

bool Flow::dominates_block(uint32_t a, uint32_t b) const {
  return is_reachable_block(b) && dom_first_[a] <= dom_first_[b] && dom_first_[b] < dom_last_[a];
}

bool Flow::dominates_point(Point a, Point b) const {
  return a.block == b.block ? is_reachable_block(a.block) && a.position < b.position
                            : dominates_block(a.block, b.block);
}

bool Flow::dominates(NodeId a, NodeId b) const {
  if (a == b || !point_of(a).valid() || !is_reachable(b))
    return false;
  bool every = true;
  for_each_point(b, [&](Point to) {
    bool one = !is_reachable_block(to.block);
    for_each_point(a, [&](Point from) { one |= dominates_point(from, to); });
    every &= one;
  });
  return every;
}

bool Flow::may_reach(NodeId a, NodeId b) const { return may_reach_avoiding(a, b, std::span<const NodeId>{}); }

bool Flow::may_reach_avoiding(NodeId a, NodeId b, NodeId through) const {
  return may_reach_avoiding(a, b, std::span(&through, 1));
}

bool Flow::may_reach_avoiding(NodeId a, NodeId b, std::span<const NodeId> through) const {
  std::vector<Point> from;
  for_each_point(a, [&](Point point) { from.push_back({point.block, point.position + 1}); });
  return search(from, b, through);
}

bool Flow::one_dominates(std::span<const NodeId> any, NodeId b) const {
  const Point start{entry(), 0};
  return is_reachable(b) && !search(std::span(&start, 1), b, any);
}

/// Is there a path from one of `from` to `b` that passes none of `through`?
bool Flow::search(std::span<const Point> from, NodeId b, std::span<const NodeId> through) const {
  std::vector<Point> targets, barriers;
  for_each_point(b, [&](Point point) { targets.push_back(point); });
  for (const NodeId node : through)
    for_each_point(node, [&](Point point) { barriers.push_back(point); });

  // First place at or behind `from` in its block that is in `of`; none is kNoIndex.
  const auto first_of = [](const std::vector<Point> &of, Point start) {
    uint32_t found = kNoIndex;
    for (const Point &point : of)
      if (point.block == start.block && point.position >= start.position)
        found = std::min(found, point.position);
    return found;
  };
  std::vector<bool> entered(blocks_.size(), false);
  std::vector<uint32_t> worklist;
  const auto enter_all = [&](std::span<const uint32_t> blocks) {
    for (const uint32_t block : blocks) {
      if (!entered[block])
        worklist.push_back(block);
      entered[block] = true;
    }
  };
  const auto run = [&](Point at) {
    const uint32_t target = first_of(targets, at), barrier = first_of(barriers, at);
    if (target != kNoIndex && target <= barrier)
      return true;
    if (barrier == kNoIndex)
      enter_all(blocks_[at.block].successors);
    // A point in front of the barrier may raise; where this block begins is the edge of the block before it.
    if (barrier == kNoIndex || at.position != 0)
      enter_all(blocks_[at.block].exceptional);
    return false;
  };
  bool found = false;
  for (const Point &point : from)
    found = found || run(point);
  while (!found && !worklist.empty()) {
    const uint32_t block = worklist.back();
    worklist.pop_back();
    found = run({block, 0});
  }
  return found;
}

bool Flow::may_return_after(NodeId a) const {
  std::vector<bool> entered(blocks_.size(), false);
  std::vector<uint32_t> worklist;
  for_each_point(a, [&](Point from) { worklist.push_back(from.block); });
  while (!worklist.empty()) {
    const uint32_t block = worklist.back();
    worklist.pop_back();
    if (block == exit())
      return true;
    if (entered[block])
      continue;
    entered[block] = true;
    std::ranges::copy(blocks_[block].successors, std::back_inserter(worklist));
    std::ranges::copy(blocks_[block].exceptional, std::back_inserter(worklist));
  }
  return false;
}

std::span<const uint32_t> Flow::reaching(NodeId use) const {
  const NodeFacts *facts = facts_of(use);
  if (facts == nullptr || facts->reaching == kNoIndex)
    return {};
  const auto [first, last] = sets_[facts->reaching];
  return std::span(reaching_).subspan(first, last - first);
}

std::string dump(const Flow &flow, const module_model::ModuleModel &model, std::string_view text) {
  std::string result;
  const auto out = std::back_inserter(result);
  for (uint32_t i = 0; i < flow.blocks().size(); ++i) {
    const Flow::Block &block = flow.blocks()[i];
    fmt::format_to(out, "b{}", i);
    if (i == flow.entry())
      result += " entry";
    else if (i == flow.exit())
      result += " exit";
    else if (i == flow.raise_exit())
      result += " raise";
    if (!flow.is_reachable_block(i))
      result += " unreachable";
    else if (i != 0)
      fmt::format_to(out, " idom b{}", flow.dominator_[i]);
    result += ':';
    for (const NodeId node : block.points) {
      const std::string_view source =
          text.substr(model.tree.begin(node), model.tree.end(node) - model.tree.begin(node));
      const std::string_view line = source.substr(0, source.find('\n'));
      fmt::format_to(out, " {}{}{}", parser::kind_name(model.tree.kind(node)), line.empty() ? "" : " ",
                     line.size() > 24 ? fmt::format("{}...", line.substr(0, 21)) : std::string(line));
      result += ';';
    }
    for (const uint32_t to : block.successors)
      fmt::format_to(out, " -> b{}", to);
    for (const uint32_t to : block.exceptional)
      fmt::format_to(out, " !> b{}", to);
    result += '\n';
  }
  return result;
}

} // namespace decode_ledger::dataflow
