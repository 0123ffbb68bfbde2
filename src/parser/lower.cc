// Lowering: tree-sitter's concrete tree → SyntaxTree.
//
// One recursive walk with a tree cursor. Children are told apart by their own symbols and by the punctuation between
// them, not by field names: looking up a field at every node costs more than the rest of the walk. Comments and line
// continuations ("extras") are skipped wherever they stand.
//
// Where evaluation order differs from source order (conditional expressions, comprehensions) the subtrees are emitted
// as they come and then exchanged in the array, which costs one pass over them.
//
// Recursion is bounded by kMaxDepth; what lies deeper is one Error leaf.
#include "parser/parser.h"

#include "parser/allocator.h"
#include "support/check.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <tree_sitter/api.h>

extern "C" const TSLanguage *tree_sitter_python(void);

namespace decode_ledger::parser {

namespace {

// The grammar's node types that lowering tells apart, and the anonymous tokens that matter between children.
// clang-format off
#define DL_SYMBOLS(X) \
  X(aliased_import) X(argument_list) X(as_pattern) X(as_pattern_target) X(assert_statement) X(assignment) \
  X(attribute) X(augmented_assignment) X(await) X(binary_operator) X(block) X(boolean_operator) \
  X(break_statement) X(call) X(case_clause) X(case_pattern) X(chevron) X(class_definition) X(class_pattern) \
  X(comparison_operator) X(complex_pattern) X(concatenated_string) X(conditional_expression) \
  X(constrained_type) X(continue_statement) X(decorated_definition) X(decorator) X(default_parameter) \
  X(delete_statement) X(dict_pattern) X(dictionary) X(dictionary_comprehension) X(dictionary_splat) \
  X(dictionary_splat_pattern) X(dotted_name) X(elif_clause) X(ellipsis) X(else_clause) X(except_clause) \
  X(except_group_clause) X(exec_statement) X(expression_list) X(expression_statement) X(finally_clause) \
  X(float) X(for_in_clause) X(for_statement) X(format_expression) X(format_specifier) X(function_definition) \
  X(future_import_statement) X(generator_expression) X(generic_type) X(global_statement) X(identifier) \
  X(if_clause) X(if_statement) X(import_from_statement) X(import_prefix) X(import_statement) X(integer) \
  X(interpolation) X(keyword_argument) X(keyword_pattern) X(keyword_separator) X(lambda) X(lambda_parameters) \
  X(list) X(list_comprehension) X(list_pattern) X(list_splat) X(list_splat_pattern) X(match_statement) \
  X(member_type) X(module) X(named_expression) X(nonlocal_statement) X(none) X(not_operator) X(pair) \
  X(parameters) X(parenthesized_expression) X(parenthesized_list_splat) X(pass_statement) X(pattern_list) \
  X(positional_separator) X(print_statement) X(raise_statement) X(relative_import) X(return_statement) X(set) \
  X(set_comprehension) X(slice) X(splat_pattern) X(splat_type) X(string) X(string_start) X(subscript) \
  X(try_statement) X(tuple) X(tuple_pattern) X(type) X(type_alias_statement) X(type_conversion) \
  X(type_parameter) X(typed_default_parameter) X(typed_parameter) X(unary_operator) X(union_pattern) \
  X(union_type) X(while_statement) X(wildcard_import) X(with_clause) X(with_item) X(with_statement) X(yield) \
  X(comment) X(line_continuation)
// clang-format on

enum class Sym : uint8_t {
  Other,
#define DL_ENUM(name) s_##name,
  DL_SYMBOLS(DL_ENUM)
#undef DL_ENUM
      TrueLiteral,
  FalseLiteral,
  Error,
  // Anonymous tokens.
  Comma,
  Colon,
  Equal,
  Star,
  From,
  As,
  Async,
  Underscore,
  Minus,
  Operator,
};

/// What a symbol of the grammar is to us, looked up once.
struct Symbols {
  std::vector<Sym> sym;
  std::vector<Op> op;
  std::vector<bool> named;
};

Op operator_of(std::string_view token) {
  static constexpr std::pair<std::string_view, Op> kOperators[] = {
      {"+", Op::Add},        {"-", Op::Sub},       {"*", Op::Mul},       {"@", Op::MatMul},  {"/", Op::Div},
      {"%", Op::Mod},        {"//", Op::FloorDiv}, {"**", Op::Pow},      {"<<", Op::LShift}, {">>", Op::RShift},
      {"|", Op::BitOr},      {"^", Op::BitXor},    {"&", Op::BitAnd},    {"and", Op::And},   {"or", Op::Or},
      {"not", Op::Not},      {"~", Op::Invert},    {"==", Op::Eq},       {"!=", Op::NotEq},  {"<>", Op::NotEq},
      {"<", Op::Lt},         {"<=", Op::LtE},      {">", Op::Gt},        {">=", Op::GtE},    {"is", Op::Is},
      {"is not", Op::IsNot}, {"in", Op::In},       {"not in", Op::NotIn}};
  for (const auto &[text, op] : kOperators)
    if (text == token)
      return op;
  // "+=" and its kin: the operator without its equals sign.
  if (token.size() > 1 && token.back() == '=')
    return operator_of(token.substr(0, token.size() - 1));
  return Op::None;
}

Sym symbol_of(std::string_view name, bool named) {
  if (named) {
#define DL_NAME(n)                                                                                                     \
  if (name == #n)                                                                                                      \
    return Sym::s_##n;
    DL_SYMBOLS(DL_NAME)
#undef DL_NAME
    return name == "true" ? Sym::TrueLiteral : name == "false" ? Sym::FalseLiteral : Sym::Other;
  }
  static constexpr std::pair<std::string_view, Sym> kTokens[] = {
      {",", Sym::Comma},   {":", Sym::Colon}, {"=", Sym::Equal},     {"*", Sym::Star},       {"except*", Sym::Star},
      {"from", Sym::From}, {"as", Sym::As},   {"async", Sym::Async}, {"_", Sym::Underscore}, {"-", Sym::Minus}};
  for (const auto &[text, sym] : kTokens)
    if (text == name)
      return sym;
  return operator_of(name) == Op::None ? Sym::Other : Sym::Operator;
}

const Symbols &symbols() {
  static const Symbols table = [] {
    Symbols t;
    const TSLanguage *language = tree_sitter_python();
    const uint32_t count = ts_language_symbol_count(language);
    for (uint32_t i = 0; i < count; ++i) {
      const char *name = ts_language_symbol_name(language, static_cast<TSSymbol>(i));
      const bool named = ts_language_symbol_type(language, static_cast<TSSymbol>(i)) == TSSymbolTypeRegular;
      t.sym.push_back(symbol_of(name, named));
      t.op.push_back(named ? Op::None : operator_of(name));
      t.named.push_back(named);
    }
    return t;
  }();
  return table;
}

constexpr TSSymbol kErrorSymbol = static_cast<TSSymbol>(-1);

} // namespace

/// Builds one SyntaxTree. Every lower_* is called with the cursor on the node it lowers and leaves it there.
class TreeBuilder {
public:
  TreeBuilder(std::string_view text, TSNode root) : text_(text), cursor_(ts_tree_cursor_new(root)) {
    tree_.names_ = std::make_unique<NameTable>();
    tree_.nodes_.reserve(text.size() / 5 + 16);
    look();
  }
  ~TreeBuilder() { ts_tree_cursor_delete(&cursor_); }
  TreeBuilder(const TreeBuilder &) = delete;
  TreeBuilder &operator=(const TreeBuilder &) = delete;

