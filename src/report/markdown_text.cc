#include "report/markdown_text.h"

#include "report/paint.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::report {
namespace {

bool is_alphanumeric(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9'); }

size_t longest_run(std::string_view text, char c) {
  size_t longest = 0, run = 0;
  for (char each : text) {
    run = each == c ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

/// A fence longer than any inside. One space is stripped on each side where the content touches the fence.
std::string code_span(std::string_view safe) {
  if (safe.empty())
    return "` `";
  std::string fence(longest_run(safe, '`') + 1, '`');
  bool touches = safe.starts_with('`') || safe.ends_with('`') || (safe.starts_with(' ') && safe.ends_with(' '));
  std::string_view pad = touches ? " " : "";
  return fmt::format("{0}{1}{2}{1}{0}", fence, pad, safe);
}

/// Code with every mark written as a reference: for what a code span cannot hold in a cell, since the readers do not
/// agree on what a backslash before `|` means there.
std::string code_element(std::string_view safe) {
  std::string out = "<code>";
  for (char c : safe)
    if (is_alphanumeric(c) || c == ' ' || (static_cast<unsigned char>(c) & 0x80U) != 0)
      out += c;
    else
      out += fmt::format("&#{};", static_cast<int>(c));
  return out + "</code>";
}

std::string cell_span(std::string_view safe) {
  return safe.find('|') == std::string_view::npos ? code_span(safe) : code_element(safe);
}

/// Words of ours hold nothing else. A `:` within a word may begin a link or an emoji, but a last one does not.
bool is_plain(std::string_view word) {
  if (word.starts_with("www.") || word.starts_with("WWW.") || word.find(':') < word.size() - 1)
    return false;
  return std::ranges::all_of(word, [](char c) {
    return is_alphanumeric(c) || (static_cast<unsigned char>(c) & 0x80U) != 0 ||
           std::string_view(".,;:()'\"/-+=?").find(c) != std::string_view::npos;
  });
}

/// "1." and "2)".
bool is_list_number(std::string_view word) {
  size_t end = word.find_first_not_of("0123456789");
  return end != std::string_view::npos && end > 0 && end + 1 == word.size() && (word[end] == '.' || word[end] == ')');
}

/// A list, a heading's underline or a command (`/close`) begins with one of the others.
bool may_begin_line(std::string_view word) {
  bool is_letter = is_alphanumeric(word.front()) || (static_cast<unsigned char>(word.front()) & 0x80U) != 0;
  return (is_letter || word.front() == '(') && !is_list_number(word);
}

using Span = std::string (*)(std::string_view);

/// Commas and the like behind a word that becomes code stay outside, and a parenthesis that it does not open.
std::string word_as_code(std::string_view word, Span span) {
  size_t end = word.find_last_not_of(word.find('(') == std::string_view::npos ? ",;:)" : ",;:") + 1;
  if (end == 0 || !is_plain("a" + std::string(word.substr(end))))
    end = word.size();
  return span(word.substr(0, end)) + std::string(word.substr(end));
}

void append_words(std::string_view text, Span span, std::string &out) {
  while (!text.empty()) {
    size_t gap = text.find(' ');
    std::string_view word = text.substr(0, gap);
    if (!word.empty())
      out += is_plain(word) && (!out.empty() || may_begin_line(word)) ? std::string(word) : word_as_code(word, span);
    if (gap == std::string_view::npos)
      return;
    // Two spaces before a line end would be a line break; several are one anyway.
    if (!out.empty() && out.back() != ' ')
      out += ' ';
    text.remove_prefix(gap + 1);
  }
}

std::string sentence(std::string_view text, Span span) {
  std::string safe = shown(text);
  std::string_view rest = safe;
  std::string out;
  while (!rest.empty()) {
    size_t open = rest.find('`');
    size_t close = open == std::string_view::npos ? open : rest.find('`', open + 1);
    if (close == std::string_view::npos) {
      append_words(rest, span, out);
      break;
    }
    append_words(rest.substr(0, open), span, out);
    // Two spans that touch would be one with a longer fence.
    if (out.ends_with('`'))
      out += ' ';
    out += span(rest.substr(open + 1, close - open - 1));
    rest.remove_prefix(close + 1);
    if (rest.starts_with('`'))
      out += ' ';
  }
  return out;
}

} // namespace

std::string markdown_text(std::string_view text) { return sentence(text, code_span); }

std::string markdown_code(std::string_view text) { return code_span(shown(text)); }

std::string markdown_advice(std::string_view text) {
  size_t command = text.find("decode-ledger ");
  if (command == std::string_view::npos || (command > 0 && text[command - 1] == '`'))
    return markdown_text(text);
  return markdown_text(text.substr(0, command)) + markdown_code(text.substr(command));
}

std::string markdown_cell_text(std::string_view text) { return sentence(text, cell_span); }

std::string markdown_cell_code(std::string_view text) { return cell_span(shown(text)); }

std::string markdown_block(std::string_view lines) {
  std::string fence(std::max<size_t>(3, longest_run(lines, '`') + 1), '`');
  return fmt::format("{0}text\n{1}{0}\n", fence, lines);
}

} // namespace decode_ledger::report
