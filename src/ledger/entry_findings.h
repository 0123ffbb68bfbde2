// What can be wrong with an entry, of a site or of a handler: findings at its line in the ledger. Private to this room.
#pragma once

#include "ledger/findings.h"
#include "ledger/match.h"
#include "ledger/places.h"

#include <functional>

namespace decode_ledger::ledger {

/// Where a subject (match.h) stands in the code.
using PlaceOf = std::function<SourceRange(uint32_t subject)>;

/// What entries of both kinds have of a decision.
struct Decided {
  const std::string &reason, &expires_on;
  TomlPlace place, reason_place, expires_place;
};
template <class Entry> Decided decided(const Entry &entry) {
  return {entry.reason, entry.expires_on, entry.place, entry.reason_place, entry.expires_place};
}

class EntryFindings {
public:
  /// `today`: as JudgeOptions has it.
  EntryFindings(Places &places, const std::string &today, FindingList &out)
      : places_(places), today_(today), out_(out) {}

  void tell_not_examined(TomlPlace place, const std::string &subject, const std::string &why);
  void tell_ambiguous(TomlPlace place, const std::string &subject, const Match &m, const PlaceOf &place_of);
  void tell_twin(TomlPlace place, const std::string &subject, TomlPlace rival);
  void tell_moved(TomlPlace place, const std::string &subject, const IdentityKey &to, SourceRange range,
                  std::string_view what);
  void tell_reason(const Decided &entry, const std::string &subject, std::string_view what);
  void tell_expiry(const Decided &entry, const std::string &subject);
  /// With the nearest of `subjects`, and what differs.
  void tell_stale(TomlPlace place, const std::string &subject, const Claim &claim, const std::vector<Subject> &subjects,
                  std::string_view what, const PlaceOf &place_of);

private:
  Places &places_;
  const std::string &today_;
  FindingList &out_;
};

} // namespace decode_ledger::ledger
