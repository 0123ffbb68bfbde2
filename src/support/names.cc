#include "support/names.h"

#include <cstring>

namespace decode_ledger {

namespace {

constexpr size_t kChunkBytes = 4096;

// FNV-1a over 8 bytes at a time: names are short, and the table's own order never shows.
uint64_t hash_of(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325ULL ^ text.size();
  while (text.size() >= 8) {
    uint64_t word;
    std::memcpy(&word, text.data(), 8);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 32;
    text.remove_prefix(8);
  }
  uint64_t tail = 0;
  if (!text.empty()) // memcpy takes no null pointer, not even for no bytes
    std::memcpy(&tail, text.data(), text.size());
  hash = (hash ^ tail) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 29);
}

} // namespace

NameId NameTable::enter(std::string_view text) {
  if (texts_.size() * 2 >= slots_.size())
    grow();
  const size_t mask = slots_.size() - 1;
  for (size_t at = hash_of(text) & mask;; at = (at + 1) & mask) {
    if (slots_[at] == NameId::kNone) {
      slots_[at] = static_cast<uint32_t>(texts_.size());
      texts_.push_back(keep(text));
      return NameId{slots_[at]};
    }
    if (texts_[slots_[at]] == text)
      return NameId{slots_[at]};
  }
}

std::optional<NameId> NameTable::find(std::string_view text) const {
  if (slots_.empty())
    return std::nullopt;
  const size_t mask = slots_.size() - 1;
  for (size_t at = hash_of(text) & mask; slots_[at] != NameId::kNone; at = (at + 1) & mask)
    if (texts_[slots_[at]] == text)
      return NameId{slots_[at]};
  return std::nullopt;
}

std::string_view NameTable::keep(std::string_view text) {
  if (text.empty())
    return {};
  if (text.size() > chunk_free_) {
    const size_t size = text.size() > kChunkBytes ? text.size() : kChunkBytes;
    chunks_.push_back(std::make_unique<char[]>(size));
    chunk_end_ = chunks_.back().get();
    chunk_free_ = size;
  }
  char *to = chunk_end_;
  std::memcpy(to, text.data(), text.size());
  chunk_end_ += text.size();
  chunk_free_ -= text.size();
  return {to, text.size()};
}

void NameTable::grow() {
  slots_.assign(slots_.empty() ? 256 : slots_.size() * 2, NameId::kNone);
  const size_t mask = slots_.size() - 1;
  for (uint32_t id = 0; id < texts_.size(); ++id) {
    size_t at = hash_of(texts_[id]) & mask;
    while (slots_[at] != NameId::kNone)
      at = (at + 1) & mask;
    slots_[at] = id;
  }
}

} // namespace decode_ledger
