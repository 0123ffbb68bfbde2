// See match.h for the steps. Tested by tests/unit/ledger/match_test.cc.

#include "ledger/match.h"

#include <algorithm>
#include <map>
#include <utility>

namespace decode_ledger::ledger {
namespace {

using Indices = std::vector<uint32_t>;

class Matcher {
public:
  Matcher(const std::vector<Claim> &claims, const std::vector<Subject> &subjects)
      : claims_(claims), subjects_(subjects) {
    result_.claims.resize(claims.size());
    result_.subjects.resize(subjects.size());
  }

  Matches run() && {
    const std::map<IdentityKey, Group> by_key = groups();
    for (const auto &[key, group] : by_key)
      match_group(group.claims, group.subjects);
    match_moved();
    for (const auto &[key, group] : by_key)
      find_twins(group.claims, group.subjects);
    return std::move(result_);
  }

private:
  struct Group {
    Indices claims, subjects;
  };

  std::map<IdentityKey, Group> groups() const {
    std::map<IdentityKey, Group> groups;
    for (uint32_t c = 0; c < claims_.size(); ++c)
      groups[claims_[c].key].claims.push_back(c);
    for (uint32_t s = 0; s < subjects_.size(); ++s)
      groups[subjects_[s].key].subjects.push_back(s);
    return groups;
  }

  bool is_open(uint32_t claim) const { return result_.claims[claim].kind == MatchKind::None; }
  bool is_free(uint32_t subject) const { return !result_.subjects[subject]; }

  void claim_subject(uint32_t claim, uint32_t subject, MatchKind kind) {
    result_.claims[claim].kind = kind;
    result_.claims[claim].subject = subject;
    result_.subjects[subject] = claim;
  }

  void dispute(uint32_t claim, Indices subjects) {
    result_.claims[claim].kind = MatchKind::Ambiguous;
    result_.claims[claim].disputed = std::move(subjects);
  }

  bool has_same_fingerprint(uint32_t claim, uint32_t subject) const {
    return !claims_[claim].fingerprint.empty() && claims_[claim].fingerprint == subjects_[subject].fingerprint;
  }

  /// An ordinal that is left out names the only subject of its key.
  bool names(uint32_t claim, uint32_t subject, const Indices &group) const {
    return claims_[claim].nth == 0 ? group.size() == 1 : claims_[claim].nth == subjects_[subject].nth;
  }

  void match_group(const Indices &claims, const Indices &subjects) {
    for (uint32_t c : claims)
      for (uint32_t s : subjects)
        if (is_open(c) && is_free(s) && names(c, s, subjects) && has_same_fingerprint(c, s))
          claim_subject(c, s, MatchKind::Same);
    match_shifted(claims, subjects);
    for (uint32_t c : claims)
      for (uint32_t s : subjects)
        if (is_open(c) && is_free(s) && names(c, s, subjects))
          claim_subject(c, s, MatchKind::Same);
    for (uint32_t c : claims)
      if (is_open(c) && claims_[c].nth == 0)
        take_only_one_left(c, subjects);
  }

  // Step 2. Twins that the fingerprint cannot tell apart are paired in order when there are as many of each.
  void match_shifted(const Indices &claims, const Indices &subjects) {
    std::map<std::string, Group> alike;
    for (uint32_t c : claims)
      if (is_open(c) && !claims_[c].fingerprint.empty())
        alike[claims_[c].fingerprint].claims.push_back(c);
    for (uint32_t s : subjects)
      if (is_free(s))
        if (auto found = alike.find(subjects_[s].fingerprint); found != alike.end())
          found->second.subjects.push_back(s);
    for (auto &[fingerprint, group] : alike) {
      if (group.subjects.empty())
        continue;
      if (group.claims.size() == group.subjects.size())
        pair_in_order(group, MatchKind::Same);
      else if (group.claims.size() < group.subjects.size())
        for (uint32_t c : group.claims)
          if (std::ranges::none_of(subjects, [&](uint32_t s) { return is_free(s) && names(c, s, subjects); }))
            dispute(c, group.subjects);
    }
  }

  void pair_in_order(Group &group, MatchKind kind) {
    std::ranges::stable_sort(group.claims, {}, [&](uint32_t c) { return claims_[c].nth; });
    for (size_t i = 0; i < group.claims.size(); ++i)
      claim_subject(group.claims[i], group.subjects[i], kind);
  }

