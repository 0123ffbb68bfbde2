// Are ids that are out of range replaced or left out on their way to a decode? That hides the fault (DL210).
//
//     ids = ids.clamp(0, len(tok) - 1)                 replaced
//     ids[ids >= len(tok)] = tok.unk_token_id
//     ids = [t for t in ids if t < tok.eos_token_id]   left out, together with what the filter is for
//
// What clears a sentinel (`t != -100`, `t >= 0`) is no repair.
#pragma once

#include "guards/checks.h"

namespace decode_ledger::guards {

class RepairReader {
public:
  RepairReader(dataflow::Query &query, PathReader &paths, ConditionReader &conditions, const CheckReader &checks)
      : query_(query), model_(query.model()), paths_(paths), conditions_(conditions), checks_(checks) {}

  /// The first repair on the way that `steps` describe, or in place before `place`; none when there is none.
  std::optional<GuardFault> find(FunctionId function, const std::vector<Step> &steps, NodeId place);

private:
  std::optional<GuardFault> stored_under_mask(FunctionId function, const std::vector<Step> &steps, NodeId place);
  std::optional<GuardFault> in_expression(NodeRef expression);
  std::optional<GuardFault> in_comprehension(NodeRef comprehension);
  std::optional<GuardFault> in_selection(NodeRef subscript);
  std::optional<GuardFault> in_call(NodeRef call);
  GuardFault replaces(NodeRef repair) const;
  GuardFault leaves_out(NodeRef repair, NodeRef condition) const;
  std::optional<Bound> upper_of(NodeRef condition, bool truth, NodeRef about);

  dataflow::Query &query_;
  const dataflow::PackageModel &model_;
  PathReader &paths_;
  ConditionReader &conditions_;
  const CheckReader &checks_;
};

} // namespace decode_ledger::guards
