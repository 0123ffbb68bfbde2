// A part of the call graph as every format of `graph` tells it: one link for a caller and a callee, however many places
// there are; the calls of each function by what is known of them; the shares of the whole.
#pragma once

#include "report/report.h"

#include <array>
#include <string_view>

namespace decode_ledger::report {

struct Link {
  FunctionId from, to;
  dataflow::Certainty certainty{}; ///< certain when one place is
  dataflow::EdgeKind kind{};       ///< the plainest of the places that have that certainty
  std::vector<NodeRef> sites;      ///< by place
};

/// "certain", "certain, run by the language", "possible, by method name alone", "certain, handed to code that is not
/// read".
std::string_view link_words(const Link &link);

using CallCounts = std::array<size_t, dataflow::kNumCallClasses>;

struct CallShares {
  size_t functions = 0;
  size_t calls = 0; ///< outside tests
  CallCounts counts{};
  CallCounts mixed{}; ///< of those: on another way the callee is not known
  size_t in_tests = 0;
  std::vector<std::pair<std::string, size_t>> reasons; ///< of the unresolved, most frequent first, then by text
};

class GraphView {
public:
  /// Keeps references to all three.
  GraphView(const Analysis &analysis, const dataflow::CallGraph &graph, const GraphPart &part);

  const std::vector<FunctionId> &functions() const { return part_.functions; }
  const std::vector<Link> &links() const { return links_; } ///< by caller, then callee; both in the part
  const CallCounts &calls_of(FunctionId function) const { return calls_[function.value]; }
  /// Decode sites in the function itself.
  size_t num_sites(FunctionId function) const { return sites_[function.value]; }
  bool is_subject(FunctionId function) const { return subjects_[function.value]; }
  CallShares shares() const;

private:
  bool is_shown(FunctionId function) const { return shown_[function.value]; }
  void find_links();

  const Analysis &analysis_;
  const dataflow::CallGraph &graph_;
  const GraphPart &part_;
  std::vector<bool> shown_, subjects_; // by FunctionId, as the next two
  std::vector<CallCounts> calls_;
  std::vector<size_t> sites_;
  std::vector<Link> links_;
};

} // namespace decode_ledger::report
