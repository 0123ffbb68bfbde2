// The syntax of one file, as our own compact tree. tree-sitter is seen in this room and nowhere else.
//
// parse() lowers tree-sitter's concrete tree to the shapes of Python's own grammar: parentheses, commas and comments
// are gone, every optional part is found by its Role, elif stays flat. The result owns flat arrays and no pointers
// into anything, so that it can be moved between threads, kept, and written to disk.
//
//     for x in xs:            For
//         f(x.y, k=1)           Name  x          role Target      (aux: kStore)
//                               Name  xs         role Iter
//                               Block            role Body
//                                 ExprStmt
//                                   Call         role Value
//                                     Name f     role Callee
//                                     Attribute y  role Argument  (its value: Name x, role Value)
//                                     Keyword k  role Argument    (its value: Int, role Value)
//
// Nodes are in preorder: a node's first child is the next node, and next(n) is one past its subtree, so a subtree is a
// contiguous range of ids and "is a inside b" is two comparisons.
//
// What the grammar cannot read becomes Kind::Error with the readable parts as children, and its range is in `damage`;
// everything outside still counts. Depth is bounded by kMaxDepth, so that recursion over a tree is safe everywhere: a
// deeper part is a Kind::Error leaf and is in `damage` with its reason.
//
// Cost: one walk of tree-sitter's tree; 28 bytes a node. Start reading at parse() in lower.cc.
// Tested by tests/unit/parser/ and tests/corpus/parser/.
#pragma once

#include "support/names.h"
#include "support/source_range.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::parser {

enum class Kind : uint8_t {
  Module, ///< children: statements
  Block,  ///< statements
  Error,  ///< what the grammar could not read; readable parts as children

  // Statements.
  ExprStmt,  ///< Value
  Assign,    ///< Target+ (a = b = v has two), Annotation?, Value?
  AugAssign, ///< Target, Value; op(): the operator
  Return,    ///< Value?
  Raise,     ///< Value?, Cause?
  Delete,    ///< Target+
  Pass,
  Break,
  Continue,
  Global,      ///< Name children, role Target
  Nonlocal,    ///< the same
  Assert,      ///< Test, Message?
  Import,      ///< Alias+
  ImportFrom,  ///< name(): dotted module text (may be empty); aux: number of leading dots; Alias+ or a StarAlias
  Alias,       ///< name(): dotted name as written; a Name child that is bound: AsName, or in Import without `as` the
               ///< Target (`import a.b` binds `a`)
  StarAlias,   ///< `*`
  If,          ///< Test, Body, (Elif child with Test, Body)*, Orelse?
  Elif,        ///< Test, Body
  For,         ///< Target, Iter, Body, Orelse?; kAsync
  While,       ///< Test, Body, Orelse?
  Try,         ///< Body, Handler*, Orelse?, Final?
  Handler,     ///< Type? (a Tuple for several), AsName? (Name), Body; kStar for except*
  With,        ///< WithItem+, Body; kAsync
  WithItem,    ///< Value, Target?
  FunctionDef, ///< name(); Decorator*, Parameters, Returns?, Body; kAsync
  ClassDef,    ///< name(); Decorator*, Argument* (bases and Keyword), Body
  Decorator,   ///< Value
  Parameters,  ///< Parameter*
  Parameter,   ///< name(); Annotation?, Default?; kStarParam, kDoubleStarParam, kPositionalOnly, kKeywordOnly
  Match,       ///< Subject, Case*
  Case,        ///< Pattern, Test? (the guard), Body
  TypeAlias,   ///< Target, Value
  Python2,     ///< print and exec statements: Argument*