  SyntaxTree build() {
    const uint32_t module = open(Kind::Module, Role::Child);
    node(module).begin = 0;
    node(module).end = static_cast<uint32_t>(text_.size());
    // A file that is one syntax error has ERROR for a root; its readable parts are still statements of the module.
    if (current_sym() == Sym::Error)
      damage(current_begin(), current_end(), false);
    each_child([&](Sym) { lower(Role::Child); });
    close(module);
    tree_.nodes_.shrink_to_fit();
    return std::move(tree_);
  }

private:
  using Node = SyntaxTree::Node;

  // The cursor.

  /// The node under it; asking tree-sitter each time costs a fifth of the walk.
  struct At {
    TSSymbol symbol = 0;
    uint32_t begin = 0, end = 0;
  };

  TSNode current() const { return ts_tree_cursor_current_node(&cursor_); }
  void look() {
    const TSNode n = current();
    at_ = {ts_node_symbol(n), ts_node_start_byte(n), ts_node_end_byte(n)};
  }
  uint32_t current_begin() const { return at_.begin; }
  uint32_t current_end() const { return at_.end; }
  Sym current_sym() const { return at_.symbol == kErrorSymbol ? Sym::Error : symbols_.sym[at_.symbol]; }
  Op current_op() const { return at_.symbol == kErrorSymbol ? Op::None : symbols_.op[at_.symbol]; }

  /// Calls `f(sym)` with the cursor on each child in turn, extras left out.
  template <class F> void each_child(F f) {
    const At parent = at_;
    if (!ts_tree_cursor_goto_first_child(&cursor_))
      return;
    do {
      look();
      const Sym s = current_sym();
      if (s != Sym::s_comment && s != Sym::s_line_continuation)
        f(s);
    } while (ts_tree_cursor_goto_next_sibling(&cursor_));
    ts_tree_cursor_goto_parent(&cursor_);
    at_ = parent;
  }

  /// The first of the children, extras counted. REQUIRES: there is one.
  Sym first_child_sym() {
    const At parent = at_;
    ts_tree_cursor_goto_first_child(&cursor_);
    look();
    const Sym first = current_sym();
    ts_tree_cursor_goto_parent(&cursor_);
    at_ = parent;
    return first;
  }

  static bool is_named(Sym s) { return s != Sym::Other && s < Sym::Comma; }

  // The array.
  Node &node(uint32_t i) { return tree_.nodes_[i]; }
  uint32_t here() const { return static_cast<uint32_t>(tree_.nodes_.size()); }

  uint32_t open_at(Kind kind, Role role, uint32_t begin, uint32_t end) {
    const uint32_t i = here();
    tree_.nodes_.push_back({kind, role, 0, begin, end, i + 1, parent_, NameId::kNone, 0});
    parent_ = i;
    return i;
  }
  uint32_t open(Kind kind, Role role) { return open_at(kind, role, at_.begin, at_.end); }
  void close(uint32_t i) {
    node(i).next = here();
    parent_ = node(i).parent;
  }
  uint32_t leaf(Kind kind, Role role) {
    const uint32_t i = open(kind, role);
    close(i);
    return i;
  }
  std::string_view token() const { return text_.substr(at_.begin, at_.end - at_.begin); }
  uint32_t name_of(std::string_view text) { return tree_.names_->enter(text).value; }
  /// Takes the identifier under the cursor for the name of node `i`.
  void take_name(uint32_t i) {
    const std::string_view t = token();
    node(i).name = name_of(t);
    node(i).detail = current_begin();
    node(i).aux = static_cast<uint16_t>((node(i).aux & 0xff) | (std::min<size_t>(t.size(), 255) << 8));
  }
  void flag(uint32_t i, unsigned bits) { node(i).aux = static_cast<uint16_t>(node(i).aux | bits); }
  void set_op(uint32_t i, Op op) { node(i).detail = static_cast<uint32_t>(op); }
  void damage(uint32_t begin, uint32_t end, bool too_deep) { tree_.damage_.push_back({begin, end, too_deep}); }

  /// Exchanges two neighbouring runs of subtrees, [first, middle) and [middle, here()).
  void exchange(uint32_t first, uint32_t middle) {
    const uint32_t last = here();
    const uint32_t front = middle - first, back = last - middle;
    const auto shift = [&](uint32_t from, uint32_t to, int64_t by) {
      for (uint32_t i = from; i < to; ++i) {
        Node &n = node(i);
        n.next = static_cast<uint32_t>(n.next + by);
        if (n.parent >= from && n.parent < to)
          n.parent = static_cast<uint32_t>(n.parent + by);
      }
    };
    shift(first, middle, back);
    shift(middle, last, -static_cast<int64_t>(front));
    std::rotate(tree_.nodes_.begin() + first, tree_.nodes_.begin() + middle, tree_.nodes_.end());
  }

  /// Marks a lowered target: the names that it binds, the attributes and subscripts that it writes.
  void mark_target(uint32_t from, uint32_t to, Flag flag_bit) {
    for (uint32_t i = from; i < to;) {
      Node &n = node(i);
      switch (n.kind) {
      case Kind::Name:
      case Kind::Attribute:
      case Kind::Subscript:
        flag(i, flag_bit);
        i = n.next; // what an attribute or subscript stands on is read, not written
        break;
      case Kind::Tuple:
      case Kind::List:
      case Kind::Starred:
      case Kind::Error:
        ++i;
        break;
      default:
        i = n.next;
      }
    }
  }

  /// Several neighbours that Python reads as one (a tuple without parentheses) and tree-sitter does not: with more
  /// than one member they get a node of their own, which closes itself after the last.
  class Group {
  public:
    Group(TreeBuilder &builder, uint32_t members, Kind kind, Role role)
        : builder_(builder), members_(members), kind_(kind), role_(role) {}
    bool is_open() const { return members_ > 1; }
    template <class F> void add(F lower_member) {
      if (is_open() && seen_ == 0)
        node_ = builder_.open(kind_, role_);
      lower_member();
      if (!is_open())
        return;
      builder_.node(node_).end = builder_.current_end();
      if (++seen_ == members_)
        builder_.close(node_);
    }

