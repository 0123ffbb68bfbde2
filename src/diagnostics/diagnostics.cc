// The registry of rules. One row a rule, by code; a code or a name is never used again, a retired row stays.
//
// `implemented` is false for a rule that is in the table of rules and that no room reports: `decode-ledger rules` says
// so, and a [rules] line that names one is accepted, so that a ledger does not depend on the version that reads it.

#include "diagnostics/diagnostics.h"

#include "support/check.h"
#include "support/embedded.h"

#include <algorithm>
#include <array>

namespace decode_ledger::diagnostics {
namespace {

constexpr bool kReported = true;
[[maybe_unused]] constexpr bool kPlanned = false;

constexpr std::array kRules = std::to_array<RuleEntry>({
    // The ledger: does each site have an entry, and does each entry still hold?
    {Rule::UnledgeredSite, "unledgered-site", Level::Error, "a decode site has no entry in the ledger", kReported},
    {Rule::GuardMissing, "guard-missing", Level::Error, "an entry says guarded and no guard covers its site",
     kReported},
    {Rule::StaleEntry, "stale-entry", Level::Error, "an entry of the ledger matches nothing in the code", kReported},
    {Rule::DriftedEntry, "drifted-entry", Level::Error, "the code under an entry changed since it was decided",
     kReported},
    {Rule::ReasonMissing, "reason-missing", Level::Error, "an exemption has no real reason or no category", kReported},
    {Rule::ExemptionExpired, "exemption-expired", Level::Error, "an exemption is past its expiry date", kReported},
    {Rule::ReceiverUnknown, "receiver-unknown", Level::Error,
     "a call may be a decode site and nothing in the code settles it", kReported},
    {Rule::ExemptionContradicted, "exemption-contradicted", Level::Error,
     "the code shows otherwise than an exemption's category says", kReported},
    {Rule::OpaqueDecode, "opaque-decode", Level::Note, "ids are decoded inside a dependency, where no guard can stand",
     kReported},
    {Rule::AmbiguousEntry, "ambiguous-entry", Level::Error, "one entry fits two sites, or two entries fit one site",
     kReported},
    {Rule::NotExamined, "not-examined", Level::Error,
     "the file of an entry was not read whole, so the entry is neither stale nor clean", kReported},
    {Rule::EntryMoved, "entry-moved", Level::Warning, "the site of an entry was renamed or moved", kReported},
    {Rule::EntryOutdated, "entry-outdated", Level::Note, "an exemption or a todo that the code no longer needs",
     kReported},
    {Rule::TodoLeft, "todo-left", Level::Error, "a todo entry is left, and the check is strict", kReported},
    {Rule::FaultTypeUnknown, "fault-type-unknown", Level::Error,
     "the ledger names a fault type that the package does not have", kReported},

    // Guards: does what stands in front of a site really stop bad ids?
    {Rule::GuardNotOnEveryPath, "guard-not-on-every-path", Level::Error,
     "a guard stands on some paths to the decode site and not on all", kReported},
    {Rule::GuardChecksOtherIds, "guard-checks-other-ids", Level::Error,
     "a guard looks at other ids than those that are decoded", kReported},
    {Rule::GuardBoundVocabSize, "guard-bound-vocab-size", Level::Error,
     "a guard's bound is vocab_size, which leaves out added tokens", kReported},
    {Rule::GuardHalfBound, "guard-half-bound", Level::Error, "a guard checks one end of the range only", kReported},
    {Rule::GuardGivenProcessor, "guard-given-processor", Level::Error,
     "a guard is given a processor where it needs the tokenizer's length", kReported},
    {Rule::GuardBreaksOnRagged, "guard-breaks-on-ragged", Level::Warning,
     "a guard makes a tensor of lists that may be ragged", kReported},
    {Rule::GuardIsAssert, "guard-is-assert", Level::Error, "a guard is an assert, which python -O removes", kReported},
    {Rule::FaultTypeGeneric, "fault-type-generic", Level::Warning,
     "a guard raises a builtin exception class instead of one of its own", kReported},
    {Rule::GuardDoesNotRaise, "guard-does-not-raise", Level::Error, "a guard finds bad ids and does not stop the run",
     kReported},
    {Rule::IdsRepaired, "ids-repaired", Level::Warning, "ids out of range are repaired, which hides the fault",
     kReported},
    {Rule::FiniteCheckOnIds, "finite-check-on-ids", Level::Warning,
     "integer ids are checked for NaN or infinity, which they cannot be", kReported},
    {Rule::GuardOnSentinelLabels, "guard-on-sentinel-labels", Level::Error,
     "a guard checks labels that may still hold the padding sentinel", kReported},
    {Rule::VocabularyResized, "vocabulary-resized", Level::Note,
     "the package resizes the model's vocabulary, on which the guard's bound rests", kReported},
    {Rule::SentinelDecoded, "sentinel-decoded", Level::Warning,
     "ids that may hold a negative sentinel are decoded as they are", kReported},
    {Rule::HeadWiderThanTokenizer, "head-wider-than-tokenizer", Level::Note,
     "ids come from logits whose width nothing compares with the tokenizer's length", kReported},
    {Rule::GuardEntryUnproven, "guard-entry-unproven", Level::Error,
     "a guard entry names a function whose body is no guard", kReported},

    // The exception's way: who receives what the guard raises?
    {Rule::FaultSwallowed, "fault-swallowed", Level::Error, "a broad handler swallows what a guard raises", kReported},
    {Rule::FaultJudgedByText, "fault-judged-by-text", Level::Error,
     "a handler decides by the message's text whether a guard's exception goes on", kReported},
    {Rule::FaultSuppressed, "fault-suppressed", Level::Error, "contextlib.suppress swallows what a guard raises",
     kReported},
    {Rule::FaultLostInFinally, "fault-lost-in-finally", Level::Error,
     "a jump in a finally clause drops what a guard raised", kReported},
    {Rule::FaultCaughtByName, "fault-caught-by-name", Level::Error,
     "a narrow handler catches the fault type and does not raise it again", kReported},
    {Rule::FaultLostAtBoundary, "fault-lost-at-boundary", Level::Error,
     "a guard's exception ends in a thread, task or callback that nobody asks for its result", kReported},
    {Rule::FaultTypeLost, "fault-type-lost", Level::Warning,
     "a handler raises another class in place of the fault type", kReported},
    {Rule::FaultReraisedOnCondition, "fault-reraised-on-condition", Level::Warning,
     "a handler raises a guard's exception again on some condition only", kReported},
    {Rule::FaultLostInContextManager, "fault-lost-in-context-manager", Level::Error,
     "a context manager swallows what a guard raises", kReported},
    {Rule::FaultRetried, "fault-retried", Level::Error, "work is run again on faulted hardware after a guard raised",
     kReported},
    {Rule::ExitReportsSuccess, "exit-reports-success", Level::Error,
     "a handler ends the run with status 0 after a guard raised", kReported},
    {Rule::EscapeUnknown, "escape-unknown", Level::Warning,
     "code that is not read leaves open whether a guard's exception is heard", kReported},
    {Rule::DecodeErrorSwallowed, "decode-error-swallowed", Level::Warning,
     "a handler swallows what the tokenizer itself raises on ids out of range", kReported},
    {Rule::FaultDeferred, "fault-deferred", Level::Note, "a handler keeps a guard's exception, and it is raised later",
     kReported},

    // What could not be read or followed.
    {Rule::FileNotFullyParsed, "file-not-fully-parsed", Level::Warning, "a part of a file could not be parsed",
     kReported},
    {Rule::FileNotRead, "file-not-read", Level::Error, "a file of the package could not be read", kReported},
    {Rule::BoundReached, "bound-reached", Level::Note, "a bound of the analysis was reached at this place", kReported},
});

constexpr bool is_sorted_by_code() {
  for (size_t i = 1; i < kRules.size(); ++i)
    if (kRules[i - 1].rule >= kRules[i].rule)
      return false;
  return true;
}
static_assert(is_sorted_by_code(), "rule_entry() searches by code");

char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, ascii_lower, ascii_lower);
}

} // namespace

