// The results of a run, as people and programs read them. The only room that knows formats.
//
// Every function takes the rooms' results by const reference and gives the whole output as one string, which the driver
// writes. The same results give the same bytes. What a result does not hold is left out or null, never made up.
//
//     findings_text     what a compiler would print: place, rule, sentence, excerpt with carets, the chain, what to do
//     inventory_*       every site with role, origin, guard, trace and entry
//     trace_*           one site's way to the top of the run, each handler with what it does
//     changes_text      what `sync` and `exempt` changed in the ledger
//     graph_*           who calls whom, as text, a picture or a list for programs
//     rules_*, explain  the rules
//     in_format.cc      the same in the forms that other programs read: formats.h
//
// Whatever comes from the analysed package (names, source lines, paths) is escaped for the output that it goes to:
// terminal escapes and bidirectional overrides in text, invalid UTF-8 in JSON. docs/schema/ has a JSON Schema for each
// JSON output. Places are those of source/source.h: lines and columns from 1, columns in code points.
//
// Tested by tests/unit/report/ and tests/cli/. Start reading at findings_text() in text.cc.
#pragma once

#include "dataflow/call_graph.h"
#include "ledger/ledger.h"
#include "ledger/sync.h"
#include "report/format.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace decode_ledger::report {

/// How text is laid out; formats for programs take none of it.
struct Style {
  bool colour = false;
  bool links = false;   ///< places of findings are links to their files
  unsigned width = 100; ///< columns of the terminal; excerpts are cut to it
  bool verbose = false; ///< evidence too
  bool summary = true;  ///< false under --quiet
};

/// How many entries the ledger has more (or fewer) than at the merge base with the main line.
struct Ratchet {
  std::string base; ///< the main line's name: "main"
  int64_t guarded = 0, exempt = 0, todo = 0;
};

/// What the rooms found. The driver owns all of it; null where the run did not go that far or has no ledger.
struct Analysis {
  const package_model::PackageModel *model = nullptr;     ///< never null
  const decode_sites::DecodeSites *sites = nullptr;       ///< never null
  const guards::SiteGuards *guards = nullptr;             ///< never null
  const exceptions_trace::Traces *traces = nullptr;       ///< never null
  const exceptions_trace::Traces *assumed_base = nullptr; ///< the same for a fault type under BaseException
  const ledger::Ledger *ledger = nullptr;
  const ledger::Verdicts *verdicts = nullptr; ///< null without a ledger
  std::optional<Ratchet> ratchet;             ///< for `check`; none where git knows no merge base

  const source::SourceSet &sources() const { return model->sources(); }
};

/// True when the command line's PATHs name the site's file.
bool is_reported(const Analysis &analysis, SiteId site);
/// The sites of reported files that `keep` of inventory shows: decode sites and unknown ones, or every candidate.
/// Opaque ones are left out: see opaque_sites().
std::vector<SiteId> listed_sites(const Analysis &analysis, bool all);
std::vector<SiteId> opaque_sites(const Analysis &analysis);

/// The findings of a run, filtered and sorted by the driver.
struct Findings {
  std::vector<diagnostics::Diagnostic> shown;
  std::vector<std::pair<diagnostics::Rule, size_t>> ignored; ///< switched off, by code: nothing is silenced unseen
  std::string ledger_shown;                                  ///< the ledger's path as messages show it
  std::string ledger_text;                                   ///< its bytes, for the lines that findings stand in
  std::string from_top; ///< "services/asr/": the ledger's folder from the repository's top, for readers that take paths
                        ///< from there; empty: it is the top, there is no repository, or nobody asked
};

/// Counts over the reported files.
struct Summary {
  size_t sites = 0; ///< decode sites and unknown ones outside tests; opaque ones left out
  size_t tokens = 0, unknown_receivers = 0;
  size_t guarded = 0, guarded_heard = 0, guarded_swallowed = 0, guarded_conditional = 0, guarded_unknown = 0;
  size_t unproven = 0;                   ///< the ledger calls them guarded, and no sound guard is seen
  size_t exempt = 0, todo = 0, new_ = 0; ///< all 0 without a ledger, as `unproven`
  size_t in_tests = 0, opaque = 0, candidates = 0;
  size_t files = 0; ///< read, in the whole run
  size_t files_not_read = 0;
};
Summary summarise(const Analysis &analysis);

/// "13 sites: 9 guarded (8 heard, 1 swallowed), 1 unproven, 2 exempt, 1 todo, 1 new (main: +1 guarded, -1 todo)".
std::string summary_line(const Summary &summary, bool has_ledger, const std::optional<Ratchet> &ratchet = {});

/// The result of a command in the form asked for; `style` counts for text alone. REQUIRES: the command has the format
/// (driver/words.h).
std::string findings_in(Format format, const Analysis &analysis, const Findings &findings, const Style &style);
std::string inventory_in(Format format, const Analysis &analysis, bool all, const Style &style);
std::string traces_in(Format format, const Analysis &analysis, const std::vector<SiteId> &sites, const Style &style);

/// check.
std::string findings_text(const Analysis &analysis, const Findings &findings, const Style &style);
std::string findings_json(const Analysis &analysis, const Findings &findings);
/// How often each rule is among the shown, most often first, then by code.
std::vector<std::pair<diagnostics::Rule, size_t>> rule_counts(const Findings &findings);
std::string statistics_text(const Findings &findings);
std::string statistics_json(const Findings &findings);

/// inventory.
std::string inventory_text(const Analysis &analysis, bool all, const Style &style);
std::string inventory_json(const Analysis &analysis, bool all);

/// trace, of the sites named.
std::string trace_text(const Analysis &analysis, const std::vector<SiteId> &sites, const Style &style);
std::string trace_json(const Analysis &analysis, const std::vector<SiteId> &sites);
std::string trace_dot(const Analysis &analysis, const std::vector<SiteId> &sites);
std::string trace_svg(const Analysis &analysis, const std::vector<SiteId> &sites);

/// graph: caller → callees, both dotted names, sorted.
using Adjacency = std::vector<std::pair<std::string, std::vector<std::string>>>;
std::string graph_json(const Adjacency &graph);

/// The part of the call graph that is told: its functions and the edges between them.
struct GraphPart {
  std::vector<FunctionId> functions; ///< by id
  std::vector<FunctionId> around;    ///< the part lies around these; empty: it is the whole graph
};
std::string graph_text(const Analysis &analysis, const dataflow::CallGraph &graph, const GraphPart &part,
                       const Style &style);
std::string graph_dot(const Analysis &analysis, const dataflow::CallGraph &graph, const GraphPart &part);
std::string graph_svg(const Analysis &analysis, const dataflow::CallGraph &graph, const GraphPart &part);
/// How many calls are resolved, external, possible and unresolved, and why those are that are.
std::string graph_statistics_text(const Analysis &analysis, const dataflow::CallGraph &graph, const GraphPart &part);
std::string graph_statistics_json(const Analysis &analysis, const dataflow::CallGraph &graph, const GraphPart &part);

/// sync and exempt: a line an entry, and a summary. `dry`: it was not written.
std::string changes_text(const Analysis &analysis, const ledger::Synced &synced, std::string_view ledger_shown,
                         bool dry, const Style &style);

/// rules and explain. `rules` in the order that they are to be shown.
std::string rules_text(const std::vector<diagnostics::Rule> &rules, const Style &style);
std::string rules_json(const std::vector<diagnostics::Rule> &rules);
std::string explain_text(diagnostics::Rule rule, const Style &style);

} // namespace decode_ledger::report
