// Which code was an entry of the ledger decided on?
//
// A fingerprint is a hash of tokens that a reformatting does not change. It is defined by syntax alone, so that a
// better analysis drifts nobody's ledger, and it is part of the ledger's `schema`: whatever changes a token here needs
// another schema number.
//
//     preds = np.where(preds != -100, preds, pad)       counted: assigns a name that the arguments mention
//     tok = AutoTokenizer.from_pretrained("m")          not counted: `tok` is the receiver, no argument
//     text = tok.batch_decode(preds)                    counted: the call itself, `tok . batch_decode ( preds )`
//
// The tokens are read off the syntax tree, not off the line: layout, comments, redundant parentheses, trailing commas,
// the style of quotes and the case of number literals are gone, and a pair of marks stands around each operation in
// place of the parentheses, so that `(a + b)[0]` and `a + b[0]` stay apart.
//
// Tested by tests/unit/decode_sites/fingerprint_test.cc. Start reading at site_fingerprint().

#include "decode_sites/decode_sites.h"

#include "support/stable_hash.h"

#include <algorithm>
#include <array>
#include <set>

namespace decode_ledger::decode_sites {
namespace {

using parser::Kind;
using SyntaxRole = parser::Role;
using parser::SyntaxTree;

// --- Tokens of Python text ---------------------------------------------------------------------------------------

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Bytes of non-ASCII letters count as letters: which of them Python allows in a name does not matter here.
bool starts_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool continues_word(char c) { return starts_word(c) || is_digit(c); }

std::string lower(std::string_view text) {
  std::string out(text);
  for (char &c : out)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  return out;
}

size_t end_of_word(std::string_view text, size_t at) {
  while (at < text.size() && continues_word(text[at]))
    ++at;
  return at;
}

// The sign in `1e-5` belongs to the number; in `0xe-5` it does not.
size_t end_of_number(std::string_view text, size_t at) {
  bool is_hex = text.substr(at, 2) == "0x" || text.substr(at, 2) == "0X";
  while (at < text.size()) {
    char c = text[at];
    bool is_exponent = !is_hex && (c == 'e' || c == 'E') && at + 2 < text.size() &&
                       (text[at + 1] == '-' || text[at + 1] == '+') && is_digit(text[at + 2]);
    if (is_exponent)
      at += 2;
    else if (!continues_word(c) && c != '.')
      break;
    ++at;
  }
  return at;
}

std::string_view quotes_at(std::string_view text) {
  for (std::string_view triple : {"'''", "\"\"\""})
    if (text.starts_with(triple))
      return triple;
  return text.substr(0, 1);
}

// `at` is the opening quote. A string that nothing closes ends with its line, a triple-quoted one with the text.
size_t end_of_string(std::string_view text, size_t at) {
  std::string_view quotes = quotes_at(text.substr(at));
  for (at += quotes.size(); at < text.size(); ++at) {
    if (text.substr(at).starts_with(quotes))
      return at + quotes.size();
    if (text[at] == '\\')
      ++at;
    else if (text[at] == '\n' && quotes.size() == 1)
      return at;
  }
  return text.size();
}

bool is_string_prefix(std::string_view word) {
  return word.size() <= 2 && lower(word).find_first_not_of("rbuft") == std::string::npos;
}

// Prefix in small letters without `u`, then the content between single quotes whatever the source has. In an f-string
// every quote is folded, since the ones inside its expressions change together with the ones around it.
std::string string_token(std::string_view text) {
  size_t open = std::min(text.find_first_of("'\""), text.size());
  std::string prefix = lower(text.substr(0, open));
  std::erase(prefix, 'u');
  std::ranges::sort(prefix);
  std::string_view quotes = quotes_at(text.substr(open));
  std::string_view content = text.substr(std::min(open + quotes.size(), text.size()));
  if (content.ends_with(quotes))
    content.remove_suffix(quotes.size());

  bool is_raw = prefix.find('r') != std::string::npos;
  bool is_format = prefix.find_first_of("ft") != std::string::npos;
  std::string out = prefix + "'";
  for (size_t i = 0; i < content.size(); ++i) {
    char c = content[i];
    bool is_escaped = c == '\\' && !is_raw && i + 1 < content.size();
    if (is_escaped && (content[i + 1] == '\'' || content[i + 1] == '"'))
      c = content[++i];
    else if (is_escaped) {
      out += c;
      out += content[++i];
      continue;
    }
    if (c == '\n' || c == '\r')
      out += c == '\n' ? "\\n" : "";
    else if (c == '\'' && !is_raw)
      out += is_format ? "\"" : "\\'";
    else
      out += c;
  }
  return out + "'";
}

size_t end_of_operator(std::string_view text, size_t at) {
  static constexpr auto kLong = std::to_array<std::string_view>(
      {"**=", "//=", ">>=", "<<=", "...", "!=", "->", ":=", "==", "<=", ">=", "**", "//",
       "<<",  ">>",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "@=", "<>"});
  for (std::string_view op : kLong)
    if (text.substr(at).starts_with(op))
      return at + op.size();
  return at + 1;
}

// Layout, comments and line continuations are no tokens.
std::vector<std::string> tokens_of(std::string_view text) {
  std::vector<std::string> tokens;
  for (size_t at = 0; at < text.size();) {
    char c = text[at];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\\') {
      ++at;
    } else if (c == '#') {
      at = std::min(text.find_first_of("\r\n", at), text.size());
    } else if (c == '\'' || c == '"') {
      size_t end = end_of_string(text, at);
      tokens.push_back(string_token(text.substr(at, end - at)));
      at = end;
    } else if (is_digit(c) || (c == '.' && at + 1 < text.size() && is_digit(text[at + 1]))) {
      size_t end = end_of_number(text, at);
      tokens.push_back(lower(text.substr(at, end - at)));
      at = end;
    } else if (starts_word(c)) {
      size_t end = end_of_word(text, at);
      bool is_quoted = end < text.size() && (text[end] == '\'' || text[end] == '"');
      if (is_quoted && is_string_prefix(text.substr(at, end - at))) {
        end = end_of_string(text, end);
        tokens.push_back(string_token(text.substr(at, end - at)));
      } else {
        tokens.emplace_back(text.substr(at, end - at));
      }
      at = end;
    } else {
      size_t end = end_of_operator(text, at);
      tokens.emplace_back(text.substr(at, end - at));
      at = end;
    }
  }
  return tokens;
}

// --- Tokens of a subtree -----------------------------------------------------------------------------------------

// Operations around which parentheses may be needed: a pair of marks says what the parentheses would.
bool needs_marks(Kind kind) {
  switch (kind) {
  case Kind::Binary:
  case Kind::Unary:
  case Kind::BoolOp:
  case Kind::Compare:
  case Kind::Conditional:
  case Kind::Lambda:
  case Kind::Named:
  case Kind::Await:
  case Kind::Yield:
  case Kind::Generator:
  case Kind::Concatenation:
  case Kind::Tuple:
  case Kind::Call:
    return true;
  default:
    return false;
  }
}

class TokenWriter {
public:
  TokenWriter(const SyntaxTree &tree, std::string_view text) : tree_(tree), text_(text) {}

