#include "support/thread_pool.h"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

using namespace decode_ledger;

TEST_CASE("each index is run once, whatever the number of threads") {
  for (const unsigned jobs : {0U, 1U, 2U, 7U}) {
    ThreadPool pool(jobs);
    CHECK(pool.num_threads() >= 1);
    for (const size_t count : {0U, 1U, 2U, 1000U}) {
      std::vector<std::atomic<int>> runs(count);
      std::atomic<bool> workers_in_range{true};
      pool.for_each(count, [&](size_t i, unsigned worker) {
        ++runs[i];
        if (worker >= pool.num_threads())
          workers_in_range = false;
      });
      CHECK(workers_in_range);
      for (const auto &n : runs)
        REQUIRE(n == 1);
    }
  }
}

TEST_CASE("an exception reaches the caller, and the pool goes on") {
  ThreadPool pool(3);
  CHECK_THROWS_AS(pool.for_each(100,
                                [](size_t i, unsigned) {
                                  if (i == 50)
                                    throw std::runtime_error("task 50");
                                }),
                  std::runtime_error);
  std::atomic<int> runs{0};
  pool.for_each(10, [&](size_t, unsigned) { ++runs; });
  CHECK(runs == 10);
}

TEST_CASE("threads have room for deep walks") {
  // 600 frames of 4 KB each are more than the 512 KB that some systems give a thread.
  struct Walk {
    static size_t down(size_t depth) {
      volatile char frame[4096];
      frame[depth % sizeof frame] = 1;
      return depth == 0 ? 0 : static_cast<size_t>(frame[depth % sizeof frame]) + down(depth - 1);
    }
  };
  ThreadPool pool(2);
  std::atomic<size_t> depth{0};
  pool.for_each(8, [&](size_t, unsigned) { depth = Walk::down(600); });
  CHECK(depth == 600);
}
