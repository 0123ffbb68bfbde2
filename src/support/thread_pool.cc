#include "support/thread_pool.h"

#include "support/check.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>
#ifdef __linux__
#include <sched.h>
#endif

namespace decode_ledger {

namespace {

// Walks over a syntax tree recurse up to its bounded depth. The main thread has 8 MB; elsewhere threads get far less by
// default (512 KB on macOS), so the size is said.
constexpr size_t kStackBytes = 8U << 20;

} // namespace

unsigned num_usable_cores() {
#ifdef __linux__
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) > 0)
    return static_cast<unsigned>(CPU_COUNT(&cores));
#endif
  const unsigned cores_told = std::thread::hardware_concurrency();
  return cores_told ? cores_told : 1;
}

struct ThreadPool::State {
  struct Start {
    ThreadPool *pool;
    unsigned worker;
  };

  std::vector<Start> starts;
  std::vector<pthread_t> threads;

  std::mutex mutex; // guards all below but `next`
  std::condition_variable round_began, round_ended;
  uint64_t round = 0; // counts calls of for_each
  unsigned num_busy = 0;
  bool stopping = false;
  std::exception_ptr failure;

  const std::function<void(size_t, unsigned)> *task = nullptr;
  size_t count = 0;
  std::atomic<size_t> next{0};

  void run_tasks(unsigned worker) {
    try {
      for (size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1))
        (*task)(i, worker);
    } catch (...) {
      next.store(count);
      const std::lock_guard lock(mutex);
      if (!failure)
        failure = std::current_exception();
    }
  }
};

ThreadPool::ThreadPool(unsigned jobs)
    : num_threads_(jobs ? jobs : num_usable_cores()), state_(std::make_unique<State>()) {
  if (num_threads_ == 1)
    return;
  pthread_attr_t attributes;
  DL_CHECK(pthread_attr_init(&attributes) == 0);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  state_->starts.resize(num_threads_);
  for (unsigned worker = 1; worker < num_threads_; ++worker) {
    state_->starts[worker] = {this, worker};
    pthread_t thread;
    const auto body = [](void *start) -> void * {
      const auto *s = static_cast<State::Start *>(start);
      s->pool->work(s->worker);
      return nullptr;
    };
    // Where the system refuses a thread, the work is done by those that there are.
    if (pthread_create(&thread, &attributes, body, &state_->starts[worker]) != 0)
      break;
    state_->threads.push_back(thread);
  }
  pthread_attr_destroy(&attributes);
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
  }
  state_->round_began.notify_all();
  for (const pthread_t thread : state_->threads)
    pthread_join(thread, nullptr);
}

void ThreadPool::work(unsigned worker) {
  State &s = *state_;
  uint64_t rounds_seen = 0;
  while (true) {
    {
      std::unique_lock lock(s.mutex);
      s.round_began.wait(lock, [&] { return s.stopping || s.round != rounds_seen; });
      if (s.stopping)
        return;
      rounds_seen = s.round;
    }
    s.run_tasks(worker);
    const std::lock_guard lock(s.mutex);
    if (--s.num_busy == 0)
      s.round_ended.notify_one();
  }
}

void ThreadPool::for_each(size_t count, const std::function<void(size_t, unsigned)> &task) {
  State &s = *state_;
  {
    const std::lock_guard lock(s.mutex);
    s.task = &task;
    s.count = count;
    s.next.store(0);
    s.failure = nullptr;
    s.num_busy = static_cast<unsigned>(s.threads.size());
    ++s.round;
  }
  s.round_began.notify_all();
  s.run_tasks(0);
  std::unique_lock lock(s.mutex);
  s.round_ended.wait(lock, [&] { return s.num_busy == 0; });
  if (s.failure)
    std::rethrow_exception(std::exchange(s.failure, nullptr));
}

} // namespace decode_ledger