  void write(NodeId node) {
    if (tree_.kind(node) == Kind::String)
      tokens_.push_back(string_token(text_between(tree_.begin(node), tree_.end(node))));
    else if (!tree_.first_child(node))
      write_leaf(node);
    else
      write_parts(node, in_source_order(node));
  }

  /// The children of `node` with `role` alone: the head of a compound statement.
  void write_children(NodeId node, SyntaxRole role) {
    for (NodeId child : tree_.children(node))
      if (tree_.role(child) == role)
        write(child);
  }

  void mark(std::string_view token) { tokens_.emplace_back(token); }

  std::string hash() const {
    std::string joined;
    for (const std::string &token : tokens_)
      joined.append(token).push_back('\0');
    return hash_text(stable_hash(joined));
  }

private:
  std::string_view text_between(uint32_t begin, uint32_t end) const {
    return begin < end && end <= text_.size() ? text_.substr(begin, end - begin) : std::string_view{};
  }

  void write_leaf(NodeId node) {
    for (std::string &token : tokens_of(text_between(tree_.begin(node), tree_.end(node))))
      tokens_.push_back(std::move(token));
  }

  // Conditional expressions and comprehensions keep their parts in order of evaluation.
  std::vector<NodeId> in_source_order(NodeId node) const {
    std::vector<NodeId> parts;
    for (NodeId child : tree_.children(node))
      parts.push_back(child);
    std::ranges::stable_sort(parts, {}, [&](NodeId part) { return tree_.begin(part); });
    return parts;
  }