  // Expressions.
  Name,          ///< name(); kStore, kDelete
  Attribute,     ///< Value, name(): the attribute; name_range(): where it stands; kStore, kDelete
  Call,          ///< Callee, Argument* (expressions, Keyword, Starred, DoubleStarred; a bare generator is one Argument)
  Keyword,       ///< name(), Value
  Starred,       ///< Value
  DoubleStarred, ///< Value
  Subscript,     ///< Value, Index+; kStore, kDelete
  Slice,         ///< Lower?, Upper?, Step?
  Binary,        ///< Left, Right; op()
  Unary,         ///< Value; op(): Not, Sub, Add, Invert
  BoolOp,        ///< Left, Right; op(): And, Or
  Compare,       ///< Left, Right+; op() of each Right: how it is compared with the one before
  Lambda,        ///< Parameters, Body (an expression)
  Conditional,   ///< Body if Test else Orelse; children in evaluation order: Test, Body, Orelse
  Tuple,         ///< Element*
  List,          ///< Element*
  Set,           ///< Element*
  Dict,          ///< Pair (Key, Value) and DoubleStarred
  Pair,
  ListComp, ///< CompFor and CompIf in order, then Element (evaluation order)
  SetComp,
  DictComp, ///< Element is a Pair
  Generator,
  CompFor,       ///< Iter, Target (evaluation order); kAsync
  CompIf,        ///< Test
  Await,         ///< Value
  Yield,         ///< Value?; kFrom
  Named,         ///< Target, Value: the walrus
  String,        ///< kBytes, kFormat (f- or t-string: the interpolated expressions are children, role Value), kRaw
  Concatenation, ///< String Element+ side by side
  Int,
  Float, ///< complex numbers too
  True,
  False,
  None,
  Ellipsis,

  // Patterns of match.
  PatternCapture,  ///< Name child, role Target; `_` has none
  PatternValue,    ///< Value: a literal or a dotted name
  PatternSequence, ///< Pattern*
  PatternMapping,  ///< Key and Pattern children in turn
  PatternClass,    ///< Callee, Pattern*
  PatternKeyword,  ///< name(), Pattern
  PatternOr,       ///< Pattern+
  PatternAs,       ///< Pattern, Target
  PatternStar,     ///< Target?
};

/// What a node is to its parent.
enum class Role : uint8_t {
  Child,
  Value,
  Target,
  Annotation,
  Cause,
  Test,
  Message,
  Body,
  Orelse,
  Final,
  Handler,
  Iter,
  Type,
  AsName,
  Decorator,
  Parameters,
  Returns,
  Default,
  Argument,
  Callee,
  Index,
  Lower,
  Upper,
  Step,
  Left,
  Right,
  Element,
  Key,
  Subject,
  Case,
  Pattern,
};

/// Operators; of a Right in Compare, of Binary, Unary, BoolOp and AugAssign.
enum class Op : uint8_t {
  None,
  Add,
  Sub,
  Mul,
  MatMul,
  Div,
  Mod,
  FloorDiv,
  Pow,
  LShift,
  RShift,
  BitOr,
  BitXor,
  BitAnd,
  And,
  Or,
  Not,
  Invert,
  Eq,
  NotEq,
  Lt,
  LtE,
  Gt,
  GtE,
  Is,
  IsNot,
  In,
  NotIn,
};

/// Bits of aux(); which kinds have which stands at the kind.
enum Flag : uint16_t {
  kStore = 1,
  kDelete = 2,
  kAsync = 1,
  kStar = 1,
  kFrom = 1,
  kStarParam = 1,
  kDoubleStarParam = 2,
  kPositionalOnly = 4,
  kKeywordOnly = 8,
  kBytes = 1,
  kFormat = 2,
  kRaw = 4,
};

std::string_view kind_name(Kind kind);
std::string_view role_name(Role role);

/// Deepest nesting that is kept. CPython's own limits (100 nested blocks, 200 parentheses) lie far below.
inline constexpr uint32_t kMaxDepth = 600;

/// A part that could not be lowered, and why: DL401, or DL403 when the depth bound was reached.
struct Damage {
  uint32_t begin = 0, end = 0;
  bool too_deep = false;
};

class SyntaxTree {
public:
  struct Node {
    Kind kind;
    Role role;
    uint16_t aux;   ///< low byte: Flag bits, for ImportFrom the number of dots; high byte: a
                    ///< compared operand's Op, or the length of a name token (255 at most)
    uint32_t begin; ///< byte offset
    uint32_t end;
    uint32_t next;   ///< one past the subtree
    uint32_t parent; ///< NodeId::kNone for the root
    uint32_t name;   ///< NameId::kNone when it has none
    uint32_t detail; ///< Attribute, Keyword, defs: begin of the name token; operators: the Op
  };