  private:
    TreeBuilder &builder_;
    uint32_t members_, seen_ = 0, node_ = 0;
    Kind kind_;
    Role role_;
  };

  // Dispatch.
  void lower(Role role) {
    const Sym s = current_sym();
    if (++depth_ > kMaxDepth) {
      leaf(Kind::Error, role);
      damage(current_begin(), current_end(), true);
    } else {
      lower_as(s, role);
    }
    --depth_;
  }

  void lower_as(Sym s, Role role) {
    switch (s) {
    // The frequent ones first.
    case Sym::s_identifier:
      lower_name(role);
      break;
    case Sym::s_attribute:
      lower_attribute(role);
      break;
    case Sym::s_call:
      lower_call(role);
      break;
    case Sym::s_string:
      lower_string(role);
      break;
    case Sym::s_integer:
      leaf(Kind::Int, role);
      break;
    case Sym::s_float:
      leaf(Kind::Float, role);
      break;
    case Sym::TrueLiteral:
      leaf(Kind::True, role);
      break;
    case Sym::FalseLiteral:
      leaf(Kind::False, role);
      break;
    case Sym::s_none:
      leaf(Kind::None, role);
      break;
    case Sym::s_ellipsis:
      leaf(Kind::Ellipsis, role);
      break;
    case Sym::s_parenthesized_expression:
    case Sym::s_type:
    case Sym::s_parenthesized_list_splat:
    case Sym::s_as_pattern_target:
    case Sym::s_chevron:
      lower_inside(role);
      break;
    case Sym::s_expression_statement:
      lower_expression_statement(role);
      break;
    case Sym::s_block:
      lower_list(Kind::Block, role, Role::Child);
      break;

    // Expressions.
    case Sym::s_subscript:
      lower_subscript(role);
      break;
    case Sym::s_slice:
      lower_slice(role);
      break;
    case Sym::s_binary_operator:
      lower_operator(Kind::Binary, role);
      break;
    case Sym::s_boolean_operator:
      lower_operator(Kind::BoolOp, role);
      break;
    case Sym::s_unary_operator:
    case Sym::s_not_operator:
      lower_unary(role);
      break;
    case Sym::s_comparison_operator:
      lower_comparison(role);
      break;
    case Sym::s_keyword_argument:
      lower_keyword(Kind::Keyword, role, Role::Value);
      break;
    case Sym::s_tuple:
    case Sym::s_expression_list:
    case Sym::s_pattern_list:
    case Sym::s_tuple_pattern:
      lower_list(Kind::Tuple, role, Role::Element);
      break;
    case Sym::s_list:
    case Sym::s_list_pattern:
      lower_list(Kind::List, role, Role::Element);
      break;
    case Sym::s_set:
      lower_list(Kind::Set, role, Role::Element);
      break;
    case Sym::s_dictionary:
      lower_list(Kind::Dict, role, Role::Element);
      break;
    case Sym::s_pair:
      lower_pair(role);
      break;
    case Sym::s_list_splat:
    case Sym::s_list_splat_pattern:
    case Sym::s_splat_type:
      lower_list(Kind::Starred, role, Role::Value);
      break;
    case Sym::s_dictionary_splat:
    case Sym::s_dictionary_splat_pattern:
      lower_list(Kind::DoubleStarred, role, Role::Value);
      break;
    case Sym::s_list_comprehension:
      lower_comprehension(Kind::ListComp, role);
      break;
    case Sym::s_set_comprehension:
      lower_comprehension(Kind::SetComp, role);
      break;
    case Sym::s_dictionary_comprehension:
      lower_comprehension(Kind::DictComp, role);
      break;
    case Sym::s_generator_expression:
      lower_comprehension(Kind::Generator, role);
      break;
    case Sym::s_for_in_clause:
      lower_comp_for(role);
      break;
    case Sym::s_if_clause:
      lower_list(Kind::CompIf, role, Role::Test);
      break;
    case Sym::s_conditional_expression:
      lower_conditional(role);
      break;
    case Sym::s_lambda:
      lower_lambda(role);
      break;
    case Sym::s_await:
      lower_list(Kind::Await, role, Role::Value);
      break;
    case Sym::s_yield:
      lower_yield(role);
      break;
    case Sym::s_named_expression:
      lower_binding(Kind::Named, role);
      break;
    case Sym::s_concatenated_string:
      lower_list(Kind::Concatenation, role, Role::Element);
      break;
    case Sym::s_as_pattern:
      lower_as_pattern(role);
      break;

    // Types: the shapes that the same text has as an expression.
    case Sym::s_generic_type:
      lower_generic_type(role);
      break;
    case Sym::s_union_type:
      lower_operator(Kind::Binary, role);
      break;
    case Sym::s_member_type:
      lower_attribute(role);
      break;
    case Sym::s_constrained_type:
      lower_list(Kind::Tuple, role, Role::Element);
      break;
    case Sym::s_type_parameter:
      lower_list(Kind::Tuple, role, Role::Element);
      break;

    // Statements.
    case Sym::s_assignment:
      lower_assignment(role);
      break;
    case Sym::s_augmented_assignment:
      lower_augmented(role);
      break;
    case Sym::s_return_statement:
      lower_list(Kind::Return, role, Role::Value);
      break;
    case Sym::s_raise_statement:
      lower_raise(role);
      break;
    case Sym::s_delete_statement:
      lower_delete(role);
      break;
    case Sym::s_pass_statement:
      leaf(Kind::Pass, role);
      break;
    case Sym::s_break_statement:
      leaf(Kind::Break, role);
      break;
    case Sym::s_continue_statement:
      leaf(Kind::Continue, role);
      break;
    case Sym::s_global_statement:
      lower_list(Kind::Global, role, Role::Target);
      break;
    case Sym::s_nonlocal_statement:
      lower_list(Kind::Nonlocal, role, Role::Target);
      break;
    case Sym::s_assert_statement:
      lower_assert(role);
      break;
    case Sym::s_import_statement:
      lower_import(Kind::Import, role);
      break;
    case Sym::s_import_from_statement:
    case Sym::s_future_import_statement:
      lower_import_from(role, s);
      break;
    case Sym::s_if_statement:
      lower_if(Kind::If, role);
      break;
    case Sym::s_elif_clause:
      lower_if(Kind::Elif, role);
      break;
    case Sym::s_else_clause:
    case Sym::s_finally_clause:
      lower_inside(role);
      break;
    case Sym::s_for_statement:
      lower_for(role);
      break;
    case Sym::s_while_statement:
      lower_if(Kind::While, role);
      break;
    case Sym::s_try_statement:
      lower_try(role);
      break;
    case Sym::s_except_clause:
    case Sym::s_except_group_clause:
      lower_handler(role, s);
      break;
    case Sym::s_with_statement:
      lower_with(role);
      break;
    case Sym::s_with_item:
      lower_with_item(role);
      break;
    case Sym::s_function_definition:
    case Sym::s_class_definition:
    case Sym::s_decorated_definition:
      lower_definition(role);
      break;
    case Sym::s_match_statement:
      lower_match(role);
      break;
    case Sym::s_type_alias_statement:
      lower_binding(Kind::TypeAlias, role);
      break;
    case Sym::s_print_statement:
    case Sym::s_exec_statement:
      lower_list(Kind::Python2, role, Role::Argument);
      break;

    // Patterns.
    case Sym::s_case_pattern:
      lower_case_pattern(role);
      break;

    case Sym::Error:
      lower_error(role);
      break;
    case Sym::s_dotted_name:
      lower_dotted(role);
      break;
    default:
      if (is_named(s))
        lower_unexpected(role);
    }
  }

