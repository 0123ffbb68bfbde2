// Hashes of keys made of several ids, for unordered containers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <tuple>

namespace decode_ledger {

/// std::hash of each part, mixed in order: std::unordered_set<std::tuple<A, B>, TupleHash>.
struct TupleHash {
  template <class... Parts> size_t operator()(const std::tuple<Parts...> &key) const noexcept {
    return std::apply(
        [](const Parts &...parts) {
          uint64_t hash = 0;
          ((hash = (hash ^ std::hash<Parts>{}(parts)) * 0x9e3779b97f4a7c15ULL, hash ^= hash >> 32U), ...);
          return static_cast<size_t>(hash);
        },
        key);
  }
};

} // namespace decode_ledger
