// Handlers as the ledger knows them: by module, scope, clause and ordinal; and the findings about them.
//
// Private to this room. A handler that stops eighty sites is one finding with the sites as related places, placed on the
// clause: that is the line to mend, and the one that a review can comment on.
#pragma once

#include "ledger/ledger.h"
#include "ledger/match.h"
#include "ledger/places.h"

#include <map>
#include <set>

namespace decode_ledger::ledger {

/// "except Exception as error" and "except Exception" are one clause to the ledger: the name is no part of it.
std::string clause_key(std::string_view clause);

/// "except Exception" of the Handler node `handler`, as clause_key() gives it; and its place up to before the colon.
std::string except_clause_text(const dataflow::PackageModel &model, NodeRef handler);
SourceRange except_clause_range(const dataflow::PackageModel &model, NodeRef handler);

/// Every handler that an entry can speak of: the except clauses of the files in question, and what else was met by a
/// trace (suppress, finally, boundaries).
class HandlerIndex {
public:
  /// `modules`: of the ledger's handler entries, whose files count although no trace meets a handler there.
  HandlerIndex(const dataflow::PackageModel &model, const exceptions_trace::Traces &traces,
               const std::set<std::string> &modules);

  struct Known {
    NodeRef node;
    SourceRange place;
    Subject subject;
    bool is_met = false; ///< by a trace, with a finding to it
  };
  /// By file and place.
  const std::vector<Known> &handlers() const { return handlers_; }
  const Known &at(NodeRef node) const { return handlers_[by_node_.at(node)]; }
  /// True when its scope has another handler with this clause.
  bool has_twins(NodeRef node) const { return num_twins(node) > 1; }
  /// Itself counted.
  uint32_t num_twins(NodeRef node) const { return num_of_key_.at(at(node).subject.key); }
  /// "module:scope:clause#nth"; without the ordinal for an only one.
  std::string text(NodeRef node) const;

private:
  void add_except_clauses(const dataflow::PackageModel &model, FileId file);
  void add_met(const dataflow::PackageModel &model, const exceptions_trace::HandlerMet &met);
  void number();

  std::vector<Known> handlers_;
  std::map<NodeRef, uint32_t> by_node_;
  std::map<IdentityKey, uint32_t> num_of_key_;
};

/// A site whose fault a handler receives, for the finding about the handler.
struct HandlerUse {
  SiteId site;
  const exceptions_trace::Trace *trace = nullptr;
  const exceptions_trace::HandlerMet *met = nullptr;
  diagnostics::Level level{};
};

/// The findings DL30x. `uses` of one handler and rule make one finding; the highest level of them counts.
class HandlerFindings {
public:
  HandlerFindings(const dataflow::PackageModel &model, const decode_sites::DecodeSites &sites,
                  const guards::SiteGuards &guards, const HandlerIndex &index, Places &places)
      : model_(model), sites_(sites), guards_(guards), index_(index), places_(places) {}

  void add(diagnostics::Rule rule, const HandlerUse &use) { uses_[{use.met->handler, rule}].push_back(use); }
  /// In order of handler and rule.
  std::vector<diagnostics::Diagnostic> take();

private:
  diagnostics::Diagnostic make(diagnostics::Rule rule, std::vector<HandlerUse> uses);
  std::string guards_in_words(const std::vector<HandlerUse> &uses);
  std::string message(diagnostics::Rule rule, const std::vector<HandlerUse> &uses);
  std::string way(const HandlerUse &use);
  std::vector<std::string> help(diagnostics::Rule rule, const HandlerUse &use);
  std::vector<diagnostics::Place> chain(const HandlerUse &use);
  SourceRange guard_place(const HandlerUse &use) const;

  const dataflow::PackageModel &model_;
  const decode_sites::DecodeSites &sites_;
  const guards::SiteGuards &guards_;
  const HandlerIndex &index_;
  Places &places_;
  std::map<std::pair<NodeRef, diagnostics::Rule>, std::vector<HandlerUse>> uses_;
};

/// "HardwareFault" of "asr_lab.faults.HardwareFault"; empty for a hypothetical class.
std::string short_class(std::string_view fault);

/// "line 80: …" of a met handler in words that follow "would": "swallow it: logs and goes on".
std::string what_it_would_do(const exceptions_trace::HandlerMet &met);

} // namespace decode_ledger::ledger