  /// A node that adds nothing: its children take its place.
  void lower_inside(Role role) {
    each_child([&](Sym s) {
      if (is_named(s))
        lower(role);
    });
  }

  /// A node of `kind` whose named children all have `child_role`.
  uint32_t lower_list(Kind kind, Role role, Role child_role) {
    const uint32_t i = open(kind, role);
    each_child([&](Sym s) {
      if (is_named(s))
        lower(child_role);
    });
    close(i);
    return i;
  }

  void lower_error(Role role) {
    damage(current_begin(), current_end(), false);
    const uint32_t i = open(Kind::Error, role);
    each_child([&](Sym s) {
      if (is_named(s))
        lower(Role::Child);
    });
    close(i);
  }

  /// A named node in a place where the grammar does not put one unless the text is damaged.
  void lower_unexpected(Role role) {
    const uint32_t i = open(Kind::Error, role);
    each_child([&](Sym s) {
      if (is_named(s))
        lower(Role::Child);
    });
    close(i);
  }

  void lower_name(Role role) {
    const uint32_t i = leaf(Kind::Name, role);
    if (at_.begin == at_.end) { // tree-sitter puts an empty identifier where one is missing
      damage(at_.begin, at_.end, false);
      node(i).kind = Kind::Error;
      return;
    }
    node(i).name = name_of(token());
  }

  void lower_attribute(Role role) {
    const uint32_t i = open(Kind::Attribute, role);
    bool first = true;
    each_child([&](Sym s) {
      if (!is_named(s))
        return;
      if (first)
        lower(Role::Value);
      else
        take_name(i);
      first = false;
    });
    close(i);
  }

  void lower_call(Role role) {
    const uint32_t i = open(Kind::Call, role);
    bool first = true;
    each_child([&](Sym s) {
      if (!is_named(s))
        return;
      if (first)
        lower(Role::Callee);
      else if (s == Sym::s_argument_list)
        lower_inside(Role::Argument);
      else
        lower(Role::Argument);
      first = false;
    });
    close(i);
  }

  void lower_string(Role role) {
    const uint32_t i = open(Kind::String, role);
    for (const char c : text_.substr(node(i).begin, 3)) {
      const char low = static_cast<char>(c | 0x20);
      if (low == 'b')
        flag(i, kBytes);
      else if (low == 'f' || low == 't')
        flag(i, kFormat);
      else if (low == 'r')
        flag(i, kRaw);
      else if (low != 'u')
        break;
    }
    if ((node(i).aux & kFormat) != 0)
      lower_interpolations();
    close(i);
  }

  void lower_interpolations() {
    if (++depth_ <= kMaxDepth)
      each_child([&](Sym s) {
        if (s == Sym::s_interpolation || s == Sym::s_format_expression)
          lower_interpolation();
        else if (is_named(s) && s != Sym::s_string_start)
          lower_interpolations(); // string content and format specifiers may hold interpolations
      });
    --depth_;
  }

  void lower_interpolation() {
    each_child([&](Sym s) {
      if (s == Sym::s_format_specifier)
        lower_interpolations();
      else if (is_named(s) && s != Sym::s_type_conversion)
        lower(Role::Value);
    });
  }

  void lower_subscript(Role role) {
    const uint32_t i = open(Kind::Subscript, role);
    bool first = true;
    each_child([&](Sym s) {
      if (!is_named(s))
        return;
      lower(first ? Role::Value : Role::Index);
      first = false;
    });
    close(i);
  }

  void lower_slice(Role role) {
    const uint32_t i = open(Kind::Slice, role);
    static constexpr std::array kParts = {Role::Lower, Role::Upper, Role::Step};
    size_t part = 0;
    each_child([&](Sym s) {
      if (s == Sym::Colon)
        part = std::min<size_t>(part + 1, 2);
      else if (is_named(s))
        lower(kParts[part]);
    });
    close(i);
  }

  void lower_operator(Kind kind, Role role) {
    const uint32_t i = open(kind, role);
    bool first = true;
    Op op = kind == Kind::Binary ? Op::BitOr : Op::None; // a union type has no operator node of its own
    each_child([&](Sym s) {
      if (is_named(s)) {
        lower(first ? Role::Left : Role::Right);
        first = false;
      } else if (const Op found = current_op(); found != Op::None) {
        op = found;
      }
    });
    set_op(i, op);
    close(i);
  }

  void lower_unary(Role role) {
    const uint32_t i = open(Kind::Unary, role);
    Op op = Op::Not;
    each_child([&](Sym s) {
      if (is_named(s))
        lower(Role::Value);
      else if (const Op found = current_op(); found != Op::None)
        op = found;
    });
    set_op(i, op);
    close(i);
  }

  void lower_comparison(Role role) {
    const uint32_t i = open(Kind::Compare, role);
    Op op = Op::None;
    each_child([&](Sym s) {
      if (is_named(s)) {
        const uint32_t operand = here();
        lower(op == Op::None ? Role::Left : Role::Right);
        if (op != Op::None && operand < here())
          node(operand).aux = static_cast<uint16_t>((node(operand).aux & 0xff) | (static_cast<unsigned>(op) << 8));
      } else if (const Op found = current_op(); found != Op::None) {
        op = found;
      }
    });
    close(i);
  }

  /// `name = value` in a call, `name=pattern` in a class pattern.
  void lower_keyword(Kind kind, Role role, Role value_role) {
    const uint32_t i = open(kind, role);
    bool first = true;
    each_child([&](Sym s) {
      if (!is_named(s))
        return;
      if (first)
        take_name(i);
      else
        lower(value_role);
      first = false;
    });
    close(i);
  }

  void lower_pair(Role role) {
    const uint32_t i = open(Kind::Pair, role);
    bool first = true;
    each_child([&](Sym s) {
      if (!is_named(s))
        return;
      lower(first ? Role::Key : Role::Value);
      first = false;
    });
    close(i);
  }

  void lower_comprehension(Kind kind, Role role) {
    const uint32_t i = open(kind, role);
    const uint32_t element = here();
    uint32_t clauses = 0;
    each_child([&](Sym s) {
      if (!is_named(s))
        return;
      if (clauses == 0 && here() != element)
        clauses = here();
      lower(here() == element ? Role::Element : Role::Child);
    });
    if (clauses != 0)
      exchange(element, clauses);
    close(i);
  }

