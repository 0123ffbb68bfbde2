#include "ledger/entry_findings.h"

#include "ledger/reasons.h"

#include <fmt/format.h>

#include <algorithm>

namespace decode_ledger::ledger {

using diagnostics::Diagnostic;
using diagnostics::Rule;

namespace {

struct Candidate {
  uint32_t subject;
  unsigned likeness;
};

// Nearest: the same fingerprint, then two of the three parts of the key.
std::vector<Candidate> nearest(const Claim &claim, const std::vector<Subject> &subjects) {
  std::vector<Candidate> found;
  for (uint32_t s = 0; s < subjects.size(); ++s) {
    const IdentityKey &key = subjects[s].key;
    unsigned alike = (key.module == claim.key.module) + (key.scope == claim.key.scope) + (key.text == claim.key.text);
    if (!claim.fingerprint.empty() && claim.fingerprint == subjects[s].fingerprint)
      alike += 3;
    if (alike >= 2)
      found.push_back({s, alike});
  }
  std::ranges::stable_sort(found, std::greater<>{}, &Candidate::likeness);
  if (found.size() > 3)
    found.resize(3);
  return found;
}

std::string differences(const Claim &claim, const Subject &subject) {
  std::vector<std::string> parts;
  if (subject.key.module != claim.key.module)
    parts.push_back(fmt::format("module `{}`", subject.key.module));
  if (subject.key.scope != claim.key.scope)
    parts.push_back(fmt::format("scope `{}`", subject.key.scope));
  if (subject.key.text != claim.key.text)
    parts.push_back(fmt::format("`{}`", subject.key.text));
  if (parts.empty())
    parts.push_back(fmt::format("number {}", subject.nth));
  return fmt::format("{}", fmt::join(parts, ", "));
}

} // namespace

void EntryFindings::tell_not_examined(TomlPlace place, const std::string &subject, const std::string &why) {
  out_.at_entry(Rule::NotExamined, place, subject, fmt::format("the entry was not examined: {}", why)).help = {
      "mend the file, or take it back into the run; until then the entry is neither stale nor clean"};
}

void EntryFindings::tell_ambiguous(TomlPlace place, const std::string &subject, const Match &m,
                                   const PlaceOf &place_of) {
  Diagnostic &d = out_.at_entry(Rule::AmbiguousEntry, place, subject,
                                fmt::format("the entry fits {} places in the code", m.disputed.size()));
  for (uint32_t s : m.disputed)
    d.related.push_back({place_of(s), "fits"});
  d.help = {"say which one is meant with `nth`, and give the others entries of their own"};
}

void EntryFindings::tell_twin(TomlPlace place, const std::string &subject, TomlPlace rival) {
  out_.at_entry(Rule::AmbiguousEntry, place, subject,
                fmt::format("the entry fits the same place in the code as the one of line {}", rival.line))
      .help = {"drop one of the two"};
}

void EntryFindings::tell_moved(TomlPlace place, const std::string &subject, const IdentityKey &to, SourceRange range,
                               std::string_view what) {
  Diagnostic &d = out_.at_entry(Rule::EntryMoved, place, subject,
                                fmt::format("the {} was moved or renamed to `{}` in `{}`", what, to.scope, to.module));
  d.related = {{range, fmt::format("{}, with the same fingerprint", what)}};
  d.help = {"`decode-ledger sync` re-keys the entry"};
}

void EntryFindings::tell_reason(const Decided &entry, const std::string &subject, std::string_view what) {
  std::string_view problem = problem_of_reason(entry.reason);
  if (problem.empty())
    return;
  TomlPlace place = entry.reason_place.line != 0 ? entry.reason_place : entry.place;
  out_.at_entry(Rule::ReasonMissing, place, subject, fmt::format("the reason of the {} {}", what, problem)).help = {
      "say what makes ids out of range impossible or harmless here, so that a reader can check it against the code"};
}

void EntryFindings::tell_expiry(const Decided &entry, const std::string &subject) {
  // Dates of this form compare as text.
  if (entry.expires_on.empty() || today_.empty() || today_ <= entry.expires_on)
    return;
  out_.at_entry(Rule::ExemptionExpired, entry.expires_place, subject,
                fmt::format("the entry expired on {}", entry.expires_on))
      .help = {"read the code again: write a later date, or guard the site and drop the entry"};
}

void EntryFindings::tell_stale(TomlPlace place, const std::string &subject, const Claim &claim,
                               const std::vector<Subject> &subjects, std::string_view what, const PlaceOf &place_of) {
  std::vector<Candidate> candidates = nearest(claim, subjects);
  std::string message = fmt::format("no {} matches `{}`", what, subject);
  if (!candidates.empty())
    message += fmt::format("; nearest is {} at {}", differences(claim, subjects[candidates.front().subject]),
                           places_.file_line(place_of(candidates.front().subject)));
  Diagnostic &d = out_.at_entry(Rule::StaleEntry, place, subject, std::move(message));
  for (const Candidate &c : candidates)
    d.related.push_back({place_of(c.subject), "candidate: " + differences(claim, subjects[c.subject])});
  d.help = {"key the entry to the code that it was meant for, or let `decode-ledger sync --prune` drop it"};
}

} // namespace decode_ledger::ledger
