// What did people decide about each site, and does the code still agree?
//
// read_ledger() reads ledger.toml (toml++), tells every error in it at once with line, column, what was expected and
// the nearest valid word. judge() holds the entries against the sites, guards and traces: the verdict table of
// docs/ledger.md, one verdict a site, and the findings DL101 to DL115 and DL2xx/DL3xx at the levels the table says.
// first_ledger() prints the ledger that `init` writes.
//
// Identity: an entry names module, scope, call text and ordinal; the fingerprint decides among twins and finds what
// moved. No line numbers. Start reading at judge(). Tested by tests/corpus/ledger/ and tests/unit/ledger/.
#pragma once

#include "exceptions_trace/exceptions_trace.h"

namespace decode_ledger::ledger {

enum class Status : uint8_t { Guarded, Exempt, Todo };

/// Where in ledger.toml a table or value stands: 1-based.
struct TomlPlace {
  uint32_t line = 0;
  uint32_t column = 0;
};

struct SiteEntry {
  decode_sites::SiteKey key; ///< nth is 0 when left out
  Status status = Status::Todo;
  std::string category, reason, reviewed_by, reviewed_on, expires_on;
  std::string fingerprint; ///< may be empty
  TomlPlace place, reason_place, expires_place;
};

struct HandlerEntry {
  std::string module, scope, clause, reason, fingerprint;
  std::string reviewed_by, reviewed_on, expires_on;
  uint32_t nth = 0;
  TomlPlace place, reason_place, expires_place;
};

struct RuleSetting {
  diagnostics::Rule rule{};
  diagnostics::Level level{};
};

struct Ledger {
  std::string path; ///< as opened
  std::vector<std::string> roots, exclude, tests;
  std::vector<std::string> fault_types;
  TomlPlace fault_place;
  std::vector<guards::GuardEntry> guards;
  std::vector<TomlPlace> guard_places; ///< of the function's name
  std::vector<decode_sites::UserDecoder> decoders;
  std::vector<TomlPlace> decoder_places; ///< of the function's or method's name
  std::vector<SiteEntry> sites;
  std::vector<HandlerEntry> handlers;
  std::vector<RuleSetting> rules;
};

/// One error in the ledger's text. `message` holds no place: it is shown as
/// "ledger.toml:12:5: unknown key `modul` in [[site]]; did you mean `module`?".
struct LedgerError {
  TomlPlace place;
  std::string message;
};

struct ReadLedger {
  Ledger ledger;
  std::vector<LedgerError> errors; ///< in order of place; not empty: the ledger is refused, exit 2
};

/// The categories of exemptions, as the ledger has them.
std::span<const std::string_view> categories();

/// `text`: the bytes of the ledger, `path` for messages.
ReadLedger read_ledger(std::string_view text, std::string path);

/// How the site stands, for the summary and the inventory.
enum class SiteState : uint8_t { Guarded, Exempt, Todo, New, Test, Opaque, NoSite };
std::string_view site_state_name(SiteState state); ///< "guarded", …, "no-site"

struct SiteVerdict {
  SiteState state = SiteState::New;
  std::optional<uint32_t> entry; ///< index into Ledger::sites; of a call that inherits, the raw site's
  bool moved = false, drifted = false;
  bool inherited = false; ///< a call of a wrapper that needs no entry of its own
  bool disputed = false;  ///< an entry fits it and others (DL110)
  bool proven = false;    ///< a sound guard covers it and is heard
};

/// What an entry was found to speak of.
enum class EntryState : uint8_t {
  Fits,        ///< `subject`
  Moved,       ///< `subject`, found by the fingerprint alone (DL112)
  Ambiguous,   ///< several places, or one that another entry has (DL110)
  Stale,       ///< nothing, and its file was read whole (DL103)
  NotNeeded,   ///< the code itself shows what the entry says: no decode site (DL113)
  NotExamined, ///< its file was not read whole (DL111)
};

struct EntryVerdict {
  EntryState state = EntryState::NotExamined;
  uint32_t subject = 0; ///< Fits, Moved: a SiteId's value, or an index into Verdicts::handlers
};

/// A handler that an entry can speak of.
struct KnownHandler {
  SourceRange place; ///< the clause up to before its colon, or the call
  std::string module, scope, clause;
  uint32_t nth = 1, of = 1; ///< among the same clause in the same scope
  std::string fingerprint;
  bool matters = false; ///< it stops a guard's exception, or the tokenizer's own
};

struct Verdicts {
  std::vector<SiteVerdict> sites;                   ///< by SiteId
  std::vector<EntryVerdict> site_entries;           ///< by Ledger::sites
  std::vector<EntryVerdict> handler_entries;        ///< by Ledger::handlers
  std::vector<KnownHandler> handlers;               ///< by file and place
  std::vector<diagnostics::Diagnostic> diagnostics; ///< unsorted; default levels, notes where the table says so
};

struct JudgeOptions {
  bool strict = false;
  std::string today;        ///< "2026-11-29", UTC; compared with expires-on
  std::string ledger_shown; ///< the ledger's path as messages show it
};

Verdicts judge(const Ledger &ledger, const dataflow::PackageModel &model, const decode_sites::DecodeSites &sites,
               const guards::SiteGuards &guards, const exceptions_trace::Traces &traces, const JudgeOptions &options);

/// The text of a first ledger: guarded-and-heard sites as such, the rest as `todo`, with evidence in comments.
std::string first_ledger(const dataflow::PackageModel &model, const decode_sites::DecodeSites &sites,
                         const guards::SiteGuards &guards, const exceptions_trace::Traces &traces,
                         const std::vector<std::string> &roots);

} // namespace decode_ledger::ledger