  void lower_comp_for(Role role) {
    const uint32_t i = open(Kind::CompFor, role);
    const uint32_t target = here();
    bool after_in = false;
    uint32_t iter = 0;
    each_child([&](Sym s) {
      if (s == Sym::Async) {
        flag(i, kAsync);
      } else if (!is_named(s)) {
        if (current_op() == Op::In) {
          after_in = true;
          mark_target(target, here(), kStore);
          iter = here();
        }
      } else {
        lower(after_in ? Role::Iter : Role::Target);
      }
    });
    if (iter != 0)
      exchange(target, iter);
    close(i);
  }

  void lower_conditional(Role role) {
    const uint32_t i = open(Kind::Conditional, role);
    std::array<uint32_t, 4> starts{here(), here(), here(), here()};
    size_t part = 0;
    static constexpr std::array kParts = {Role::Body, Role::Test, Role::Orelse};
    each_child([&](Sym s) {
      if (!is_named(s) || part > 2)
        return;
      starts[part] = here();
      lower(kParts[part++]);
      if (part == 2)
        exchange(starts[0], starts[1]); // the test is evaluated first
    });
    close(i);
  }

  void lower_lambda(Role role) {
    const uint32_t i = open(Kind::Lambda, role);
    bool seen_parameters = false;
    each_child([&](Sym s) {
      if (s == Sym::s_lambda_parameters) {
        lower_parameters();
        seen_parameters = true;
      } else if (is_named(s)) {
        if (!seen_parameters)
          empty_parameters();
        seen_parameters = true;
        lower(Role::Body);
      }
    });
    close(i);
  }

  /// Every function has Parameters, so that nobody has to ask.
  void empty_parameters() { close(open_at(Kind::Parameters, Role::Parameters, current_begin(), current_begin())); }

  void lower_yield(Role role) {
    const uint32_t i = open(Kind::Yield, role);
    each_child([&](Sym s) {
      if (s == Sym::From)
        flag(i, kFrom);
      else if (is_named(s))
        lower(Role::Value);
    });
    close(i);
  }

  /// `target := value`, `type target = value`.
  void lower_binding(Kind kind, Role role) {
    const uint32_t i = open(kind, role);
    bool first = true;
    each_child([&](Sym s) {
      if (!is_named(s))
        return;
      const uint32_t at = here();
      lower(first ? Role::Target : Role::Value);
      if (first)
        mark_target(at, here(), kStore);
      first = false;
    });
    close(i);
  }

  /// `value as target` where it stands outside its proper places (a with item or a pattern lowers it itself).
  void lower_as_pattern(Role role) {
    const uint32_t i = open(Kind::PatternAs, role);
    bool after_as = false;
    each_child([&](Sym s) {
      if (s == Sym::As) {
        after_as = true;
      } else if (is_named(s)) {
        const uint32_t at = here();
        if (after_as) {
          lower(Role::Target);
          mark_target(at, here(), kStore);
        } else {
          lower(Role::Pattern);
        }
      }
    });
    close(i);
  }

  void lower_generic_type(Role role) {
    const uint32_t i = open(Kind::Subscript, role);
    each_child([&](Sym s) {
      if (s == Sym::s_type_parameter)
        lower_inside(Role::Index);
      else if (is_named(s))
        lower(Role::Value);
    });
    close(i);
  }

  // Statements.

  void lower_expression_statement(Role role) {
    uint32_t parts = 1;
    bool is_assignment = false;
    if (ts_node_child_count(current()) == 1) { // nearly always
      is_assignment = is_assignment_kind(first_child_sym());
    } else {
      parts = 0;
      each_child([&](Sym s) {
        parts += is_named(s) ? 1 : 0;
        is_assignment = is_assignment || is_assignment_kind(s);
      });
    }
    if (is_assignment) {
      lower_inside(role); // the assignment is the statement
      return;
    }
    const uint32_t i = open(Kind::ExprStmt, role);
    Group tuple(*this, parts, Kind::Tuple, Role::Value);
    each_child([&](Sym s) {
      if (is_named(s))
        tuple.add([&] { lower(tuple.is_open() ? Role::Element : Role::Value); });
    });
    close(i);
  }

  static bool is_assignment_kind(Sym s) { return s == Sym::s_assignment || s == Sym::s_augmented_assignment; }

  /// `a = b = v` is nested in tree-sitter's tree and flat in ours.
  void lower_assignment(Role role) {
    const uint32_t i = open(Kind::Assign, role);
    lower_assignment_parts();
    close(i);
  }

  void lower_assignment_parts() {
    enum { Target, Annotation, Value } part = Target;
    each_child([&](Sym s) {
      if (s == Sym::Colon) {
        part = Annotation;
      } else if (s == Sym::Equal) {
        part = Value;
      } else if (is_named(s)) {
        const uint32_t at = here();
        if (part == Value && s == Sym::s_assignment && ++depth_ <= kMaxDepth) {
          lower_assignment_parts();
          --depth_;
        } else {
          lower(part == Target ? Role::Target : part == Annotation ? Role::Annotation : Role::Value);
          if (part == Target)
            mark_target(at, here(), kStore);
        }
      }
    });
  }

  void lower_augmented(Role role) {
    const uint32_t i = open(Kind::AugAssign, role);
    bool first = true;
    each_child([&](Sym s) {
      if (!is_named(s)) {
        if (const Op op = current_op(); op != Op::None)
          set_op(i, op);
        return;
      }
      const uint32_t at = here();
      lower(first ? Role::Target : Role::Value);
      if (first)
        mark_target(at, here(), kStore);
      first = false;
    });
    close(i);
  }

  void lower_raise(Role role) {
    const uint32_t i = open(Kind::Raise, role);
    bool after_from = false;
    each_child([&](Sym s) {
      if (s == Sym::From)
        after_from = true;
      else if (is_named(s))
        lower(after_from ? Role::Cause : Role::Value);
    });
    close(i);
  }

  void lower_delete(Role role) {
    const uint32_t i = open(Kind::Delete, role);
    each_child([&](Sym s) {
      if (s == Sym::s_expression_list)
        lower_inside(Role::Target);
      else if (is_named(s))
        lower(Role::Target);
    });
    mark_target(i + 1, here(), kDelete);
    close(i);
  }

  void lower_assert(Role role) {
    const uint32_t i = open(Kind::Assert, role);
    bool first = true;
    each_child([&](Sym s) {
      if (!is_named(s))
        return;
      lower(first ? Role::Test : Role::Message);
      first = false;
    });
    close(i);
  }

