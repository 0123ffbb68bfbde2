// What every step of this room reads, and how it names places in its sentences. Private to the room.
#pragma once

#include "exceptions_trace/exceptions_trace.h"

#include <map>
#include <string>

namespace decode_ledger::exceptions_trace {

using dataflow::Query;
using knowledge::Knowledge;
using package_model::ClassName;
using package_model::PackageModel;
using parser::Kind;
using parser::Op;
using parser::Role;
using parser::SyntaxTree;

/// A three-valued answer; Unknown is never read as No.
enum class Answer : uint8_t { No, Yes, Unknown };

class Context {
public:
  Context(Query &values, const Knowledge &tables) : query(values), model(values.model()), knowledge(tables) {}

  Query &query;
  const PackageModel &model;
  const Knowledge &knowledge;

  const SyntaxTree &tree(NodeRef ref) const { return model.tree(ref.file); }
  Kind kind(NodeRef ref) const { return model.kind(ref); }
  NodeRef child(NodeRef ref, Role role) const { return model.child(ref, role); }
  NodeRef parent(NodeRef ref) const { return {ref.file, tree(ref).parent(ref.node)}; }
  NodeRef at(NodeRef ref, NodeId node) const { return {ref.file, node}; }
  /// The name of a Name, Attribute, Keyword or definition; empty when it has none.
  std::string_view name_text(NodeRef ref) const;
  /// Source of `ref` on one line, cut at 60 bytes: for sentences.
  std::string quoted(NodeRef ref) const;
  /// 1-based line where `ref` begins.
  uint32_t line(NodeRef ref) const;
  /// Children of `ref` that have `role`, in source order.
  std::vector<NodeRef> children(NodeRef ref, Role role) const;
  /// The dotted name outside the package that `call` calls: by value where the query knows, else by its spelling.
  std::string external_callee(NodeRef call) const;
  /// The n-th positional argument of `call`, else the keyword argument `keyword`; none when neither is given.
  NodeRef argument(NodeRef call, size_t n, std::string_view keyword = {}) const;

private:
  mutable std::map<FileId, source::LineTable> lines_;
};

/// The part of a dotted name after its last dot.
std::string_view last_name(std::string_view dotted);

/// `inner` stands in the subtree of `outer`.
inline bool is_inside(const Context &context, NodeRef inner, NodeRef outer) {
  return inner.file == outer.file && context.tree(outer).is_inside(inner.node, outer.node);
}

} // namespace decode_ledger::exceptions_trace
