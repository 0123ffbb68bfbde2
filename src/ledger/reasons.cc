// A reason is text that somebody can check against the code. A placeholder at its head, the same word over and over or
// fewer than three words are none.

#include "ledger/reasons.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace decode_ledger::ledger {
namespace {

bool is_ascii_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '\'';
}

// Chinese and Japanese are written without spaces: there, each character from U+3000 on counts as a word.
size_t ideograph_at(std::string_view text, size_t at) {
  auto lead = static_cast<unsigned char>(text[at]);
  return lead >= 0xE3 && lead <= 0xE9 && at + 3 <= text.size() ? 3 : 0;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  auto close = [&] {
    if (!word.empty())
      words.push_back(std::move(word));
    word.clear();
  };
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (size_t length = ideograph_at(text, at)) {
      close();
      words.emplace_back(text.substr(at, length));
      at += length - 1;
    } else if (is_ascii_word(c)) {
      word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      word += c;
    } else {
      close();
    }
  }
  close();
  return words;
}

bool is_placeholder(std::string_view word) {
  static constexpr auto kPlaceholders =
      std::to_array<std::string_view>({"todo", "fixme", "tbd", "tba", "xxx", "n/a", "wip", "placeholder", "asdf"});
  return std::ranges::find(kPlaceholders, word) != kPlaceholders.end();
}

} // namespace

std::string_view problem_of_reason(std::string_view reason) {
  std::vector<std::string> words = words_of(reason);
  if (reason.empty())
    return "is missing";
  if (!words.empty() && is_placeholder(words.front()))
    return "is a placeholder";
  if (words.size() < 3)
    return "has fewer than three words";
  if (std::ranges::all_of(words, [&](const std::string &word) { return word == words.front(); }))
    return "says one word over and over";
  return {};
}

} // namespace decode_ledger::ledger