  /// The identifiers of a dotted name joined by dots, whatever layout stands between them.
  std::string dotted_text() {
    std::string out;
    each_child([&](Sym s) {
      if (s != Sym::s_identifier)
        return;
      if (!out.empty())
        out += '.';
      out += token();
    });
    return out;
  }

  void lower_alias(Sym s, bool binds_first_part) {
    const uint32_t i = open(Kind::Alias, Role::Child);
    if (s == Sym::s_dotted_name) {
      node(i).name = name_of(dotted_text());
      if (binds_first_part)
        lower_bound_part();
    } else {
      each_child([&](Sym part) {
        if (part == Sym::s_dotted_name) {
          node(i).name = name_of(dotted_text());
        } else if (part == Sym::s_identifier) {
          const uint32_t at = here();
          lower(Role::AsName);
          mark_target(at, here(), kStore);
        }
      });
    }
    close(i);
  }

  /// `import a.b` binds `a`.
  void lower_bound_part() {
    bool first = true;
    each_child([&](Sym s) {
      if (s != Sym::s_identifier || !first)
        return;
      const uint32_t at = here();
      lower_name(Role::Target);
      mark_target(at, here(), kStore);
      first = false;
    });
  }

  void lower_import(Kind kind, Role role) {
    const uint32_t i = open(kind, role);
    each_child([&](Sym s) {
      if (s == Sym::s_dotted_name || s == Sym::s_aliased_import)
        lower_alias(s, true);
    });
    close(i);
  }

  void lower_import_from(Role role, Sym kind) {
    const uint32_t i = open(Kind::ImportFrom, role);
    bool has_module = kind == Sym::s_future_import_statement;
    node(i).name = name_of(has_module ? "__future__" : "");
    each_child([&](Sym s) {
      if (s == Sym::s_relative_import) {
        lower_relative(i);
        has_module = true;
      } else if (s == Sym::s_dotted_name && !has_module) {
        node(i).name = name_of(dotted_text());
        has_module = true;
      } else if (s == Sym::s_dotted_name || s == Sym::s_aliased_import) {
        lower_alias(s, false);
      } else if (s == Sym::s_wildcard_import) {
        node(leaf(Kind::StarAlias, Role::Child)).name = name_of("*");
      }
    });
    close(i);
  }

  void lower_relative(uint32_t import) {
    each_child([&](Sym s) {
      if (s == Sym::s_import_prefix)
        flag(import, static_cast<unsigned>(std::min<ptrdiff_t>(std::ranges::count(token(), '.'), 255)));
      else if (s == Sym::s_dotted_name)
        node(import).name = name_of(dotted_text());
    });
  }

  void lower_if(Kind kind, Role role) {
    const uint32_t i = open(kind, role);
    each_child([&](Sym s) {
      switch (s) {
      case Sym::s_block:
        lower(Role::Body);
        break;
      case Sym::s_elif_clause:
        lower(Role::Child);
        break;
      case Sym::s_else_clause:
        lower(Role::Orelse);
        break;
      default:
        if (is_named(s))
          lower(s == Sym::Error ? Role::Child : Role::Test);
      }
    });
    close(i);
  }

  void lower_for(Role role) {
    const uint32_t i = open(Kind::For, role);
    bool after_in = false;
    each_child([&](Sym s) {
      if (s == Sym::Async) {
        flag(i, kAsync);
      } else if (s == Sym::s_block) {
        lower(Role::Body);
      } else if (s == Sym::s_else_clause) {
        lower(Role::Orelse);
      } else if (!is_named(s)) {
        after_in = after_in || current_op() == Op::In;
      } else {
        const uint32_t at = here();
        lower(s == Sym::Error ? Role::Child : after_in ? Role::Iter : Role::Target);
        if (!after_in)
          mark_target(at, here(), kStore);
      }
    });
    close(i);
  }

  void lower_try(Role role) {
    const uint32_t i = open(Kind::Try, role);
    each_child([&](Sym s) {
      switch (s) {
      case Sym::s_block:
        lower(Role::Body);
        break;
      case Sym::s_except_clause:
      case Sym::s_except_group_clause:
        lower(Role::Handler);
        break;
      case Sym::s_else_clause:
        lower(Role::Orelse);
        break;
      case Sym::s_finally_clause:
        lower(Role::Final);
        break;
      default:
        if (is_named(s))
          lower(Role::Child);
      }
    });
    close(i);
  }

  /// `except A as e`, `except (A, B)`, `except A, B` (PEP 758), `except* A`, and Python 2's `except A, e`.
  void lower_handler(Role role, Sym kind) {
    const uint32_t i = open(Kind::Handler, role);
    if (kind == Sym::s_except_group_clause)
      flag(i, kStar);
    bool after_as = false;
    const auto is_type = [&](Sym s) { return is_named(s) && s != Sym::s_block && s != Sym::s_as_pattern && !after_as; };
    uint32_t types = 0;
    each_child([&](Sym s) {
      after_as = after_as || s == Sym::As;
      types += is_type(s) ? 1 : 0;
    });
    after_as = false;
    Group tuple(*this, types, Kind::Tuple, Role::Type);
    each_child([&](Sym s) {
      if (s == Sym::Star) {
        flag(i, kStar);
      } else if (s == Sym::As) {
        after_as = true;
      } else if (s == Sym::s_block) {
        lower(Role::Body);
      } else if (s == Sym::s_as_pattern) {
        lower_handler_as();
      } else if (is_type(s)) {
        tuple.add([&] { lower(tuple.is_open() ? Role::Element : Role::Type); });
      } else if (is_named(s)) {
        const uint32_t at = here();
        lower(Role::AsName);
        mark_target(at, here(), kStore);
      }
    });
    close(i);
  }

  void lower_handler_as() {
    bool after_as = false;
    each_child([&](Sym s) {
      if (s == Sym::As) {
        after_as = true;
      } else if (is_named(s)) {
        const uint32_t at = here();
        lower(after_as ? Role::AsName : Role::Type);
        if (after_as)
          mark_target(at, here(), kStore);
      }
    });
  }

  void lower_with(Role role) {
    const uint32_t i = open(Kind::With, role);
    each_child([&](Sym s) {
      if (s == Sym::Async)
        flag(i, kAsync);
      else if (s == Sym::s_block)
        lower(Role::Body);
      else if (is_named(s))
        lower_with_clause();
    });
    close(i);
  }

  /// Down through with_clause, parentheses and tuples to the items: `with (a as b, c):` parses in several ways.
  void lower_with_clause() {
    const Sym s = current_sym();
    if (s == Sym::s_with_clause)
      each_child([&](Sym part) {
        if (is_named(part))
          lower(Role::Child);
      });
    else
      lower(Role::Child);
  }

  void lower_with_item(Role role) {
    if (is_parenthesised_items()) {
      lower_nested_items(role);
      return;
    }
    const uint32_t i = open(Kind::WithItem, role);
    lower_item_parts();
    close(i);
  }

