// What can be wrong with a site, its guard and the handlers on its way: findings at the code. Private to this room.
//
// A fault of a guard function, or a handler, is the same from whichever site it is seen: one finding, with the sites as
// related places.
#pragma once

#include "ledger/findings.h"
#include "ledger/handlers.h"
#include "ledger/places.h"
#include "ledger/verdict_table.h"

#include <map>
#include <set>
#include <tuple>

namespace decode_ledger::ledger {

/// True when the handler may keep the fault from being heard as what it is.
bool is_stopping(const exceptions_trace::HandlerMet &met);

class SiteFindings {
public:
  /// `settled`: the handlers that entries decide on; filled before the first finding is told.
  SiteFindings(const dataflow::PackageModel &model, const decode_sites::DecodeSites &sites,
               const guards::SiteGuards &guards, const exceptions_trace::Traces &traces, const JudgeOptions &options,
               const std::set<NodeRef> &settled, const HandlerIndex &index, Places &places, FindingList &out)
      : model_(model), sites_(sites), guards_(guards), traces_(traces), options_(options), settled_(settled),
        places_(places), out_(out), handler_findings_(model, sites, guards, index, places) {}

  /// Looks for handlers that take the accidental guard away. Comes before the next one and tell_decode_error().
  void find_decode_error_handlers();
  bool swallows_decode_error(NodeRef handler) const;
  /// Handlers with a finding that no entry settles, and that do not stand behind one that swallows already.
  std::vector<const exceptions_trace::HandlerMet *> open_handlers(const exceptions_trace::Trace &trace) const;
  // One finding each, as the table of verdicts asks for; those about guards and handlers gather their sites.
  void tell_unledgered(SiteId id, CodeSays code);
  void tell_guard_missing(SiteId id, CodeSays code, const SiteEntry &entry);
  void tell_receiver_unknown(const decode_sites::DecodeSite &site);
  void tell_opaque(const decode_sites::DecodeSite &site);
  void tell_guard_faults(SiteId id);
  void tell_handlers(SiteId id, CodeSays code, bool as_notes);
  void tell_sentinel(SiteId id, const SiteEntry *entry);
  void tell_width(const decode_sites::DecodeSite &site);
  void tell_decode_error(SiteId id);
  void tell_contradiction(const decode_sites::DecodeSite &site, const SiteEntry &entry);
  void tell_outdated(const decode_sites::DecodeSite &site, const SiteEntry &entry);
  /// Adds the findings that gather sites to the list. Once, at the end.
  void add_gathered();

private:
  std::string exempting(const decode_sites::DecodeSite &site, std::string_view category = "…");
  void add_evidence(diagnostics::Diagnostic &d, const decode_sites::DecodeSite &site) const;
  void add_guard(diagnostics::Diagnostic &d, SiteId id) const;
  void add_handlers_ahead(diagnostics::Diagnostic &d, SiteId id) const;
  std::vector<std::string> help_for_new_site(const decode_sites::DecodeSite &site, CodeSays code);
  void tell_ending(SiteId id, CodeSays code, const exceptions_trace::Trace *trace, bool as_notes);
  bool is_width_tied();
  std::string ledger_line(TomlPlace place) const;

  const dataflow::PackageModel &model_;
  const decode_sites::DecodeSites &sites_;
  const guards::SiteGuards &guards_;
  const exceptions_trace::Traces &traces_;
  const JudgeOptions &options_;
  const std::set<NodeRef> &settled_;
  Places &places_;
  FindingList &out_;

  HandlerFindings handler_findings_;
  std::map<SiteId, NodeRef> decode_error_handlers_;
  std::map<NodeRef, diagnostics::Diagnostic> decode_error_findings_; // one a handler
  std::map<std::tuple<SourceRange, diagnostics::Rule, std::string>, diagnostics::Diagnostic> guard_fault_findings_;
  std::optional<bool> is_width_tied_; // asked once, when a site calls for it
};

} // namespace decode_ledger::ledger
