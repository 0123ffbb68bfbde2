// SyntaxTree's look-ups, string values and the dump. Nothing here knows tree-sitter.
#include "parser/parser.h"

#include "support/check.h"

#include <array>
#include <fmt/format.h>

namespace decode_ledger::parser {

namespace {

constexpr std::array kKindNames = {
    "Module",
    "Block",
    "Error",
    "ExprStmt",
    "Assign",
    "AugAssign",
    "Return",
    "Raise",
    "Delete",
    "Pass",
    "Break",
    "Continue",
    "Global",
    "Nonlocal",
    "Assert",
    "Import",
    "ImportFrom",
    "Alias",
    "StarAlias",
    "If",
    "Elif",
    "For",
    "While",
    "Try",
    "Handler",
    "With",
    "WithItem",
    "FunctionDef",
    "ClassDef",
    "Decorator",
    "Parameters",
    "Parameter",
    "Match",
    "Case",
    "TypeAlias",
    "Python2",
    "Name",
    "Attribute",
    "Call",
    "Keyword",
    "Starred",
    "DoubleStarred",
    "Subscript",
    "Slice",
    "Binary",
    "Unary",
    "BoolOp",
    "Compare",
    "Lambda",
    "Conditional",
    "Tuple",
    "List",
    "Set",
    "Dict",
    "Pair",
    "ListComp",
    "SetComp",
    "DictComp",
    "Generator",
    "CompFor",
    "CompIf",
    "Await",
    "Yield",
    "Named",
    "String",
    "Concatenation",
    "Int",
    "Float",
    "True",
    "False",
    "None",
    "Ellipsis",
    "PatternCapture",
    "PatternValue",
    "PatternSequence",
    "PatternMapping",
    "PatternClass",
    "PatternKeyword",
    "PatternOr",
    "PatternAs",
    "PatternStar",
};
static_assert(kKindNames.size() == static_cast<size_t>(Kind::PatternStar) + 1);

constexpr std::array kRoleNames = {
    "child",   "value",   "target",   "annotation", "cause",   "test",  "message",   "body",
    "orelse",  "final",   "handler",  "iter",       "type",    "as",    "decorator", "parameters",
    "returns", "default", "argument", "callee",     "index",   "lower", "upper",     "step",
    "left",    "right",   "element",  "key",        "subject", "case",  "pattern",
};
static_assert(kRoleNames.size() == static_cast<size_t>(Role::Pattern) + 1);

bool is_operator(Kind kind) {
  return kind == Kind::Binary || kind == Kind::Unary || kind == Kind::BoolOp || kind == Kind::AugAssign;
}

bool has_name_token(Kind kind) {
  return kind == Kind::Attribute || kind == Kind::Keyword || kind == Kind::FunctionDef || kind == Kind::ClassDef ||
         kind == Kind::Parameter || kind == Kind::PatternKeyword;
}

void append_utf8(std::string &out, uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xc0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xe0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | ((c >> 18) & 7));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  }
}

int digit_value(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return 99;
}

/// Reads up to `max` digits of `base` at `at`.
uint32_t read_digits(std::string_view s, size_t &at, int base, int max) {
  uint32_t value = 0;
  for (int i = 0; i < max && at < s.size() && digit_value(s[at]) < base; ++i)
    value = value * static_cast<uint32_t>(base) + static_cast<uint32_t>(digit_value(s[at++]));
  return value;
}

/// Appends what the escape after a backslash at s[at] stands for. Unknown escapes stay as written, as in Python.
void append_escape(std::string &out, std::string_view s, size_t &at, bool bytes) {
  const auto emit = [&](uint32_t c) {
    if (bytes)
      out += static_cast<char>(c);
    else
      append_utf8(out, c);
  };
  const char c = s[at++];
  switch (c) {
  case '\n':
    return;
  case '\r':
    if (at < s.size() && s[at] == '\n')
      ++at;
    return;
  case '\\':
  case '\'':
  case '"':
    out += c;
    return;
  case 'a':
    out += '\a';
    return;
  case 'b':
    out += '\b';
    return;
  case 'f':
    out += '\f';
    return;
  case 'n':
    out += '\n';
    return;
  case 'r':
    out += '\r';
    return;
  case 't':
    out += '\t';
    return;
  case 'v':
    out += '\v';
    return;
  case 'x':
    emit(read_digits(s, at, 16, 2));
    return;
  case '0':
  case '1':
  case '2':
  case '3':
  case '4':
  case '5':
  case '6':
  case '7':
    --at;
    emit(read_digits(s, at, 8, 3));
    return;
  default:
    break;
  }
  if (!bytes && (c == 'u' || c == 'U')) {
    append_utf8(out, read_digits(s, at, 16, c == 'u' ? 4 : 8));
    return;
  }
  out += '\\';
  out += c;
}

