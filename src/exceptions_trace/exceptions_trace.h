// For each decode site: if a guard in front of it raises the fault type, who hears it?
//
// Vertices are (function, exception class), edges are calls that were resolved. The fault leaves a function unless a
// protected region around the place has a handler whose types include it; the first clause that matches decides. The
// walk goes from the site's function outwards to every caller until the top of the run: module level, a console
// script, a framework's entry point, or a function that nothing in the package calls (public API: heard).
//
//     def load(ids):                   # the fault escapes here: no protected region
//         return tok.decode(ids)       # decode site
//     def main():
//         try: load(ids)
//         except Exception: pass       # the trace ends here: swallowed
//
// What is not followed ends as Unknown with the reason, never as heard. Each (function, class) is visited once, so
// recursion ends; each handler keeps one shortest witness chain and the count of other ways.
//
// Start reading at trace_exceptions(). Tested by tests/corpus/exceptions_trace/.
#pragma once

#include "guards/guards.h"

namespace decode_ledger::exceptions_trace {

enum class HandlerVerdict : uint8_t {
  Reraises,
  Converts,
  Swallows,
  StringMatch,
  Conditional,
  Deferred,
  Exits,
  Unknown
};
/// "reraises", "converts", "swallows", "string-match", "conditional", "deferred", "exits", "unknown".
std::string_view handler_verdict_name(HandlerVerdict verdict);

enum class Ending : uint8_t { Heard, Swallowed, Conditional, Unknown };
std::string_view ending_name(Ending ending);

/// Unresolved calls that a trace names; those beyond are counted.
constexpr size_t kMaxUnresolvedTold = 100;

/// One step of a witness chain: in `function`, at `place`.
struct Frame {
  FunctionId function;
  SourceRange place; ///< the call (or the guard, the site) in that function
  dataflow::Certainty certainty = dataflow::Certainty::Certain;
};

/// A handler met by the fault, and what it does to it.
struct HandlerMet {
  NodeRef handler;    ///< the Handler; for a `with`, a finally or a boundary the node that makes it one
  SourceRange place;  ///< the clause from `except` to before its colon, or the call
  std::string clause; ///< "except Exception as error": as the source has it, normalised
  HandlerVerdict verdict{};
  diagnostics::Rule rule{}; ///< the finding it would be (FaultSwallowed, …); Rule{} for none (reraises)
  std::string why;          ///< one sentence: "logs and goes on (line 80)"
  std::vector<diagnostics::Place> evidence; ///< lines in the handler that decide
  std::string converts_to;                  ///< dotted class, for Converts
  std::vector<Frame> chain;                 ///< from the site outwards to the function that holds the handler
  uint32_t other_ways = 0;                  ///< further ways to the same handler
  bool masked = false;                      ///< stands behind a handler that already swallows on each way
  bool possible = false;                    ///< every way needs a `possible` edge
  std::string exception;                    ///< dotted class that arrives here
};

struct Top {
  FunctionId function;
  std::string kind; ///< "__main__", "console script", "public API", "server route (answers 500 and goes on)"
};

struct Trace {
  SiteId site;
  SourceRange raised_at;            ///< the guard's place, or the site's when it has none
  std::string fault;                ///< dotted class followed; "RuntimeError (hypothetical subclass)" without a ledger
  std::vector<HandlerMet> handlers; ///< in order: by chain length, then place; only those that can catch it
  /// Narrow handlers in the site's function or a direct caller that catch what tokenizers raise on ids out of range
  /// (OverflowError, IndexError …) and go on: DL313. For unguarded sites only, and none that catches the fault type.
  std::vector<HandlerMet> decode_errors;
  std::vector<Top> tops;
  /// Calls on the way that could not be resolved: the first kMaxUnresolvedTold by place, and how many there are. All of
  /// them for each site would grow with the square of the package.
  std::vector<dataflow::UnresolvedCall> unresolved;
  uint32_t num_unresolved = 0;
  Ending ending = Ending::Unknown;
  std::string ending_why; ///< one sentence
  uint32_t ways = 0;      ///< ways to a top or a handler that ends it
  uint32_t ways_swallowed = 0;
};

struct Traces {
  std::vector<Trace> traces; ///< one for each token site, by SiteId order
  const Trace *of(SiteId site) const;
};

struct TraceOptions {
  std::vector<std::string> fault_types; ///< [fault] type; empty: a hypothetical direct subclass of RuntimeError
  bool assume_base = false;             ///< what-if: the fault type derives from BaseException directly
  /// Console scripts of pyproject.toml / setup.cfg: "pkg.cli.main" full names.
  std::vector<std::string> console_scripts;
};

/// The result does not depend on the number of threads of `pool`.
Traces trace_exceptions(dataflow::Query &query, const knowledge::Knowledge &knowledge,
                        const decode_sites::DecodeSites &sites, const guards::SiteGuards &guards,
                        const TraceOptions &options, ThreadPool &pool);

/// The handler of one function judged alone: what `handler` (a Handler node) does to an exception of `fault`.
/// Used by trace_exceptions() and by tests.
HandlerMet judge_handler(dataflow::Query &query, const knowledge::Knowledge &knowledge, NodeRef handler,
                         const package_model::ClassName &fault, std::string_view message_template);

} // namespace decode_ledger::exceptions_trace
