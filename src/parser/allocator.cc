// tree-sitter's memory: a thread's own blocks, which all end with the file that is parsed.
//
// Problem: a parse makes and drops some millions of small blocks (subtrees, stack nodes). glibc keeps seven of a size
// at hand for a thread and merges and splits the rest, which costs a sixth of the parse; and a tree that is done with
// is taken apart node by node.
//
// Approach: blocks of up to 1 KiB are cut from chunks and go back to lists by size; larger ones are malloc's, in a list
// of their own. Nothing is merged, so the chunks grow to what the neediest file takes. When a file is done with, the
// lists are forgotten and the chunks begin anew: no tree has to be taken apart. A parser, its tree and its cursor live
// in one thread and for one file, so there is nothing to lock.
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

constexpr size_t kStep = 16; // sizes are rounded up to it; also the alignment
constexpr size_t kLargestListed = 1024;
constexpr size_t kChunkBytes = 256 * 1024;

/// Stands before each block.
struct alignas(kStep) Header {
  size_t size; ///< of the block, rounded up when it is listed
};

/// Stands before a block that is malloc's.
struct LargeHeader {
  LargeHeader *previous, *next;
  Header header;
};
static_assert(sizeof(LargeHeader) == offsetof(LargeHeader, header) + sizeof(Header));

Header &header_of(void *block) { return static_cast<Header *>(block)[-1]; }
LargeHeader *large_header_of(void *block) {
  return reinterpret_cast<LargeHeader *>(static_cast<std::byte *>(block) - sizeof(LargeHeader));
}
void *block_of(LargeHeader *large) { return large + 1; }

/// The blocks of one thread.
class Blocks {
public:
  ~Blocks() { forget_all(); }

  void *take(size_t size) {
    if (size > kLargestListed)
      return adopt(static_cast<LargeHeader *>(std::malloc(sizeof(LargeHeader) + size)), size);
    const size_t list = (size + kStep - 1) / kStep;
    if (FreeBlock *block = lists_[list]) {
      lists_[list] = block->next;
      return block;
    }
    const size_t bytes = sizeof(Header) + list * kStep;
    if (left_ < bytes)
      begin_chunk();
    auto *header = reinterpret_cast<Header *>(next_);
    next_ += bytes;
    left_ -= bytes;
    header->size = list * kStep;
    return header + 1;
  }

  void give(void *block) {
    const size_t size = header_of(block).size;
    if (size > kLargestListed)
      return std::free(disown(block));
    auto *free_block = static_cast<FreeBlock *>(block);
    FreeBlock *&list = lists_[size / kStep];
    free_block->next = list;
    list = free_block;
  }

  /// REQUIRES: `block` is a large one, and `size` is larger.
  void *grow_large(void *block, size_t size) {
    return adopt(static_cast<LargeHeader *>(std::realloc(disown(block), sizeof(LargeHeader) + size)), size);
  }

  void forget_all() {
    lists_.fill(nullptr);
    used_chunks_ = 0;
    left_ = 0;
    while (large_ != nullptr)
      std::free(disown(block_of(large_)));
  }

private:
  struct FreeBlock {
    FreeBlock *next;
  };

  void begin_chunk() {
    if (used_chunks_ == chunks_.size())
      chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(kChunkBytes));
    next_ = chunks_[used_chunks_++].get();
    left_ = kChunkBytes;
  }

  void *adopt(LargeHeader *large, size_t size) {
    if (large == nullptr)
      std::abort();
    large->header.size = size;
    large->previous = nullptr;
    large->next = large_;
    if (large_ != nullptr)
      large_->previous = large;
    large_ = large;
    return block_of(large);
  }

  LargeHeader *disown(void *block) {
    LargeHeader *large = large_header_of(block);
    (large->previous != nullptr ? large->previous->next : large_) = large->next;
    if (large->next != nullptr)
      large->next->previous = large->previous;
    return large;
  }

  std::array<FreeBlock *, kLargestListed / kStep + 1> lists_{};
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  size_t used_chunks_ = 0;
  std::byte *next_ = nullptr;
  size_t left_ = 0;
  LargeHeader *large_ = nullptr;
};

thread_local Blocks blocks;

void *allocate(size_t size) { return blocks.take(size == 0 ? 1 : size); }

void release(void *block) {
  if (block != nullptr)
    blocks.give(block);
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
  const size_t old_size = header_of(block).size;
  if (size <= old_size)
    return block;
  if (old_size > kLargestListed)
    return blocks.grow_large(block, size);
  void *grown = allocate(size);
  std::memcpy(grown, block, old_size);
  release(block);
  return grown;
}

} // namespace

ParseMemory::ParseMemory() {
  static const bool once = [] {
    ts_set_allocator(allocate, allocate_zeroed, reallocate, release);
    return true;
  }();
  (void)once;
}

ParseMemory::~ParseMemory() { blocks.forget_all(); }

} // namespace decode_ledger::parser
