// "May some value of the holes make the text contain the needle?" is answered by running the needle over the pattern as
// over a nondeterministic automaton: a literal reads itself, a number hole any run of digits and punctuation of lists
// and ranges, an any-hole anything. Cost: needle length x pattern length.

#include "exceptions_trace/text_needles.h"

#include <algorithm>
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