void append_literal(std::string &out, std::string_view literal) {
  size_t at = 0;
  bool raw = false, bytes = false;
  for (; at < literal.size() && literal[at] != '\'' && literal[at] != '"'; ++at) {
    raw = raw || literal[at] == 'r' || literal[at] == 'R';
    bytes = bytes || literal[at] == 'b' || literal[at] == 'B';
  }
  if (at >= literal.size())
    return;
  const char quote = literal[at];
  const bool triple = literal.substr(at).starts_with(std::string(3, quote)) && literal.size() >= at + 6;
  const size_t quotes = triple ? 3 : 1;
  if (literal.size() < at + 2 * quotes)
    return;
  const std::string_view inner = literal.substr(at + quotes, literal.size() - at - 2 * quotes);
  if (raw) {
    out += inner;
    return;
  }
  for (size_t i = 0; i < inner.size();) {
    const char c = inner[i++];
    if (c == '\\' && i < inner.size())
      append_escape(out, inner, i, bytes);
    else
      out += c;
  }
}

} // namespace

std::string_view kind_name(Kind kind) { return kKindNames[static_cast<size_t>(kind)]; }
std::string_view role_name(Role role) { return kRoleNames[static_cast<size_t>(role)]; }

Op SyntaxTree::op(NodeId n) const {
  const Node &at = nodes_[n.value];
  if (at.role == Role::Right && at.parent != NodeId::kNone && nodes_[at.parent].kind == Kind::Compare)
    return static_cast<Op>(at.aux >> 8);
  return is_operator(at.kind) ? static_cast<Op>(at.detail) : Op::None;
}

std::pair<uint32_t, uint32_t> SyntaxTree::name_range(NodeId n) const {
  const Node &at = nodes_[n.value];
  if (!has_name_token(at.kind))
    return {at.begin, at.end};
  const bool ends_node = at.kind == Kind::Attribute; // `a.b`: the name is the node's last token
  return {at.detail, ends_node ? at.end : at.detail + (at.aux >> 8)};
}

NodeId SyntaxTree::child(NodeId n, Role role) const {
  if (!n.valid())
    return {};
  for (NodeId c : children(n))
    if (nodes_[c.value].role == role)
      return c;
  return {};
}

void SyntaxTree::rename(const std::vector<NameId> &map) {
  for (Node &n : nodes_)
    if (n.name != NameId::kNone)
      n.name = map[n.name].value;
  names_.reset();
}

std::optional<std::string> string_value(const SyntaxTree &tree, std::string_view text, NodeId node) {
  std::string out;
  if (tree.kind(node) == Kind::String) {
    if (tree.first_child(node))
      return std::nullopt;
    append_literal(out, text.substr(tree.begin(node), tree.end(node) - tree.begin(node)));
    return out;
  }
  if (tree.kind(node) != Kind::Concatenation)
    return std::nullopt;
  for (NodeId part : tree.children(node)) {
    if (tree.kind(part) != Kind::String || tree.first_child(part))
      return std::nullopt;
    append_literal(out, text.substr(tree.begin(part), tree.end(part) - tree.begin(part)));
  }
  return out;
}

std::string dump(const SyntaxTree &tree, std::string_view) {
  std::string out;
  std::vector<uint32_t> ends; // ends of the open subtrees: their number is the depth
  for (uint32_t i = 0; i < tree.num_nodes(); ++i) {
    const NodeId n{i};
    while (!ends.empty() && ends.back() <= i)
      ends.pop_back();
    out.append(ends.size() * 2, ' ');
    out += kind_name(tree.kind(n));
    if (tree.role(n) != Role::Child)
      fmt::format_to(std::back_inserter(out), " {}", role_name(tree.role(n)));
    if (tree.name(n).valid() && tree.has_names())
      fmt::format_to(std::back_inserter(out), " `{}`", tree.names().text(tree.name(n)));
    if (tree.aux(n) != 0)
      fmt::format_to(std::back_inserter(out), " aux={}", tree.aux(n));
    if (tree.op(n) != Op::None)
      fmt::format_to(std::back_inserter(out), " op={}", static_cast<int>(tree.op(n)));
    fmt::format_to(std::back_inserter(out), " [{},{})\n", tree.begin(n), tree.end(n));
    ends.push_back(tree.next(n).value);
  }
  for (const Damage &d : tree.damage())
    fmt::format_to(std::back_inserter(out), "damage [{},{}){}\n", d.begin, d.end, d.too_deep ? " too deep" : "");
  return out;
}

} // namespace decode_ledger::parser
