#include "support/text.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include <fmt/format.h>

namespace decode_ledger {

namespace {

/// A code point and the bytes it takes; `size` 0 when the bytes there are no UTF-8.
struct Decoded {
  char32_t code_point = 0;
  size_t size = 0;
};

bool continues(std::string_view bytes, size_t at) {
  return at < bytes.size() && (static_cast<unsigned char>(bytes[at]) & 0xc0U) == 0x80U;
}

Decoded decode_utf8(std::string_view bytes, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(bytes[at + i])); };
  const char32_t lead = byte(0);
  if (lead < 0x80)
    return {lead, 1};
  const size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4)
    return {};
  char32_t value = lead & (0xffU >> (size + 1));
  for (size_t i = 1; i < size; ++i) {
    if (!continues(bytes, at + i))
      return {};
    value = (value << 6) | (byte(i) & 0x3fU);
  }
  const bool overlong = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (overlong || surrogate || value > 0x10ffff)
    return {};
  return {value, size};
}

/// The end of the run of ASCII bytes that starts at `at`, eight bytes a step: most source is nothing else.
size_t skip_ascii(std::string_view bytes, size_t at) {
  while (at + 8 <= bytes.size()) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + at, 8);
    if (word & 0x8080808080808080ULL)
      break;
    at += 8;
  }
  while (at < bytes.size() && static_cast<unsigned char>(bytes[at]) < 0x80)
    ++at;
  return at;
}

/// Characters that move the cursor, reverse what follows, or cannot be seen.
bool deceives(char32_t c) {
  const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  return c < 0x20 || within(0x7f, 0x9f) || c == 0xad || c == 0x061c || within(0x200b, 0x200f) ||
         within(0x2028, 0x202e) || within(0x2060, 0x206f) || c == 0xfeff || within(0xfff9, 0xfffb) ||
         within(0xe0000, 0xe007f);
}

void append_escape(std::string &out, char32_t c) {
  if (c == '\n')
    out += "\\n";
  else if (c == '\r')
    out += "\\r";
  else if (c == '\t')
    out += "\\t";
  else if (c < 0x80)
    out += fmt::format("\\x{:02x}", static_cast<uint32_t>(c));
  else
    out += fmt::format("\\u{{{:x}}}", static_cast<uint32_t>(c));
}

/// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

} // namespace

std::optional<size_t> find_invalid_utf8(std::string_view bytes) {
  size_t at = skip_ascii(bytes, 0);
  while (at < bytes.size()) {
    const size_t size = decode_utf8(bytes, at).size;
    if (size == 0)
      return at;
    at = skip_ascii(bytes, at + size);
  }
  return std::nullopt;
}

size_t num_code_points(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::string_view utf8_prefix(std::string_view text, size_t most_bytes) {
  size_t end = std::min(text.size(), most_bytes);
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U)
    --end;
  return text.substr(0, end);
}

void append_utf8(std::string &out, char32_t c) {
  const auto byte = [&out](char32_t value) { out += static_cast<char>(static_cast<unsigned char>(value)); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xc0U | (c >> 6));
    byte(0x80U | (c & 0x3fU));
  } else if (c < 0x10000) {
    byte(0xe0U | (c >> 12));
    byte(0x80U | ((c >> 6) & 0x3fU));
    byte(0x80U | (c & 0x3fU));
  } else {
    byte(0xf0U | (c >> 18));
    byte(0x80U | ((c >> 12) & 0x3fU));
    byte(0x80U | ((c >> 6) & 0x3fU));
    byte(0x80U | (c & 0x3fU));
  }
}

std::optional<std::string_view> nearest_word(std::string_view word, std::span<const std::string_view> candidates) {
  // A third of the word may differ; a longer way is another word. Cutting off keeps hostile lengths cheap.
  constexpr size_t kLongestWord = 100;
  if (word.empty() || word.size() > kLongestWord)
    return std::nullopt;
  std::optional<std::string_view> nearest;
  size_t nearest_distance = std::max<size_t>(1, word.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > kLongestWord)
      continue;
    const size_t distance = edit_distance(word, candidate);
    // A word of which nothing is left is no likeness.
    if (distance < nearest_distance && distance < std::max(word.size(), candidate.size())) {
      nearest = candidate;
      nearest_distance = distance;
    }
  }
  return nearest;
}

std::string escape_for_terminal(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const Decoded decoded = decode_utf8(text, at);
    if (decoded.size == 0)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
    else if (deceives(decoded.code_point))
      append_escape(out, decoded.code_point);
    else
      out += text.substr(at, decoded.size);
    at += std::max<size_t>(decoded.size, 1);
  }
  return out;
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string percent_encoded(std::string_view path) {
  constexpr std::string_view kUnreserved = "-._~/";
  std::string out;
  for (char c : path) {
    bool is_plain = ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') ||
                    kUnreserved.find(c) != std::string_view::npos;
    out += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

} // namespace decode_ledger
