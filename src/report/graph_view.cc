#include "report/graph_view.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace decode_ledger::report {

using dataflow::CallClass;
using dataflow::CallEdge;
using dataflow::Certainty;
using dataflow::ClassifiedCall;
using dataflow::EdgeKind;

std::string_view link_words(const Link &link) {
  bool certain = link.certainty == Certainty::Certain;
  switch (link.kind) {
  case EdgeKind::Call:
    return certain ? "certain" : "possible, by method name alone";
  case EdgeKind::Implicit:
    return certain ? "certain, run by the language" : "possible, run by the language";
  case EdgeKind::Boundary:
    return certain ? "certain, handed to code that is not read" : "possible, handed to what is not known";
  }
  return "certain";
}

GraphView::GraphView(const Analysis &analysis, const dataflow::CallGraph &graph, const GraphPart &part)
    : analysis_(analysis), graph_(graph), part_(part), shown_(analysis.model->num_functions(), false),
      subjects_(shown_), calls_(analysis.model->num_functions(), CallCounts{}),
      sites_(analysis.model->num_functions(), 0) {
  for (FunctionId function : part.functions)
    shown_[function.value] = true;
  for (FunctionId function : part.around)
    subjects_[function.value] = true;
  for (const ClassifiedCall &call : graph.calls)
    ++calls_[call.caller.value][static_cast<size_t>(call.class_)];
  for (const decode_sites::DecodeSite &site : analysis.sites->sites)
    if (site.is_site())
      ++sites_[analysis.model->function_at(site.node).value];
  find_links();
}

void GraphView::find_links() {
  std::vector<CallEdge> edges;
  std::ranges::copy_if(graph_.edges, std::back_inserter(edges),
                       [&](const CallEdge &e) { return is_shown(e.caller) && is_shown(e.callee); });
  // The best known place of a pair comes first; it says what the link is.
  std::ranges::stable_sort(
      edges, {}, [](const CallEdge &e) { return std::tuple(e.caller, e.callee, e.certainty, e.kind, e.site); });
  for (const CallEdge &edge : edges) {
    if (links_.empty() || links_.back().from != edge.caller || links_.back().to != edge.callee)
      links_.push_back({edge.caller, edge.callee, edge.certainty, edge.kind, {}});
    links_.back().sites.push_back(edge.site);
  }
  for (Link &link : links_) {
    std::ranges::sort(link.sites);
    const auto twins = std::ranges::unique(link.sites);
    link.sites.erase(twins.begin(), twins.end());
  }
}

CallShares GraphView::shares() const {
  CallShares shares;
  shares.functions = part_.functions.size();
  std::map<std::string, size_t> reasons;
  for (const ClassifiedCall &call : graph_.calls) {
    if (!is_shown(call.caller))
      continue;
    if (analysis_.sources().file(call.call.file).is_test) {
      ++shares.in_tests;
      continue;
    }
    ++shares.calls;
    ++shares.counts[static_cast<size_t>(call.class_)];
    shares.mixed[static_cast<size_t>(call.class_)] += call.mixed;
    if (call.class_ == CallClass::Unresolved)
      ++reasons[dataflow::reason_without_names(call.reason)];
  }
  shares.reasons.assign(reasons.begin(), reasons.end());
  std::ranges::stable_sort(shares.reasons, std::greater{}, &std::pair<std::string, size_t>::second);
  return shares;
}

} // namespace decode_ledger::report