  // An ordinal that is left out where it matters: it can be meant for the one subject that nobody else claims.
  void take_only_one_left(uint32_t claim, const Indices &subjects) {
    Indices free;
    std::ranges::copy_if(subjects, std::back_inserter(free), [&](uint32_t s) { return is_free(s); });
    if (free.size() == 1)
      claim_subject(claim, free.front(), MatchKind::Same);
    else if (free.size() > 1)
      dispute(claim, std::move(free));
  }

  // A second entry for a subject that another entry has: written with the same key, or with nothing that tells it from
  // that subject. One with a fingerprint of its own spoke of a twin that is gone.
  void find_twins(const Indices &claims, const Indices &subjects) {
    for (uint32_t claim : claims)
      for (uint32_t other : claims) {
        if (!is_open(claim) || result_.claims[other].kind != MatchKind::Same)
          continue;
        uint32_t subject = result_.claims[other].subject;
        bool is_alike = claims_[claim].fingerprint.empty() || has_same_fingerprint(claim, subject);
        if (claims_[other].nth == claims_[claim].nth || (is_alike && names(claim, subject, subjects))) {
          result_.claims[claim].kind = MatchKind::Twin;
          result_.claims[claim].rival = other;
        }
      }
  }

  // Step 4. Functions that decode alike have one fingerprint, and a file that is moved takes them all along: the scope
  // tells them apart, and after that the module those of which one was renamed. Where both answer, each with a subject
  // of its own, nothing is guessed.
  void match_moved() {
    match_moved_by([](const IdentityKey &key) { return std::pair(key.scope, key.text); },
                   [](const IdentityKey &claim, const IdentityKey &subject) { return claim.module == subject.module; });
    match_moved_by([](const IdentityKey &key) { return std::pair(key.module, key.text); },
                   [](const IdentityKey &claim, const IdentityKey &subject) { return claim.scope == subject.scope; });
    match_moved_by([](const IdentityKey &) { return 0; },
                   [](const IdentityKey &, const IdentityKey &) { return false; });
  }

  // A move takes all twins along: they may be several when they stay together on both sides.
  template <class Likeness, class IsRival> void match_moved_by(Likeness likeness, IsRival is_rival) {
    std::map<std::pair<std::string, decltype(likeness(IdentityKey()))>, Group> alike;
    std::map<std::string, Indices> claimed_fingerprints; // the free subjects of each
    for (uint32_t c = 0; c < claims_.size(); ++c)
      if (is_open(c) && claims_[c].may_have_moved && !claims_[c].fingerprint.empty()) {
        alike[{claims_[c].fingerprint, likeness(claims_[c].key)}].claims.push_back(c);
        claimed_fingerprints.try_emplace(claims_[c].fingerprint);
      }
    for (uint32_t s = 0; s < subjects_.size(); ++s) {
      auto claimed = claimed_fingerprints.find(subjects_[s].fingerprint);
      if (!is_free(s) || claimed == claimed_fingerprints.end())
        continue;
      claimed->second.push_back(s);
      if (auto found = alike.find({subjects_[s].fingerprint, likeness(subjects_[s].key)}); found != alike.end())
        found->second.subjects.push_back(s);
    }
    for (auto &[like, group] : alike)
      if (stays_together(group) && std::ranges::none_of(claimed_fingerprints.at(like.first), [&](uint32_t s) {
            return is_rival(claims_[group.claims.front()].key, subjects_[s].key);
          }))
        pair_in_order(group, MatchKind::Moved);
  }

  bool stays_together(const Group &group) const {
    return group.claims.size() == group.subjects.size() &&
           std::ranges::all_of(group.claims,
                               [&](uint32_t c) { return claims_[c].key == claims_[group.claims.front()].key; }) &&
           std::ranges::all_of(group.subjects,
                               [&](uint32_t s) { return subjects_[s].key == subjects_[group.subjects.front()].key; });
  }

  const std::vector<Claim> &claims_;
  const std::vector<Subject> &subjects_;
  Matches result_;
};

} // namespace

Matches match(const std::vector<Claim> &claims, const std::vector<Subject> &subjects) {
  return Matcher(claims, subjects).run();
}

} // namespace decode_ledger::ledger
