// A syntax tree on one line, for tables of input and shape.
//
//     a.b = f(1, k=x)      Assign(target:Attribute b(value:a) value:Call(callee:f argument:1 argument:Keyword k(value:x)))
//
// Names and leaf literals stand for themselves, a block is `{…; …}`, an expression statement is its expression; other
// nodes are `Kind name flags (children)`, each child after its role. Of the flags the store bit is left out.
#pragma once

#include "parser/parser.h"

#include <string>
#include <string_view>

namespace decode_ledger::parser {

class ShapePrinter {
public:
  ShapePrinter(const SyntaxTree &tree, std::string_view text) : tree_(tree), text_(text) {}

  std::string shape(NodeId n) const {
    switch (tree_.kind(n)) {
    case Kind::Module:
      return children(n, "; ");
    case Kind::Block:
      return "{" + children(n, "; ") + "}";
    case Kind::ExprStmt:
      return shape(tree_.first_child(n));
    case Kind::Name:
      return std::string(tree_.names().text(tree_.name(n)));
    case Kind::Int:
    case Kind::Float:
      return std::string(source(n));
    case Kind::String:
      if (!tree_.first_child(n))
        return std::string(source(n));
      break;
    default:
      break;
    }
    std::string out(kind_name(tree_.kind(n)));
    if (tree_.name(n).valid() && !tree_.names().text(tree_.name(n)).empty())
      out += " " + std::string(tree_.names().text(tree_.name(n)));
    out += flags(n) + op(n);
    if (tree_.first_child(n))
      out += "(" + children(n, " ") + ")";
    return out;
  }

private:
  std::string_view source(NodeId n) const { return text_.substr(tree_.begin(n), tree_.end(n) - tree_.begin(n)); }

  std::string children(NodeId n, std::string_view between) const {
    std::string out;
    for (NodeId c : tree_.children(n)) {
      if (!out.empty())
        out += between;
      if (tree_.role(c) != Role::Child)
        out += std::string(role_name(tree_.role(c))) + op_before(c) + ":";
      out += shape(c);
    }
    return out;
  }

  std::string flags(NodeId n) const {
    switch (tree_.kind(n)) {
    case Kind::For:
    case Kind::With:
    case Kind::FunctionDef:
    case Kind::CompFor:
      return tree_.has(n, kAsync) ? " async" : "";
    case Kind::Handler:
      return tree_.has(n, kStar) ? " star" : "";
    case Kind::Yield:
      return tree_.has(n, kFrom) ? " from" : "";
    case Kind::ImportFrom:
      return tree_.aux(n) != 0 ? " dots=" + std::to_string(tree_.aux(n)) : "";
    case Kind::Parameter:
      return std::string(tree_.has(n, kStarParam) ? " *" : "") + (tree_.has(n, kDoubleStarParam) ? " **" : "") +
             (tree_.has(n, kPositionalOnly) ? " positional" : "") + (tree_.has(n, kKeywordOnly) ? " keyword" : "");
    default:
      return "";
    }
  }

  std::string op(NodeId n) const {
    switch (tree_.kind(n)) {
    case Kind::Binary:
    case Kind::Unary:
    case Kind::BoolOp:
    case Kind::AugAssign:
      return " " + std::string(op_text(tree_.op(n)));
    default:
      return "";
    }
  }

  /// Each operand of a comparison says how it is compared with the one before.
  std::string op_before(NodeId n) const {
    const bool compared = tree_.role(n) == Role::Right && tree_.kind(tree_.parent(n)) == Kind::Compare;
    return compared ? " " + std::string(op_text(tree_.op(n))) : "";
  }

  static std::string_view op_text(Op op) {
    static constexpr std::string_view kTexts[] = {
        "?",   "+",  "-",   "*", "@",  "/",  "%", "//", "**", "<<", ">>", "|",      "^",  "&",
        "and", "or", "not", "~", "==", "!=", "<", "<=", ">",  ">=", "is", "is not", "in", "not in"};
    return kTexts[static_cast<size_t>(op)];
  }

  const SyntaxTree &tree_;
  std::string_view text_;
};

inline std::string shape_of(const SyntaxTree &tree, std::string_view text) {
  return ShapePrinter(tree, text).shape(SyntaxTree::root());
}

} // namespace decode_ledger::parser
