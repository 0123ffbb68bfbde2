// Which guard stands in front of which decode site, and is it sound?
//
// A guard is a call or inline check that raises when an id lies outside [0, len(tokenizer)). It covers a site when it
// dominates the site in the function's control flow, on the same ids, with the same tokenizer, and can raise.
//
// Guards are recognised by body (an in-package function whose body compares its ids with 0 and len(tokenizer) and
// raises), or named by [[guard]] in the ledger and then verified by the same code. What is not followed ends as
// `Unknown` with a reason, never as guarded.
//
// Start reading at find_guards(). Tested by tests/corpus/guards/.
#pragma once

#include "decode_sites/decode_sites.h"

namespace decode_ledger::guards {

enum class GuardVerdict : uint8_t { Guarded, Unguarded, Unsound, Unknown };
std::string_view guard_verdict_name(GuardVerdict verdict); ///< "guarded", "unguarded", "unsound", "unknown"

/// A fault found in a guard or in how it covers a site: a DL2xx with its place.
struct GuardFault {
  diagnostics::Rule rule{};
  SourceRange place;
  std::string message;
  std::string help;
  std::vector<diagnostics::Place> evidence;
};

/// What a function's body shows it to be.
struct GuardFunction {
  FunctionId function;
  unsigned ids = 0;       ///< position of the ids parameter, self not counted; 0 for what a context manager yields
  unsigned tokenizer = 1; ///< position of the tokenizer parameter; kNoTokenizer when the bound is held elsewhere
  static constexpr unsigned kNoTokenizer = 0xffffffffU;
  bool returns_ids = false;       ///< gives its ids back: `ids = guard(ids, tok)`
  std::vector<NodeRef> raises;    ///< its Raise statements for a bad id
  package_model::ClassName fault; ///< the class raised; unknown when it could not be resolved
  std::string message_template;   ///< the raised message with {} for what is interpolated; empty: cannot be known
  std::vector<GuardFault> faults; ///< why it is unsound as it stands (bound, half bound, assert, …); empty: sound
  bool from_ledger = false;
};

struct SiteGuard {
  GuardVerdict verdict = GuardVerdict::Unguarded;
  NodeRef place;       ///< the guard's call or inline check; none when unguarded
  FunctionId function; ///< the guard function; none for an inline check
  std::string why;     ///< one sentence: why it counts, or why not
  std::vector<GuardFault> faults;
  std::vector<diagnostics::Place> evidence;
  package_model::ClassName fault; ///< the class that this guard raises
  std::string message_template;
};

struct GuardEntry { ///< [[guard]] of the ledger
  std::string function;
  std::string ids = "0"; ///< position or keyword
  std::string tokenizer = "1";
};

struct SiteGuards {
  std::vector<SiteGuard> sites;            ///< by SiteId
  std::vector<GuardFunction> functions;    ///< recognised and named, by FunctionId
  std::vector<std::string> entry_problems; ///< by GuardEntry: why its function is no guard (DL216), "" when it is one
  std::vector<bool> entry_found;           ///< by GuardEntry: the package has that function (DL103 otherwise)
  std::vector<diagnostics::Diagnostic> notes; ///< findings of no one site: DL213
};

/// `fault_types`: [fault] type of the ledger, dotted; may be empty.
SiteGuards find_guards(dataflow::Query &query, const knowledge::Knowledge &knowledge,
                       const decode_sites::DecodeSites &sites, const std::vector<GuardEntry> &entries,
                       const std::vector<std::string> &fault_types);

} // namespace decode_ledger::guards
