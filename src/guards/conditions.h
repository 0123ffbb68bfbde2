// What does a condition find out about ids? The matcher of range checks in their many spellings.
//
//     (ids < 0).any() or ids.max() >= len(tok)     true when an id is below 0 or not below len(tok)
//     all(0 <= t < n for t in ids)                 false when one is out of range, n being what n was assigned
//
// A *half* is one side of the range: below 0, or above a bound. Quantifiers must fit: `any` of what is bad, `all` of
// what is good; `(ids < 0).all()` finds nothing out.
#pragma once

#include "guards/paths.h"

#include <functional>

namespace decode_ledger::guards {

/// What ids are held against.
struct Bound {
  enum class Kind : uint8_t {
    Length,    ///< len(tokenizer), or what counts the same: `tokenizer` is it
    VocabSize, ///< tokenizer.vocab_size, config.vocab_size
    Table,     ///< a table of the tokenizer's ids: `id not in tok.get_vocab().values()`
    Value,     ///< a number or a name that was not followed: `expression`
  };
  Kind kind = Kind::Value;
  NodeRef expression;
  NodeRef tokenizer;  ///< Length, VocabSize, Table: whose
  std::string object; ///< the tokenizer is as a method of this object sees it (its key); empty: as read here
};

/// How one side of a range meets the first id outside it and the last one inside.
enum class Edge : uint8_t {
  Exact,
  TooWide,   ///< `id > len(tok)` is refused: the first id outside passes
  TooNarrow, ///< `id <= 0` is refused, or `id >= len(tok) - 1`: a healthy id is
};

/// One side of a range check.
struct Half {
  NodeRef subject;            ///< whose elements are compared
  std::vector<NodeId> loops;  ///< For and CompFor nodes around: the subject stands for all their elements
  std::optional<Bound> bound; ///< none: the lower side, compared with 0
  Edge edge = Edge::Exact;
};

struct Finding {
  std::vector<Half> halves;
  std::vector<NodeRef> not_finite; ///< what is tested for NaN or infinity
  NodeRef only_if;                 ///< the test runs only when this holds too (`strict and …`)
  bool empty() const { return halves.empty() && not_finite.empty(); }
};

class ConditionReader {
public:
  ConditionReader(dataflow::Query &query, PathReader &paths) : query_(query), model_(query.model()), paths_(paths) {}

  /// What makes `test` true (`truth`) or false for certain when an id is out of range.
  Finding read(NodeRef test, bool truth, const std::vector<NodeId> &loops = {});
  Bound bound_of(NodeRef expression);
  /// `bad`, `len(bad) > 0`, `bad is not None`, `not ok`: `test` holds when the variable `name` is true (`truth`) or false.
  bool tells(NodeRef test, bool truth, NameId name);
  /// `x`, `len(x)`, `x.numel() > 0`, `x is not None` of these ids: is `truth` whenever there are any.
  bool holds_for_any_ids(NodeRef test, bool truth, const std::vector<Step> &ids);

private:
  Finding read_compare(NodeRef test, bool truth, const std::vector<NodeId> &loops);
  Finding read_pair(NodeRef left, parser::Op op, NodeRef right, bool truth, const std::vector<NodeId> &loops);
  Finding read_call(NodeRef test, bool truth, const std::vector<NodeId> &loops);
  Finding read_predicate(NodeRef call, bool truth, const std::vector<NodeId> &loops);
  Finding read_mapped(NodeRef call, bool truth, const std::vector<NodeId> &loops);
  Finding read_not_in(NodeRef subject, NodeRef container, const std::vector<NodeId> &loops);
  Finding read_clamped(NodeRef clamped, NodeRef ids, const std::vector<NodeId> &loops);
  Finding with_arguments(FunctionId function, bool truth, const std::vector<NodeId> &loops,
                         const std::function<NodeRef(unsigned)> &argument);
  NodeRef only_result(FunctionId function) const;
  FunctionId function_called(NodeRef call);
  FunctionId lambda_named(NodeRef expression);
  FunctionId function_named(NodeRef expression);
  NodeRef range_in(NodeRef expression);
  NodeRef tokenizer_of_table(NodeRef table);
  bool is_count(NodeRef expression) const;
  Finding read_comprehension(NodeRef test, const std::vector<NodeId> &loops, bool by_element, bool truth);
  Finding join(NodeRef left, NodeRef right, bool is_or, bool truth, const std::vector<NodeId> &loops);
  bool counts(NodeRef expression, const std::function<bool(NodeRef)> &is_ids);
  NodeRef extreme_of(NodeRef expression, std::string_view reduction);
  NodeRef strip(NodeRef expression, std::string_view reduction);
  std::optional<long> integer(NodeRef expression) const;

  dataflow::Query &query_;
  const dataflow::PackageModel &model_;
  PathReader &paths_;
  unsigned depth_ = 0;
};

} // namespace decode_ledger::guards
