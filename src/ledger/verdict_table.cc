#include "ledger/verdict_table.h"

#include <array>

namespace decode_ledger::ledger {
namespace {

struct Row {
  CodeSays code;
  uint16_t no_entry, guarded, exempt, todo;
};

// Levels of the DL30x of a guarded site are those of the rules. A guard that is sound can still have a warning (DL206,
// DL208), so its faults are told wherever the ledger calls for a guard.
constexpr uint16_t kHints = kSentinel | kWidth;
constexpr uint16_t kUnledgeredGuard = kUnledgered | kGuardFaults | kHints;
constexpr uint16_t kBareSite = kUnledgeredGuard | kDecodeError;
constexpr uint16_t kBareClaim = kGuardMissing | kGuardFaults | kHints | kDecodeError;
constexpr uint16_t kClaim = kContradiction | kSentinel;
// clang-format off
constexpr auto kTable = std::to_array<Row>({
    // code says                      no entry                       guarded                                   exempt                     todo
    {CodeSays::GuardedHeard,          kUnledgeredGuard | kHandlers,  kGuardFaults | kHandlers | kHints,        kMayDropEntry | kClaim,    kMayDropEntry},
    {CodeSays::GuardedSwallowed,      kUnledgeredGuard | kHandlers,  kGuardFaults | kHandlers | kHints,        kHandlersAsNotes | kClaim, kHandlersAsNotes},
    {CodeSays::GuardUnsound,          kUnledgeredGuard,              kGuardFaults | kHints,                    kClaim,                    kNothing},
    {CodeSays::GuardedConditional,    kUnledgeredGuard | kHandlers,  kGuardFaults | kHandlers | kHints,        kHandlersAsNotes | kClaim, kNothing},
    {CodeSays::GuardedEndingUnknown,  kUnledgeredGuard | kHandlers,  kGuardFaults | kHandlers | kHints,        kClaim,                    kNothing},
    {CodeSays::GuardUnjudged,         kUnledgeredGuard,              kGuardMissing | kGuardFaults | kHints,    kClaim,                    kNothing},
    {CodeSays::NoGuard,               kBareSite,                     kBareClaim,                               kClaim,                    kNothing},
    {CodeSays::ReceiverUnknown,       kReceiverUnknown,              kReceiverUnknown,                         kContradiction,            kNothing},
});
// clang-format on

constexpr bool is_in_order() {
  for (size_t i = 0; i < kTable.size(); ++i)
    if (static_cast<size_t>(kTable[i].code) != i)
      return false;
  return true;
}
static_assert(is_in_order(), "reports_for() indexes the table by CodeSays");

} // namespace

uint16_t reports_for(CodeSays code, const SiteEntry *entry) {
  const Row &row = kTable[static_cast<size_t>(code)];
  if (!entry)
    return row.no_entry;
  return entry->status == Status::Guarded ? row.guarded : entry->status == Status::Exempt ? row.exempt : row.todo;
}

std::string_view state_in_words(CodeSays code) {
  switch (code) {
  case CodeSays::GuardedHeard:
    return "it is guarded, and the guard is heard";
  case CodeSays::GuardedSwallowed:
    return "it is guarded, and the guard is swallowed";
  case CodeSays::GuardUnsound:
    return "the guard in front of it is unsound";
  case CodeSays::GuardedConditional:
    return "it is guarded, and a handler lets the guard pass on a condition only";
  case CodeSays::GuardedEndingUnknown:
    return "it is guarded, and whether the guard is heard is unknown";
  case CodeSays::GuardUnjudged:
    return "whether a guard covers it is unknown";
  case CodeSays::NoGuard:
    return "no guard stands in front of it";
  case CodeSays::ReceiverUnknown:
    return "whether it decodes ids is unknown";
  }
  return "";
}

} // namespace decode_ledger::ledger
