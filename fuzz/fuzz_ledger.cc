// Any bytes as a ledger: read_ledger() must not crash, and each of its errors must have a place and a message. Of a
// ledger without errors, every edit of an entry must give one without errors that says what the edit meant, and nothing
// else anew.

#include "ledger/edit.h"
#include "ledger/ledger.h"
#include "support/check.h"

using namespace decode_ledger;

namespace {

constexpr uint32_t kMostEntries = 8; // of one input: each costs five readings of it

ledger::Ledger after(std::string_view text, const ledger::Edits &edits) {
  ledger::ReadLedger read = ledger::read_ledger(ledger::apply_edits(text, edits), "ledger.toml");
  DL_CHECK(read.errors.empty());
  return std::move(read.ledger);
}

bool is_same(const ledger::SiteEntry &a, const ledger::SiteEntry &b) {
  return a.key == b.key && a.status == b.status && a.category == b.category && a.reason == b.reason &&
         a.reviewed_by == b.reviewed_by && a.reviewed_on == b.reviewed_on && a.expires_on == b.expires_on &&
         a.fingerprint == b.fingerprint;
}

/// `now` has the entries of `old` but one that was added or dropped at `at`.
void check_others(const ledger::Ledger &longer, const ledger::Ledger &shorter, uint32_t at) {
  DL_CHECK(longer.sites.size() == shorter.sites.size() + 1);
  for (uint32_t i = 0; i < shorter.sites.size(); ++i)
    DL_CHECK(is_same(shorter.sites[i], longer.sites[i < at ? i : i + 1]));
  DL_CHECK(longer.handlers.size() == shorter.handlers.size() && longer.rules.size() == shorter.rules.size());
}

void check_changes(std::string_view text, const ledger::Ledger &old, ledger::EntryRef ref) {
  constexpr std::string_view kReason = "it's \"so\" \\ größer\n\t# no comment";
  ledger::Edits edits;
  edits.entries[ref].set = {
      {"module", "a.b"}, {"nth", "3"}, {"reason", std::string(kReason)}, {"expires-on", "2027-01-01"}};
  edits.entries[ref].remove = {"category", "reviewed-by"};
  ledger::Ledger now = after(text, edits);
  DL_CHECK(now.sites.size() == old.sites.size());
  for (uint32_t i = 0; i < old.sites.size(); ++i) {
    ledger::SiteEntry expected = old.sites[i];
    if (i == ref.index) {
      expected.key.module = "a.b";
      expected.key.nth = 3;
      expected.reason = kReason;
      expected.expires_on = "2027-01-01";
      expected.category = expected.reviewed_by = "";
    }
    DL_CHECK(is_same(now.sites[i], expected));
  }
}

void check_edits(std::string_view text, const ledger::Ledger &old) {
  ledger::NewEntry added;
  added.keys = {{"module", "m"}, {"scope", "s"}, {"call", "c"}, {"status", "todo"}};
  auto with = [&](std::optional<ledger::EntryRef> neighbour, bool before) {
    ledger::Edits edits;
    edits.added.push_back(added);
    edits.added.back().neighbour = neighbour;
    edits.added.back().before = before;
    return after(text, edits);
  };
  if (old.sites.empty())
    check_others(with({}, false), old, 0);
  for (uint32_t i = 0; i < old.sites.size() && i < kMostEntries; ++i) {
    ledger::EntryRef ref{ledger::EntryKind::Site, i};
    check_changes(text, old, ref);
    ledger::Edits drop;
    drop.entries[ref].drop = true;
    check_others(old, after(text, drop), i);
    check_others(with(ref, true), old, i);
    check_others(with(ref, false), old, i + 1);
  }
  ledger::Edits drop_all;
  for (uint32_t i = 0; i < old.sites.size(); ++i)
    drop_all.entries[{ledger::EntryKind::Site, i}].drop = true;
  drop_all.added.push_back(added);
  DL_CHECK(after(text, drop_all).sites.size() == 1);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  ledger::ReadLedger read = ledger::read_ledger(text, "ledger.toml");
  for (const ledger::LedgerError &error : read.errors)
    DL_CHECK(!error.message.empty());
  if (read.errors.empty())
    check_edits(text, read.ledger);
  return 0;
}