  static constexpr NodeId root() { return NodeId{0U}; }
  size_t num_nodes() const { return nodes_.size(); }
  const Node &node(NodeId n) const { return nodes_[n.value]; }

  Kind kind(NodeId n) const { return nodes_[n.value].kind; }
  Role role(NodeId n) const { return nodes_[n.value].role; }
  uint8_t aux(NodeId n) const { return static_cast<uint8_t>(nodes_[n.value].aux); }
  bool has(NodeId n, Flag flag) const { return (nodes_[n.value].aux & flag) != 0; }
  /// Of a Binary, Unary, BoolOp or AugAssign; of a Right in Compare: how it is compared with the operand before it.
  Op op(NodeId n) const;
  NameId name(NodeId n) const { return NameId{nodes_[n.value].name}; }
  uint32_t begin(NodeId n) const { return nodes_[n.value].begin; }
  uint32_t end(NodeId n) const { return nodes_[n.value].end; }
  /// Byte range of the name token of an Attribute, Keyword, FunctionDef or ClassDef, [first, second).
  std::pair<uint32_t, uint32_t> name_range(NodeId n) const;

  NodeId parent(NodeId n) const { return NodeId{nodes_[n.value].parent}; }
  /// One past the last node of `n`'s subtree; also `n`'s next sibling when that is inside the parent.
  NodeId next(NodeId n) const { return NodeId{nodes_[n.value].next}; }
  bool is_inside(NodeId inner, NodeId outer) const {
    return outer.value <= inner.value && inner.value < nodes_[outer.value].next;
  }

  /// First child with `role`; none when there is none, and of none.
  NodeId child(NodeId n, Role role) const;
  /// The only or first child; none for a leaf.
  NodeId first_child(NodeId n) const { return nodes_[n.value].next > n.value + 1 ? NodeId{n.value + 1} : NodeId{}; }

  /// Children in source order: `for (NodeId c : tree.children(n))`.
  class Children {
  public:
    class Iterator {
    public:
      Iterator(const SyntaxTree *tree, uint32_t at) : tree_(tree), at_(at) {}
      NodeId operator*() const { return NodeId{at_}; }
      Iterator &operator++() {
        at_ = tree_->nodes_[at_].next;
        return *this;
      }
      bool operator!=(const Iterator &other) const { return at_ != other.at_; }

    private:
      const SyntaxTree *tree_;
      uint32_t at_;
    };
    Children(const SyntaxTree *tree, NodeId of) : tree_(tree), of_(of) {}
    Iterator begin() const { return {tree_, of_.value + 1}; }
    Iterator end() const { return {tree_, tree_->nodes_[of_.value].next}; }

  private:
    const SyntaxTree *tree_;
    NodeId of_;
  };
  Children children(NodeId n) const { return Children(this, n); }

  /// The file's own names; after linking the ids of nodes are those of the package's table and this is empty.
  const NameTable &names() const { return *names_; }
  /// False after linking.
  bool has_names() const { return names_ != nullptr; }
  const std::vector<Damage> &damage() const { return damage_; }

  /// For linking only: rewrites every name by `map[old] = new` and drops the file's own table.
  void rename(const std::vector<NameId> &map);

private:
  friend class TreeBuilder;
  std::vector<Node> nodes_;
  std::vector<Damage> damage_;
  std::unique_ptr<NameTable> names_;
};

/// Lowers `text` (UTF-8). Never fails: what cannot be read is in damage(). REQUIRES: text.size() < 4 GiB.
SyntaxTree parse(std::string_view text);

/// The decoded value of a String or Concatenation without interpolations (escapes resolved, prefix and quotes gone).
/// None for f-strings with interpolations and for what is no string. Bytes literals give their bytes.
std::optional<std::string> string_value(const SyntaxTree &tree, std::string_view text, NodeId node);

/// `Kind role? name? [begin,end)` a line, two spaces a level: `--print=syntax`.
std::string dump(const SyntaxTree &tree, std::string_view text);

/// Version of the grammar and of tree-sitter's core, for --version.
std::string_view grammar_version();

} // namespace decode_ledger::parser
