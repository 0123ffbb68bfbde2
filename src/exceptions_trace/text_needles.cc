// "May some value of the holes make the text contain the needle?" is answered by running the needle over the pattern as
// over a nondeterministic automaton: a literal reads itself, a number hole any run of digits and punctuation of lists
// and ranges, an any-hole anything. Cost: needle length x pattern length.

#include "exceptions_trace/text_needles.h"

#include <algorithm>
#include <optional>
#include <set>

namespace decode_ledger::exceptions_trace {

namespace {

enum class Anchor : uint8_t { None, Start, End, Both };

bool is_hole(char c) { return c == kNumberHole || c == kAnyHole; }

bool fits_hole(char hole, char c) {
  return hole == kAnyHole || std::string_view("0123456789.,:+-()[]{} ex").find(c) != std::string_view::npos;
}

/// Positions that can be reached from `at` by leaving holes empty.
void add_with_skips(const TextPattern &text, size_t at, std::set<size_t> &out) {
  while (out.insert(at).second && at < text.size() && is_hole(text[at]))
    ++at;
}

std::set<size_t> step(const TextPattern &text, const std::set<size_t> &from, char c) {
  std::set<size_t> out;
  for (size_t at : from) {
    if (at == text.size())
      continue;
    if (is_hole(text[at]) && fits_hole(text[at], c))
      add_with_skips(text, at, out);
    else if (text[at] == c)
      add_with_skips(text, at + 1, out);
  }
  return out;
}

bool may_match(const TextPattern &text, std::string_view needle, Anchor anchor) {
  bool from_start = anchor == Anchor::Start || anchor == Anchor::Both;
  bool to_end = anchor == Anchor::End || anchor == Anchor::Both;
  std::set<size_t> at;
  for (size_t i = 0; i <= (from_start ? 0 : text.size()); ++i)
    add_with_skips(text, i, at);
  for (char c : needle)
    at = step(text, at, c);
  return to_end ? at.contains(text.size()) : !at.empty();
}

bool must_match(const TextPattern &text, std::string_view needle, Anchor anchor) {
  switch (anchor) {
  case Anchor::None:
    return text.find(needle) != std::string::npos;
  case Anchor::Start:
    return text.starts_with(needle);
  case Anchor::End:
    return text.ends_with(needle);
  case Anchor::Both:
    return text == needle;
  }
  return false;
}

Answer match(const TextPattern &text, std::string_view needle, Anchor anchor) {
  if (must_match(text, needle, anchor))
    return Answer::Yes;
  return may_match(text, needle, anchor) ? Answer::Unknown : Answer::No;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool is_plain(std::string_view regex) { return regex.find_first_of("\\^$.*+?()[]{}") == std::string_view::npos; }

std::vector<std::string_view> alternatives(std::string_view regex) {
  std::vector<std::string_view> out;
  for (size_t begin = 0;;) {
    size_t bar = regex.find('|', begin);
    out.push_back(regex.substr(begin, bar == std::string_view::npos ? bar : bar - begin));
    if (bar == std::string_view::npos)
      return out;
    begin = bar + 1;
  }
}

} // namespace

TextPattern pattern_of_template(std::string_view message_template) {
  if (message_template.empty())
    return {kAnyHole};
  TextPattern out;
  for (size_t i = 0; i < message_template.size(); ++i) {
    if (message_template.substr(i, 2) == "{}") {
      out += kNumberHole;
      ++i;
    } else {
      out += message_template[i];
    }
  }
  // A message that is nothing but a value shows no text to hold a needle against.
  return std::ranges::all_of(out, is_hole) ? TextPattern{kAnyHole} : out;
}

FormatParts parts_of_format(const Context &context, NodeRef string) {
  FormatParts out;
  std::string_view source = context.model.source_text(string);
  uint32_t base = context.model.range(string).begin;
  size_t quote = source.find_first_of("\"'");
  if (quote == std::string_view::npos)
    return {{kAnyHole}, {}};
  size_t quotes = source.substr(quote, 3) == std::string(3, source[quote]) && source.size() >= quote + 6 ? 3 : 1;
  size_t at = quote + quotes, end = source.size() - quotes;
  auto literal = [&](std::string_view text) {
    if (text.find('\\') != std::string_view::npos) {
      out.pattern += kAnyHole;
      return;
    }
    for (size_t i = 0; i < text.size(); ++i) {
      out.pattern += text[i];
      if ((text[i] == '{' || text[i] == '}') && i + 1 < text.size() && text[i + 1] == text[i])
        ++i; // doubled braces stand for one
    }
  };
  for (NodeId c : context.tree(string).children(string.node)) {
    SourceRange hole = context.model.range({string.file, c});
    size_t open = source.rfind('{', hole.begin - base), close = source.find('}', hole.end - base);
    if (open == std::string_view::npos || close == std::string_view::npos || open < at || close >= end)
      return {{kAnyHole}, {}};
    literal(source.substr(at, open - at));
    out.pattern += kNumberHole;
    out.holes.push_back({string.file, c});
    at = close + 1;
  }
  literal(source.substr(at, end > at ? end - at : 0));
  return out;
}

namespace {

/// The text of a message expression: a literal, an f-string, literals side by side; none for anything else.
std::optional<TextPattern> pattern_of_expression(const Context &context, NodeRef expression) {
  const std::string &text = context.model.sources().file(expression.file).text;
  if (auto value = parser::string_value(context.tree(expression), text, expression.node))
    return *value;
  if (context.kind(expression) == Kind::String)
    return parts_of_format(context, expression).pattern;
  if (context.kind(expression) != Kind::Concatenation)
    return std::nullopt;
  TextPattern out;
  for (NodeRef element : context.children(expression, Role::Element)) {
    std::optional<TextPattern> part = pattern_of_expression(context, element);
    if (!part)
      return std::nullopt;
    out += *part;
  }
  return out;
}

/// The first argument of `super().__init__(…)` in the body of `init`; none when there is no such call.
NodeRef handed_to_super(const Context &context, NodeRef init) {
  const SyntaxTree &tree = context.tree(init);
  for (uint32_t n = init.node.value; n < tree.next(init.node).value; ++n) {
    NodeRef call{init.file, NodeId{n}};
    if (tree.kind(call.node) != Kind::Call || context.name_text(context.child(call, Role::Callee)) != "__init__")
      continue;
    NodeRef super = context.child(context.child(call, Role::Callee), Role::Value);
    if (context.kind(super) == Kind::Call && context.name_text(context.child(super, Role::Callee)) == "super")
      return context.argument(call, 0);
  }
  return {init.file, {}};
}

FunctionId own_method(const Context &context, ClassId class_, std::string_view name) {
  NameId id = context.model.find_name(name);
  return id.valid() ? context.model.method(class_, id) : FunctionId{};
}

} // namespace

TextPattern message_of_class(const Context &context, ClassId class_, const TextPattern &guards_text) {
  if (own_method(context, class_, "__str__").valid())
    return {kAnyHole};
  FunctionId init = own_method(context, class_, "__init__");
  if (!init.valid())
    return guards_text;
  NodeRef handed = handed_to_super(context, context.model.node_of(init));
  if (!handed.valid()) // BaseException.__new__ keeps the arguments as they were passed
    return guards_text;
  const std::vector<NodeId> &parameters = context.model.function(init).parameters;
  bool first = context.kind(handed) == Kind::Name && parameters.size() > 1 &&
               context.tree(handed).name(parameters[1]) == context.model.name(handed);
  if (first)
    return guards_text;
  return pattern_of_expression(context, handed).value_or(TextPattern{kAnyHole});
}

Answer contains(const TextPattern &text, std::string_view needle) { return match(text, needle, Anchor::None); }
Answer equals(const TextPattern &text, std::string_view needle) { return match(text, needle, Anchor::Both); }
Answer starts_with(const TextPattern &text, std::string_view needle) { return match(text, needle, Anchor::Start); }
Answer ends_with(const TextPattern &text, std::string_view needle) { return match(text, needle, Anchor::End); }

Answer search_regex(const TextPattern &text, std::string_view regex, bool anchored, bool ignore_case) {
  if (regex.starts_with("(?i)")) {
    regex.remove_prefix(4);
    ignore_case = true;
  }
  if (!is_plain(regex))
    return Answer::Unknown;
  Answer out = Answer::No;
  for (std::string_view one : alternatives(regex)) {
    std::string needle = ignore_case ? lowered(std::string(one)) : std::string(one);
    Answer answer = match(ignore_case ? lowered(text) : text, needle, anchored ? Anchor::Start : Anchor::None);
    if (answer == Answer::Yes)
      return Answer::Yes;
    if (answer == Answer::Unknown)
      out = Answer::Unknown;
  }
  return out;
}

TextPattern lowered(TextPattern text) {
  std::ranges::transform(text, text.begin(), lower);
  return text;
}

TextPattern uppered(TextPattern text) {
  std::ranges::transform(text, text.begin(), upper);
  return text;
}

} // namespace decode_ledger::exceptions_trace
