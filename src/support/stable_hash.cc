#include "support/stable_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fmt/format.h>

namespace decode_ledger {

uint64_t stable_hash(std::string_view bytes, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

std::string hash_text(uint64_t hash) { return fmt::format("{:012x}", hash >> 16); }

} // namespace decode_ledger