  void write_parts(NodeId node, const std::vector<NodeId> &parts) {
    Kind kind = tree_.kind(node);
    if (needs_marks(kind))
      mark(kind == Kind::Call ? "<(" : kind == Kind::Tuple ? "<," : "<");
    uint32_t at = tree_.begin(node);
    for (NodeId part : parts) {
      write_gap(at, tree_.begin(part), tree_.kind(part) != Kind::Block);
      write(part);
      at = std::max(at, tree_.end(part));
    }
    write_gap(at, tree_.end(node), false);
    if (needs_marks(kind))
      mark(">");
  }

  // What stands between two parts of a node. Parentheses in it group (the marks say which matter), a semicolon is
  // layout, and a comma after the last part is black's business.
  void write_gap(uint32_t begin, uint32_t end, bool keeps_comma) {
    for (std::string &token : tokens_of(text_between(begin, end))) {
      bool is_layout = token == "(" || token == ")" || token == ";" || (token == "," && !keeps_comma);
      if (!is_layout)
        tokens_.push_back(std::move(token));
    }
  }

  const SyntaxTree &tree_;
  std::string_view text_;
  std::vector<std::string> tokens_;
};

// --- What belongs to a site --------------------------------------------------------------------------------------

using NameSet = std::set<NameId>;

void add_names(const SyntaxTree &tree, NodeId under, NodeId except, NameSet &names) {
  for (NodeId n = under; n < tree.next(under); n = NodeId{n.value + 1}) {
    if (except && tree.is_inside(n, except))
      continue;
    if (tree.kind(n) == Kind::Name)
      names.insert(tree.name(n));
  }
}

// True when `target` stores to one of `names`, or to a subscript or attribute of one.
bool stores_to(const SyntaxTree &tree, NodeId target, const NameSet &names) {
  switch (tree.kind(target)) {
  case Kind::Name:
    return names.contains(tree.name(target));
  case Kind::Attribute:
  case Kind::Subscript:
  case Kind::Starred: {
    NodeId value = tree.child(target, SyntaxRole::Value);
    return value && stores_to(tree, value, names);
  }
  case Kind::Tuple:
  case Kind::List:
    for (NodeId element : tree.children(target))
      if (stores_to(tree, element, names))
        return true;
    return false;
  default:
    return false;
  }
}

bool has_target_in(const SyntaxTree &tree, NodeId node, const NameSet &names) {
  for (NodeId child : tree.children(node))
    if (tree.role(child) == SyntaxRole::Target && stores_to(tree, child, names))
      return true;
  return false;
}

bool is_storing(Kind kind) {
  return kind == Kind::Assign || kind == Kind::AugAssign || kind == Kind::Named || kind == Kind::WithItem ||
         kind == Kind::CompFor || kind == Kind::For;
}

bool opens_scope(Kind kind) { return kind == Kind::FunctionDef || kind == Kind::ClassDef || kind == Kind::Lambda; }

// The assignments, for and with targets in the scope `scope` that store to one of `names`, in order of place.
void write_assignments(const SyntaxTree &tree, NodeId scope, const NameSet &names, TokenWriter &writer) {
  for (NodeId n{scope.value + 1}; n < tree.next(scope);) {
    Kind kind = tree.kind(n);
    if (is_storing(kind) && has_target_in(tree, n, names)) {
      writer.mark("=");
      if (kind == Kind::For) {
        // The loop's body is no part of what its target gets.
        writer.write_children(n, SyntaxRole::Target);
        writer.write_children(n, SyntaxRole::Iter);
      } else {
        writer.write(n);
      }
    }
    n = opens_scope(kind) ? tree.next(n) : NodeId{n.value + 1};
  }
}

// The call that hands over a reference such as `map(tok.decode, ids)`; the reference itself when there is none.
NodeId call_around(const SyntaxTree &tree, NodeId reference) {
  NodeId parent = tree.parent(reference);
  if (parent && tree.kind(parent) == Kind::Keyword)
    parent = tree.parent(parent);
  return parent && tree.kind(parent) == Kind::Call ? parent : reference;
}

struct Parsed {
  const SyntaxTree &tree;
  std::string_view text;
};

Parsed parsed(const dataflow::PackageModel &model, FileId file) {
  return {model.tree(file), model.sources().file(file).text};
}

bool is_word(std::string_view token) { return continues_word(token.front()); }

bool is_keyword_before_bracket(std::string_view token) {
  static constexpr auto kWords =
      std::to_array<std::string_view>({"except", "in", "is", "not", "and", "or", "if", "else", "lambda", "await", "for",
                                       "as", "from", "yield", "return", "raise", "with"});
  return std::ranges::find(kWords, token) != kWords.end();
}

// `(a,)` is a tuple and keeps its comma.
std::vector<std::string> without_trailing_commas(const std::vector<std::string> &tokens) {
  std::vector<std::string> out;
  for (size_t i = 0; i < tokens.size(); ++i) {
    bool closes_next = i + 1 < tokens.size() && (tokens[i + 1] == ")" || tokens[i + 1] == "]" || tokens[i + 1] == "}");
    bool is_lone_element = i >= 2 && tokens[i - 2] == "(";
    if (tokens[i] != "," || !closes_next || is_lone_element)
      out.push_back(tokens[i]);
  }
  return out;
}

bool needs_space(std::string_view before, std::string_view after) {
  if (before == ",")
    return true;
  bool after_is_value = is_word(after) || after.front() == '\'';
  bool before_is_value = is_word(before) || before.back() == '\'';
  if (before_is_value && after_is_value)
    return true;
  if (is_keyword_before_bracket(before))
    return after != ":" && after != "," && after != ")" && after != "]" && after != "." && after != "=";
  return (before == ")" || before == "]" || before == "}") && after_is_value;
}

} // namespace

