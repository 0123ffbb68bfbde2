// ThreadPool: run a function over 0 … n-1 on several threads.
//
// Tasks are handed out in order, one at a time, and write to slots of their own; whoever reads the slots afterwards sees
// the same result whatever the number of threads. A pool of one thread starts none and runs in the caller.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace decode_ledger {

/// The cores that this process may run on (its CPU affinity counts), at least 1.
unsigned num_usable_cores();

class ThreadPool {
public:
  /// `jobs` threads, the caller's counted; 0: one a core.
  explicit ThreadPool(unsigned jobs = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  unsigned num_threads() const { return num_threads_; }

  /// Runs `task(index, worker)` for each index below `count` and returns when all are done. `worker` is below
  /// num_threads() and tells which thread runs: scratch space can be kept by it. An exception that a task throws is
  /// thrown again here, after the tasks already begun have ended.
  /// REQUIRES: not called from within a task.
  void for_each(size_t count, const std::function<void(size_t index, unsigned worker)> &task);

private:
  struct State;
  void work(unsigned worker);

  unsigned num_threads_;
  std::unique_ptr<State> state_;
};

} // namespace decode_ledger