  /// `with (a as b, c as d):` read as one item whose value is a tuple that holds `as`.
  bool is_parenthesised_items() {
    bool found = false;
    each_child([&](Sym s) {
      if (s == Sym::s_tuple)
        each_child([&](Sym part) { found = found || part == Sym::s_as_pattern; });
    });
    return found;
  }

  void lower_nested_items(Role role) {
    each_child([&](Sym tuple) {
      if (tuple != Sym::s_tuple)
        return;
      each_child([&](Sym part) {
        if (!is_named(part))
          return;
        const uint32_t i = open(Kind::WithItem, role);
        if (part == Sym::s_as_pattern)
          lower_item_as();
        else
          lower(Role::Value);
        close(i);
      });
    });
  }

  void lower_item_parts() {
    each_child([&](Sym s) {
      if (s == Sym::s_as_pattern)
        lower_item_as();
      else if (s == Sym::s_parenthesized_expression && holds_as())
        lower_item_parts();
      else if (is_named(s))
        lower(Role::Value);
    });
  }

  bool holds_as() {
    bool found = false;
    each_child([&](Sym s) { found = found || s == Sym::s_as_pattern; });
    return found;
  }

  void lower_item_as() {
    bool after_as = false;
    each_child([&](Sym s) {
      if (s == Sym::As) {
        after_as = true;
      } else if (is_named(s)) {
        const uint32_t at = here();
        lower(after_as ? Role::Target : Role::Value);
        if (after_as)
          mark_target(at, here(), kStore);
      }
    });
  }

  // Definitions.

  void lower_definition(Role role) {
    const Sym s = current_sym();
    const uint32_t i = open(Kind::FunctionDef, role);
    if (s == Sym::s_decorated_definition)
      each_child([&](Sym part) {
        if (part == Sym::s_decorator)
          lower_list(Kind::Decorator, Role::Decorator, Role::Value);
        else if (part == Sym::s_function_definition || part == Sym::s_class_definition)
          lower_definition_parts(i, part);
        else if (is_named(part))
          lower(Role::Child);
      });
    else
      lower_definition_parts(i, s);
    close(i);
  }

  void lower_definition_parts(uint32_t i, Sym s) {
    if (s == Sym::s_class_definition)
      node(i).kind = Kind::ClassDef;
    each_child([&](Sym part) {
      switch (part) {
      case Sym::Async:
        flag(i, kAsync);
        break;
      case Sym::s_identifier:
        take_name(i);
        break;
      case Sym::s_parameters:
        lower_parameters();
        break;
      case Sym::s_argument_list:
        lower_inside(Role::Argument);
        break;
      case Sym::s_type:
        lower(Role::Returns);
        break;
      case Sym::s_type_parameter:
        break; // PEP 695: names for the checker's eyes, no values
      case Sym::s_block:
        lower(Role::Body);
        break;
      default:
        if (is_named(part))
          lower(Role::Child);
      }
    });
  }

  void lower_parameters() {
    const uint32_t i = open(Kind::Parameters, Role::Parameters);
    bool keyword_only = false;
    each_child([&](Sym s) {
      if (s == Sym::s_keyword_separator) {
        keyword_only = true;
      } else if (s == Sym::s_positional_separator) {
        for (uint32_t k = i + 1; k < here(); k = node(k).next)
          flag(k, kPositionalOnly);
      } else if (is_named(s)) {
        const uint32_t at = here();
        lower_parameter(s);
        if (at == here())
          return;
        if (keyword_only && (node(at).aux & kDoubleStarParam) == 0)
          flag(at, kKeywordOnly);
        keyword_only = keyword_only || (node(at).aux & kStarParam) != 0;
      }
    });
    close(i);
  }

  void lower_parameter(Sym s) {
    if (s == Sym::Error) {
      lower(Role::Child);
      return;
    }
    const uint32_t i = open(Kind::Parameter, Role::Child);
    if (s == Sym::s_identifier)
      take_name(i);
    else if (s == Sym::s_tuple_pattern) // Python 2's `def f(a, (b, c))`
      each_child([&](Sym part) { lower_old_parameter(part); });
    else
      lower_parameter_parts(i, s);
    close(i);
  }

  void lower_old_parameter(Sym s) {
    if (!is_named(s))
      return;
    const uint32_t at = here();
    lower(Role::Target);
    mark_target(at, here(), kStore);
  }

  void lower_parameter_parts(uint32_t i, Sym s) {
    if (s == Sym::s_list_splat_pattern)
      flag(i, kStarParam);
    else if (s == Sym::s_dictionary_splat_pattern)
      flag(i, kDoubleStarParam);
    bool after_equal = false, named = false;
    each_child([&](Sym part) {
      if (part == Sym::Equal) {
        after_equal = true;
      } else if (after_equal && is_named(part)) {
        lower(Role::Default);
      } else if (part == Sym::s_type) {
        lower(Role::Annotation);
      } else if (part == Sym::s_identifier && !named) {
        take_name(i);
        named = true;
      } else if (part == Sym::s_list_splat_pattern || part == Sym::s_dictionary_splat_pattern) {
        lower_parameter_parts(i, part);
        named = true;
      } else if (part == Sym::s_tuple_pattern) {
        lower_old_parameter(part);
      }
    });
  }

  // match.

  void lower_match(Role role) {
    const uint32_t i = open(Kind::Match, role);
    uint32_t subjects = 0;
    each_child([&](Sym s) { subjects += is_named(s) && s != Sym::s_block ? 1 : 0; });
    Group tuple(*this, subjects, Kind::Tuple, Role::Subject);
    each_child([&](Sym s) {
      if (s == Sym::s_block)
        each_child([&](Sym part) {
          if (part == Sym::s_case_clause)
            lower_case();
          else if (is_named(part))
            lower(Role::Child);
        });
      else if (is_named(s))
        tuple.add([&] { lower(tuple.is_open() ? Role::Element : Role::Subject); });
    });
    close(i);
  }

  void lower_case() {
    const uint32_t i = open(Kind::Case, Role::Case);
    uint32_t patterns = 0;
    each_child([&](Sym s) { patterns += s == Sym::s_case_pattern ? 1 : 0; });
    Group sequence(*this, patterns, Kind::PatternSequence, Role::Pattern); // `case a, b:` has no brackets
    each_child([&](Sym s) {
      if (s == Sym::s_case_pattern)
        sequence.add([&] { lower(Role::Pattern); });
      else if (s == Sym::s_if_clause)
        lower_inside(Role::Test);
      else if (s == Sym::s_block)
        lower(Role::Body);
      else if (is_named(s))
        lower(Role::Child);
    });
    close(i);
  }

  void lower_case_pattern(Role role) {
    bool lowered = false;
    each_child([&](Sym s) {
      if (is_named(s)) {
        lower_pattern(s, role);
        lowered = true;
      } else if (s == Sym::Underscore && !lowered) {
        leaf(Kind::PatternCapture, role);
        lowered = true;
      }
    });
  }

