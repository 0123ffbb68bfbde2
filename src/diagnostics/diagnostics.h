// What a finding is, and which rules there are.
//
// A Diagnostic is one fact that a rule reports: a place, one sentence, the chain of places that proves it, and what to
// do next. Rooms make them, the driver sorts and filters them, `report` shows them. The registry is the one list of
// rules: `decode-ledger rules`, SARIF's table, the index of pages and completions come from it; each rule has a page in
// docs/rules/, embedded for `decode-ledger explain CODE`.
//
// Start reading at rules() in diagnostics.cc. Tested by tests/unit/diagnostics/ and tools/check_rules.py.
#pragma once

#include "support/source_range.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::diagnostics {

enum class Level : uint8_t { Off, Note, Warning, Error };

/// "off", "note", "warning" or "error".
std::string_view level_name(Level level);
std::optional<Level> find_level(std::string_view name);

/// The enumerator is the code: `Rule{101}` is DL101.
enum class Rule : uint16_t {
  UnledgeredSite = 101,
  GuardMissing,
  StaleEntry,
  DriftedEntry,
  ReasonMissing,
  ExemptionExpired,
  ReceiverUnknown,
  ExemptionContradicted,
  OpaqueDecode,
  AmbiguousEntry,
  NotExamined,
  EntryMoved,
  EntryOutdated,
  TodoLeft,
  FaultTypeUnknown,
  GuardNotOnEveryPath = 201,
  GuardChecksOtherIds,
  GuardBoundVocabSize,
  GuardHalfBound,
  GuardGivenProcessor,
  GuardBreaksOnRagged,
  GuardIsAssert,
  FaultTypeGeneric,
  GuardDoesNotRaise,
  IdsRepaired,
  FiniteCheckOnIds,
  GuardOnSentinelLabels,
  VocabularyResized,
  SentinelDecoded,
  HeadWiderThanTokenizer,
  GuardEntryUnproven,
  FaultSwallowed = 301,
  FaultJudgedByText,
  FaultSuppressed,
  FaultLostInFinally,
  FaultCaughtByName,
  FaultLostAtBoundary,
  FaultTypeLost,
  FaultReraisedOnCondition,
  FaultLostInContextManager,
  FaultRetried,
  ExitReportsSuccess,
  EscapeUnknown,
  DecodeErrorSwallowed,
  FaultDeferred,
  FileNotFullyParsed = 401,
  FileNotRead,
  BoundReached,
};

struct RuleEntry {
  Rule rule;
  std::string_view name;    ///< kebab-case: "unledgered-site"
  Level level;              ///< default
  std::string_view summary; ///< one sentence, the same in the page and the index
  bool implemented;         ///< false: in the design's table, reported by no room yet; `rules` says so
};

/// Every rule, by code.
std::span<const RuleEntry> rules();
/// REQUIRES: `rule` is an enumerator.
const RuleEntry &rule_entry(Rule rule);
/// "DL101".
std::string rule_code(Rule rule);
/// By code ("DL101", "dl101") or name ("unledgered-site"). None: no such rule.
std::optional<Rule> find_rule(std::string_view code_or_name);
/// The rule's page, as Markdown. Empty when none is embedded.
std::string_view rule_page(Rule rule);

/// One place of a chain, with a few words: "guard, raises HardwareFault", "swallowed here".
struct Place {
  SourceRange range;
  std::string text;
};

/// How a Place outside the analysed files is told: a line of the ledger.
struct LedgerPlace {
  uint32_t line = 0;   ///< 1-based; 0: no place in the ledger
  uint32_t column = 0; ///< 1-based, code points
  bool valid() const { return line != 0; }
};

struct Diagnostic {
  Rule rule{};
  Level level = Level::Error;
  std::string message; ///< one plain sentence, lower case, no full stop
  SourceRange range;   ///< primary place; invalid when the finding stands in the ledger (`ledger`)
  LedgerPlace ledger;
  std::string subject;     ///< the site or handler it speaks of, as `module:scope:call#nth`; may be empty
  std::string fingerprint; ///< of the subject, 12 hex digits; may be empty
  std::vector<Place>
      excerpt; ///< the lines to show below the message, in source order; the primary place is one of them
  std::vector<Place> related;    ///< ordered: the chain that proves it (guard, site, calls, handler)
  std::string way;               ///< the chain in one line, as text shows it; may be empty
  std::vector<std::string> help; ///< what to do next: an edit or a command, one a string
};

} // namespace decode_ledger::diagnostics
