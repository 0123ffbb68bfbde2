// Which entry speaks of which piece of code?
//
// A claim is what an entry says (module, scope, text, perhaps an ordinal, perhaps a fingerprint), a subject is what the
// code has. Sites and handlers are matched by the same steps, each over what the steps before left over:
//
//   1. same key, same ordinal, same fingerprint      nothing changed
//   2. same key, same fingerprint                    a twin was put before it: the ordinal shifted
//   3. same key, same ordinal                        the code under the entry changed: the caller finds the drift
//   4. same fingerprint elsewhere, and only one      the function or file was renamed or moved; not when the entry's
//      in a scope of that name, in that module, or   own file was not read: a copy elsewhere would be taken for it
//      anywhere
//
//     entry  m:f:tok.decode#1  aa      code  m:f:tok.decode#1  cc (new)      entry aa is matched to #2 by its
//                                            m:f:tok.decode#2  aa            fingerprint; #1 has no entry
//
// An entry that fits two subjects at one step is ambiguous and matches none of them.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace decode_ledger::ledger {

struct IdentityKey {
  std::string module, scope, text;
  auto operator<=>(const IdentityKey &) const = default;
};

struct Subject {
  IdentityKey key;
  uint32_t nth = 1; ///< 1-based among the same key
  std::string fingerprint;
};

struct Claim {
  IdentityKey key;
  uint32_t nth = 0;           ///< 0: left out, which fits a key that has one subject
  std::string fingerprint;    ///< empty: it has none
  bool may_have_moved = true; ///< false: its file was not read whole, so it may stand where it stood
};

enum class MatchKind : uint8_t {
  None,      ///< nothing in the code fits
  Same,      ///< by key
  Moved,     ///< by fingerprint alone
  Ambiguous, ///< fits several subjects: `disputed` has them
  Twin,      ///< its subject belongs to the claim `rival` already
};

struct Match {
  MatchKind kind = MatchKind::None;
  uint32_t subject = 0;           ///< Same, Moved
  uint32_t rival = 0;             ///< Twin: index of the other claim
  std::vector<uint32_t> disputed; ///< Ambiguous: indices of subjects
};

struct Matches {
  std::vector<Match> claims;                     ///< by claim
  std::vector<std::optional<uint32_t>> subjects; ///< by subject: the claim that it belongs to
};

/// `subjects` of one key stand in order of place. Cost: n log n, and the square of the largest group of twins.
Matches match(const std::vector<Claim> &claims, const std::vector<Subject> &subjects);

} // namespace decode_ledger::ledger