  void lower_pattern(Sym s, Role role) {
    if (++depth_ > kMaxDepth) {
      leaf(Kind::Error, role);
      damage(current_begin(), current_end(), true);
    } else {
      lower_pattern_as(s, role);
    }
    --depth_;
  }

  void lower_pattern_as(Sym s, Role role) {
    switch (s) {
    case Sym::s_case_pattern:
      lower_case_pattern(role);
      break;
    case Sym::s_dotted_name:
      lower_name_pattern(role);
      break;
    case Sym::s_identifier:
      lower_capture(role);
      break;
    case Sym::s_tuple_pattern:
    case Sym::s_list_pattern:
      lower_pattern_list(Kind::PatternSequence, role);
      break;
    case Sym::s_union_pattern:
      lower_pattern_list(Kind::PatternOr, role);
      break;
    case Sym::s_splat_pattern:
      lower_splat_pattern(role);
      break;
    case Sym::s_dict_pattern:
      lower_mapping_pattern(role);
      break;
    case Sym::s_class_pattern:
      lower_class_pattern(role);
      break;
    case Sym::s_keyword_pattern:
      lower_keyword_pattern(role);
      break;
    case Sym::s_as_pattern:
      lower_pattern_alias(role);
      break;
    case Sym::Error:
      lower_error(role);
      break;
    default: {
      const uint32_t i = open(Kind::PatternValue, role);
      if (s == Sym::s_complex_pattern)
        leaf(Kind::Float, Role::Value);
      else
        lower(Role::Value);
      close(i);
    }
    }
  }

  void lower_pattern_list(Kind kind, Role role) {
    const uint32_t i = open(kind, role);
    each_child([&](Sym s) {
      if (is_named(s))
        lower_pattern(s, Role::Pattern);
      else if (s == Sym::Underscore)
        leaf(Kind::PatternCapture, Role::Pattern);
    });
    close(i);
  }

  void lower_capture(Role role) {
    const uint32_t i = open(Kind::PatternCapture, role);
    if (token() != "_") {
      const uint32_t at = here();
      lower_name(Role::Target);
      mark_target(at, here(), kStore);
    }
    close(i);
  }

  /// One name captures; a dotted one is a value to compare with.
  void lower_name_pattern(Role role) {
    uint32_t parts = 0;
    each_child([&](Sym s) { parts += s == Sym::s_identifier ? 1 : 0; });
    if (parts == 1) {
      const uint32_t i = open(Kind::PatternCapture, role);
      if (token() != "_") {
        const uint32_t at = here();
        lower_dotted(Role::Target);
        mark_target(at, here(), kStore);
      }
      close(i);
    } else {
      const uint32_t i = open(Kind::PatternValue, role);
      lower_dotted(Role::Value);
      close(i);
    }
  }

  /// a.b.c as the Attribute nodes that it is in an expression.
  void lower_dotted(Role role) {
    struct Part {
      uint32_t begin, end;
    };
    std::vector<Part> parts;
    each_child([&](Sym s) {
      if (s == Sym::s_identifier)
        parts.push_back({current_begin(), current_end()});
    });
    if (parts.empty())
      return;
    std::vector<uint32_t> open_nodes;
    for (size_t k = parts.size(); k-- > 1;) {
      const uint32_t i =
          open_at(Kind::Attribute, k + 1 == parts.size() ? role : Role::Value, parts[0].begin, parts[k].end);
      node(i).name = name_of(text_.substr(parts[k].begin, parts[k].end - parts[k].begin));
      node(i).detail = parts[k].begin;
      open_nodes.push_back(i);
    }
    const uint32_t name = open_at(Kind::Name, parts.size() == 1 ? role : Role::Value, parts[0].begin, parts[0].end);
    node(name).name = name_of(text_.substr(parts[0].begin, parts[0].end - parts[0].begin));
    close(name);
    while (!open_nodes.empty()) {
      close(open_nodes.back());
      open_nodes.pop_back();
    }
  }

  void lower_splat_pattern(Role role) {
    const uint32_t i = open(Kind::PatternStar, role);
    each_child([&](Sym s) {
      if (s != Sym::s_identifier || token() == "_")
        return;
      const uint32_t at = here();
      lower_name(Role::Target);
      mark_target(at, here(), kStore);
    });
    close(i);
  }

  void lower_mapping_pattern(Role role) {
    const uint32_t i = open(Kind::PatternMapping, role);
    bool after_colon = false;
    each_child([&](Sym s) {
      if (s == Sym::Colon) {
        after_colon = true;
      } else if (s == Sym::Comma) {
        after_colon = false;
      } else if (s == Sym::s_splat_pattern) {
        lower_splat_pattern(Role::Pattern);
      } else if (is_named(s)) {
        if (after_colon)
          lower_pattern(s, Role::Pattern);
        else
          lower(Role::Key);
      }
    });
    close(i);
  }

  void lower_class_pattern(Role role) {
    const uint32_t i = open(Kind::PatternClass, role);
    bool first = true;
    each_child([&](Sym s) {
      if (!is_named(s))
        return;
      if (first)
        lower_dotted(Role::Callee);
      else
        lower_pattern(s, Role::Pattern);
      first = false;
    });
    close(i);
  }

  void lower_keyword_pattern(Role role) {
    const uint32_t i = open(Kind::PatternKeyword, role);
    bool first = true;
    each_child([&](Sym s) {
      if (!is_named(s))
        return;
      if (first)
        take_name(i);
      else
        lower_pattern(s, Role::Pattern);
      first = false;
    });
    close(i);
  }

  void lower_pattern_alias(Role role) {
    const uint32_t i = open(Kind::PatternAs, role);
    bool after_as = false;
    each_child([&](Sym s) {
      if (s == Sym::As) {
        after_as = true;
      } else if (is_named(s)) {
        const uint32_t at = here();
        if (after_as) {
          lower(Role::Target);
          mark_target(at, here(), kStore);
        } else {
          lower_pattern(s, Role::Pattern);
        }
      }
    });
    close(i);
  }

  std::string_view text_;
  TSTreeCursor cursor_;
  At at_;
  const Symbols &symbols_ = symbols();
  SyntaxTree tree_;
  uint32_t parent_ = NodeId::kNone;
  uint32_t depth_ = 0;
};

SyntaxTree parse(std::string_view text) {
  const ParseMemory memory; // parser, tree and cursor end with it
  TSParser *parser = ts_parser_new();
  DL_CHECK(ts_parser_set_language(parser, tree_sitter_python()));
  TSTree *tree = ts_parser_parse_string(parser, nullptr, text.data(), static_cast<uint32_t>(text.size()));
  DL_CHECK(tree != nullptr);
  return TreeBuilder(text, ts_tree_root_node(tree)).build();
}

} // namespace decode_ledger::parser
