// Are these two expressions the same ids, or one a view of the other? The same tokenizer?
//
// An expression has a *key*: its text with every variable replaced by the bindings that reach it, so that equal keys
// are equal values as long as nothing is stored in between. Its *steps* are the keys of everything that it is a view
// of: through slices, `.cpu()`, loops, comprehensions and assignments.
//
//     x = model.generate(f)           key of x:      v0:3
//     for row in x[:, 2:].tolist():   steps of row:  v0:4 (row), v0:3[…].tolist(), v0:3[…], v0:3, call@…
//
// What is stored in an attribute has the object in its key, since a class has many: `v0:2@self1` is the parameter that
// became `self.tokenizer` of this object of class 1.
//
// A step is `whole` while every element of it is in the expression: `x.cpu()` is the whole of x, `x[0]` a part. A
// guard covers a site when they share a step that the guard checks wholly.
#pragma once

#include "dataflow/dataflow.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace decode_ledger::guards {

struct Step {
  std::string key;
  bool whole = true;
  NodeRef read;               ///< the expression that has this key
  std::vector<NodeId> stores; ///< where the variables of the key are bound, as far as known
};

/// An argument of a call by position (self not counted) or keyword; none when it is not passed or hidden by `*args`.
NodeRef argument_of(const dataflow::PackageModel &model, NodeRef call, unsigned position, std::string_view keyword);

/// A Binary's or Unary's own operator. `tree.op()` of a comparison's right side is how it is compared.
inline parser::Op own_op(const parser::SyntaxTree &tree, NodeId node) {
  return static_cast<parser::Op>(tree.node(node).detail);
}

/// The same through `check = partial(guard, tokenizer=tok)`: `partial` is that call.
NodeRef argument_through_partial(const dataflow::PackageModel &model, NodeRef call, NodeRef partial, unsigned position,
                                 std::string_view keyword);

/// The name that an expression ends in: `self.proc.tokenizer` and `tokenizer` give "tokenizer". Empty for others.
std::string_view last_name(const dataflow::PackageModel &model, NodeRef expression);

class PathReader {
public:
  explicit PathReader(dataflow::Query &query) : query_(query), model_(query.model()) {}

  std::string key_of(NodeRef expression);
  /// The expression itself first, then what it is a view of. `open_loops`: For and CompFor nodes whose targets stand for
  /// all elements of their iterable, because the question is asked once for each.
  std::vector<Step> steps_of(NodeRef expression, const std::vector<NodeId> &open_loops = {});
  /// Puts the object into keys of what its class's methods store: see above. `object` is the object's own key.
  void tag_with_object(std::vector<Step> &steps, const std::string &object) const;
  /// The key of a parameter of `function`.
  std::string parameter_key(FunctionId function, NodeId parameter) const;

  /// The bindings that the Name `use` can mean, in its file; complete only when `complete` says so.
  struct Meaning {
    std::vector<uint32_t> bindings;
    bool may_be_unbound = false;
  };
  Meaning meaning_of(NodeRef use);
  /// The value that the Name `use` was assigned, when it has one binding only and that is an assignment.
  NodeRef assigned_value(NodeRef use);
  /// A special id (`tok.pad_token_id`) or a small number: storing it among healthy ids keeps them healthy.
  bool is_safe_id(NodeRef expression) const;
  NodeRef counted_by(NodeRef loop) const;
  /// The value that the Name `use` is the element at `position` of: `a, b = value`. None otherwise.
  NodeRef unpacked_from(NodeRef use, unsigned position);
  /// The value that a binding stores, when that is one expression: of assignments, of `a, b = x, y`, and of `:=`.
  NodeRef value_of_binding(FileId file, uint32_t binding) const;

  /// The value of `self.x` where the class stores to it in one place only; none otherwise.
  NodeRef attribute_value(NodeRef attribute) const;

  /// The parameter (by index, self not counted) whose elements, all of them, `function` gives back; none when it does not, or when
  /// the body is not followed.
  std::optional<unsigned> gives_back(FunctionId function);

private:
  NodeRef display_value(NodeRef subscript);
  bool runs_over_all(NodeRef subscript, const std::vector<NodeId> &open);
  std::string self_key(FileId file, uint32_t binding) const;
  void append_key(NodeRef expression, std::string &out, std::vector<NodeId> &stores, unsigned depth);
  void follow(NodeRef expression, bool whole, const std::vector<NodeId> &open, std::vector<Step> &out);
  void follow_name(NodeRef expression, bool whole, const std::vector<NodeId> &open, std::vector<Step> &out);
  void follow_call(NodeRef expression, bool whole, const std::vector<NodeId> &open, std::vector<Step> &out);
  void follow_comprehension(NodeRef expression, bool whole, const std::vector<NodeId> &open, std::vector<Step> &out);
  void follow_binding(FileId file, uint32_t binding, bool whole, const std::vector<NodeId> &open,
                      std::vector<Step> &out);
  void follow_elements(NodeRef iterable, NodeId target, NodeId top_target, bool whole, const std::vector<NodeId> &open,
                       std::vector<Step> &out);
  void follow_all(const std::vector<NodeRef> &parts, bool whole, const std::vector<NodeId> &open,
                  std::vector<Step> &out);
  void add(NodeRef expression, bool whole, const std::vector<NodeId> &open, std::vector<Step> &out);
  std::optional<unsigned> find_gives_back(FunctionId function);

  dataflow::Query &query_;
  const dataflow::PackageModel &model_;
  std::set<NodeRef> on_the_way_;
  std::unordered_map<uint32_t, std::optional<unsigned>> gives_back_;
  unsigned depth_ = 0, steps_left_ = 0, num_givers_ = 0;
};

/// `key` with variable `own` (a parameter, self) replaced by what it is elsewhere: `own`, `own.x` and `…@own` change.
/// None when the key does not mention it that way.
std::optional<std::string> renamed_key(std::string_view key, std::string_view own, std::string_view outer);

/// True when the two share a step; the shared one that `checked` has wholly comes first.
struct Shared {
  const Step *checked = nullptr;
  const Step *used = nullptr;
};
Shared share_step(const std::vector<Step> &checked, const std::vector<Step> &used);

} // namespace decode_ledger::guards