std::string site_fingerprint(const dataflow::PackageModel &model, NodeRef call) {
  Parsed file = parsed(model, call.file);
  const SyntaxTree &tree = file.tree;
  NodeId node = call.node;
  NodeId reference;
  if (tree.kind(node) != Kind::Call) {
    reference = node;
    node = call_around(tree, node);
  }

  NameSet names;
  for (NodeId child : tree.children(node))
    if (tree.kind(node) == Kind::Call && tree.role(child) == SyntaxRole::Argument)
      add_names(tree, child, reference, names);

  TokenWriter writer(tree, file.text);
  writer.write(node);
  const module_model::ModuleModel &module = model.module(call.file);
  FunctionId function = module.function_at(call.node);
  if (function && !names.empty())
    write_assignments(tree, module.functions[function.value].node, names, writer);
  return writer.hash();
}

std::string handler_fingerprint(const dataflow::PackageModel &model, NodeRef handler) {
  Parsed file = parsed(model, handler.file);
  TokenWriter writer(file.tree, file.text);
  // A `with` or `try` statement stands for its head or its finally clause: the protected region is not what a handler
  // does.
  if (file.tree.kind(handler.node) == Kind::With) {
    for (NodeId child : file.tree.children(handler.node))
      if (file.tree.kind(child) == Kind::WithItem)
        writer.write(child);
  } else if (file.tree.kind(handler.node) == Kind::Try && file.tree.child(handler.node, SyntaxRole::Final)) {
    writer.write_children(handler.node, SyntaxRole::Final);
  } else {
    writer.write(handler.node);
  }
  return writer.hash();
}

std::string normalised_text(std::string_view source) {
  std::string out;
  std::vector<std::string> tokens = without_trailing_commas(tokens_of(source));
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && needs_space(tokens[i - 1], tokens[i]))
      out += ' ';
    out += tokens[i];
  }
  return out;
}

std::string normalised_text(const dataflow::PackageModel &model, NodeRef node) {
  return normalised_text(model.source_text(node));
}

} // namespace decode_ledger::decode_sites