std::string_view level_name(Level level) {
  switch (level) {
  case Level::Off:
    return "off";
  case Level::Note:
    return "note";
  case Level::Warning:
    return "warning";
  case Level::Error:
    return "error";
  }
  return "error";
}

std::optional<Level> find_level(std::string_view name) {
  for (Level level : {Level::Off, Level::Note, Level::Warning, Level::Error})
    if (level_name(level) == name)
      return level;
  return std::nullopt;
}

std::span<const RuleEntry> rules() { return kRules; }

const RuleEntry &rule_entry(Rule rule) {
  auto found = std::ranges::lower_bound(kRules, rule, {}, &RuleEntry::rule);
  DL_CHECK(found != kRules.end() && found->rule == rule);
  return *found;
}

std::string rule_code(Rule rule) { return "DL" + std::to_string(static_cast<unsigned>(rule)); }

std::optional<Rule> find_rule(std::string_view code_or_name) {
  for (const RuleEntry &entry : kRules)
    if (equals_ignoring_case(code_or_name, rule_code(entry.rule)) || equals_ignoring_case(code_or_name, entry.name))
      return entry.rule;
  return std::nullopt;
}

std::string_view rule_page(Rule rule) {
  std::string_view name = rule_entry(rule).name;
  for (const EmbeddedFile &page : embedded_rule_pages())
    if (page.name.substr(0, page.name.rfind('.')) == name)
      return page.text;
  return {};
}

} // namespace decode_ledger::diagnostics
