// Does a check cover a decode site?
//
// It does when it lies on every path to the site, on the same ids with nothing stored in between, against the same
// tokenizer, and stops the run. Where the function itself has none, the ids are followed to where they come from: the
// parts of a collected list, the function that made them, every caller that passes them.
//
// Limits, each an error towards "guarded": a function that changes its argument's elements in place is not seen to do
// so, nor is one that stores to an attribute of an object which both guard and decode read. All other limits leave a
// site unguarded or unknown.
#pragma once

#include "guards/repairs.h"
#include "guards/soundness.h"

namespace decode_ledger::guards {

class CoverageReader {
public:
  CoverageReader(dataflow::Query &query, PathReader &paths, CheckReader &checks,
                 const std::vector<std::string> &fault_types, const knowledge::Knowledge &knowledge)
      : query_(query), model_(query.model()), paths_(paths), checks_(checks), soundness_(query, checks, fault_types),
        repairs_(query, paths, checks.conditions(), checks), knowledge_(knowledge) {}

  /// Is `ids`, where `place` of `function` uses it, checked against `tokenizer`?
  SiteGuard cover(FunctionId function, NodeRef ids, const Tokenizer &tokenizer, NodeId place);
  /// Functions with a decode of their own, and the decodes' calls: what they give is text.
  void set_decoders(std::set<FunctionId> functions, std::set<NodeRef> calls) {
    decoders_ = std::move(functions);
    decodes_ = std::move(calls);
  }
  /// A guard in front of the site that checks other ids.
  struct Stray {
    NodeRef place;
    FunctionId guard;
    NodeRef ids, used; ///< what it checks, and what goes on to the decode
  };
  /// Those met on the way of the last question; whether they guard something else is not asked.
  const std::vector<Stray> &strays() const { return strays_; }
  Tokenizer tokenizer_of(NodeRef receiver);
  /// The tokenizer's keys as the caller at `call` has them: parameters become arguments, self the call's object.
  Tokenizer in_caller(const Tokenizer &tokenizer, FunctionId function, NodeRef call);

private:
  /// How one check stands to the question; no `problem`: on every path, same ids.
  struct Standing {
    const Check *check = nullptr;
    std::optional<GuardFault> problem;
    bool beside = false;  ///< the one problem is that it does not dominate: others may stand on the other paths
    bool is_part = false; ///< the problem is that it checks a part only: a weaker explanation than any other
    std::vector<NodeId> stores;
  };

  SiteGuard follow(FunctionId function, NodeRef ids, const Tokenizer &tokenizer, NodeId place);
  SiteGuard cover_here(FunctionId function, const Tokenizer &tokenizer, NodeId place, const std::vector<Step> &steps);
  std::optional<Standing> stand(FunctionId function, const Check &check, const std::vector<Step> &steps, NodeId place);
  std::optional<NodeRef> mutated_between(FunctionId function, const Step &step, const Check &check, NodeId place);
  NodeId change_by(NodeRef node) const;
  bool bound_elsewhere(FunctionId function, const Step &step) const;
  bool is_of_its_own(NodeRef checked, NodeRef whole) const;
  NodeRef same_variable(const std::vector<Step> &checked, const std::vector<Step> &used) const;
  NodeRef suppressing_with(NodeRef guard, NodeId place);
  std::optional<SiteGuard> note_strays(FunctionId function, const Tokenizer &tokenizer, NodeId place,
                                       const std::vector<Step> &steps);
  bool mentions_variable(const std::vector<Step> &checked, const std::vector<Step> &used) const;
  std::optional<SiteGuard> judge_together(FunctionId function, const std::vector<Standing> &bad,
                                          const Tokenizer &tokenizer, NodeId place);
  enum class Side : uint8_t { Lower, Upper };
  std::optional<SiteGuard> worst_of(std::vector<Standing> &bad, const Tokenizer &tokenizer, NodeId place, Side missing);

  std::optional<SiteGuard> cover_parts(FunctionId function, NodeRef ids, const Tokenizer &tokenizer, NodeId place,
                                       const std::vector<Step> &steps);
  std::optional<SiteGuard> cover_by_maker(const std::vector<Step> &steps, const Tokenizer &tokenizer);
  std::optional<SiteGuard> cover_what_is_given(FunctionId maker, const Tokenizer &tokenizer);
  bool holds_no_ids(NodeRef value) const;
  std::optional<SiteGuard> cover_by_callers(FunctionId function, const Tokenizer &tokenizer,
                                            const std::vector<Step> &steps);
  std::optional<SiteGuard> cover_by_enclosing(FunctionId function, const Tokenizer &tokenizer,
                                              const std::vector<Step> &steps);
  NodeRef element_of_star(NodeRef call, FunctionId function, NodeId parameter);
  Tokenizer in_callee(const Tokenizer &tokenizer, FunctionId function, NodeRef call);
  std::string where(NodeRef node) const;

  dataflow::Query &query_;
  const dataflow::PackageModel &model_;
  PathReader &paths_;
  CheckReader &checks_;
  SoundnessReader soundness_;
  RepairReader repairs_;
  const knowledge::Knowledge &knowledge_;
  std::set<FunctionId> decoders_;
  std::set<NodeRef> decodes_;
  std::vector<Stray> strays_;
  bool are_these_ids_ = true; // what is asked about are all of the site's ids, not a part that they are collected from
  unsigned depth_ = 0;
  unsigned questions_left_ = 0;
  unsigned num_standings_ = 0;                          // checks met that have to do with the ids asked about
  bool is_cut_short_ = false;                           // a bound was reached below the question
  std::set<std::pair<NodeRef, NodeId>> without_checks_; // (ids, place) asked about before, and no check met
};

} // namespace decode_ledger::guards
