// One hash for whatever is written down or compared across runs: ledger fingerprints and cache keys. The same bytes give
// the same number on every machine and in every version; std::hash promises neither.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace decode_ledger {

/// XXH3-64. Different seeds give independent hashes of the same bytes.
uint64_t stable_hash(std::string_view bytes, uint64_t seed = 0);

/// The form that is written down: the high 48 bits as 12 lower-case hex digits. Part of the ledger's schema.
std::string hash_text(uint64_t hash);

} // namespace decode_ledger
