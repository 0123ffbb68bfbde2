// Work on many items at once: each run of items has a query of its own, which knows what the whole one knows.
//
// A shard never sees what another learns, and which items it has depends on their number alone. So its answers, and
// those of circles of functions that depend on what was asked before, are the same for any number of threads.
#include "dataflow/query_state.h"

namespace decode_ledger::dataflow {

namespace {

/// More shards serve more cores, and find out more things twice.
constexpr size_t kNumShards = 8;
/// Below this many items for each, a shard is not worth its beginning.
constexpr size_t kMinItems = 4;

} // namespace

void Query::for_each_shard(size_t num_items, ThreadPool &pool, const ShardTask &task) {
  if (num_items < kNumShards * kMinItems)
    return task(*this, 0, num_items);
  for (std::vector<std::unique_ptr<Query>> &shards = state_->shards; shards.size() < kNumShards;)
    shards.push_back(std::unique_ptr<Query>(
        new Query(std::make_unique<State>(state_->model, state_->library_calls, state_->bounds, state_.get()))));
  pool.for_each(kNumShards, [&](size_t i, unsigned) {
    task(*state_->shards[i], i * num_items / kNumShards, (i + 1) * num_items / kNumShards);
  });
}

} // namespace decode_ledger::dataflow
