// tree-sitter's memory: free lists of a thread's own, by size.
//
// Problem: a parse makes and drops some millions of small blocks (subtrees, stack nodes). glibc keeps seven of a size
// at hand for a thread and merges and splits the rest, which costs a sixth of the parse.
//
// Approach: blocks of up to 1 KiB come from lists of equal size, cut from chunks, and go back to them; larger ones are
// malloc's. Nothing is merged, so memory grows to the largest need of each size; it is given back when the thread ends.
// A tree and its parser live and die in one thread, so there is nothing to lock.
#include "parser/allocator.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <tree_sitter/api.h>
#include <vector>

namespace decode_ledger::parser {

namespace {

constexpr size_t kStep = 16;   // sizes are rounded up to it; also the alignment
constexpr size_t kHeader = 16; // in front of each block: its size, keeps the alignment
constexpr size_t kLargestListed = 1024;
constexpr size_t kChunkBytes = 256 * 1024;

struct FreeBlock {
  FreeBlock *next;
};

/// The lists of one thread.
class Blocks {
public:
  void *take(size_t size) {
    const size_t list = (size + kStep - 1) / kStep;
    if (FreeBlock *block = lists_[list]) {
      lists_[list] = block->next;
      return block;
    }
    const size_t bytes = kHeader + list * kStep;
    if (left_ < bytes) {
      chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(kChunkBytes));
      next_ = chunks_.back().get();
      left_ = kChunkBytes;
    }
    std::byte *at = next_;
    next_ += bytes;
    left_ -= bytes;
    const uint64_t kept = list * kStep;
    std::memcpy(at, &kept, sizeof kept);
    return at + kHeader;
  }

  void give(void *block, size_t size) {
    FreeBlock *free_block = static_cast<FreeBlock *>(block);
    FreeBlock *&list = lists_[size / kStep];
    free_block->next = list;
    list = free_block;
  }

private:
  std::array<FreeBlock *, kLargestListed / kStep + 1> lists_{};
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::byte *next_ = nullptr;
  size_t left_ = 0;
};

thread_local Blocks blocks;

size_t size_of(const void *block) {
  uint64_t size;
  std::memcpy(&size, static_cast<const std::byte *>(block) - kHeader, sizeof size);
  return size;
}

void *allocate(size_t size) {
  if (size == 0)
    size = 1;
  if (size <= kLargestListed)
    return blocks.take(size);
  std::byte *at = static_cast<std::byte *>(std::malloc(size + kHeader));
  if (at == nullptr)
    std::abort();
  const uint64_t kept = size;
  std::memcpy(at, &kept, sizeof kept);
  return at + kHeader;
}

void release(void *block) {
  if (block == nullptr)
    return;
  const size_t size = size_of(block);
  if (size <= kLargestListed)
    blocks.give(block, size);
  else
    std::free(static_cast<std::byte *>(block) - kHeader);
}

void *allocate_zeroed(size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size)
    std::abort();
  void *block = allocate(count * size);
  std::memset(block, 0, count * size);
  return block;
}

void *reallocate(void *block, size_t size) {
  if (block == nullptr)
    return allocate(size);
  const size_t old_size = size_of(block);
  if (size <= old_size)
    return block;
  if (old_size > kLargestListed) {
    std::byte *at = static_cast<std::byte *>(std::realloc(static_cast<std::byte *>(block) - kHeader, size + kHeader));
    if (at == nullptr)
      std::abort();
    const uint64_t kept = size;
    std::memcpy(at, &kept, sizeof kept);
    return at + kHeader;
  }
  void *grown = allocate(size);
  std::memcpy(grown, block, old_size);
  release(block);
  return grown;
}

} // namespace

void use_thread_allocator() {
  static const bool once = [] {
    ts_set_allocator(allocate, allocate_zeroed, reallocate, release);
    return true;
  }();
  (void)once;
}

} // namespace decode_ledger::parser
