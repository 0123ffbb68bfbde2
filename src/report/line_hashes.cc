#include "report/line_hashes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <unordered_map>

namespace decode_ledger::report {
namespace {

constexpr size_t kWindow = 100;
constexpr uint64_t kBase = 37;

constexpr uint64_t power(uint64_t base, size_t exponent) {
  uint64_t result = 1;
  for (size_t i = 0; i < exponent; ++i)
    result *= base;
  return result;
}

class LineHasher {
public:
  std::vector<std::string> hash(std::string_view text) {
    while (!text.empty())
      add_code_point(next_code_point(text));
    add_unit(kEnd);
    // The lines that began within the last hundred units come out as zeros push them out.
    for (size_t i = 0; i < kWindow; ++i)
      push(0);
    return std::move(hashes_);
  }

private:
  static constexpr char32_t kEnd = 0xffff;

  static char32_t next_code_point(std::string_view &text) {
    auto byte = static_cast<unsigned char>(text.front());
    size_t size = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    char32_t code_point = size == 1 ? byte : byte & (0xffU >> (size + 1));
    for (size_t i = 1; i < size && i < text.size(); ++i)
      code_point = (code_point << 6U) | (static_cast<unsigned char>(text[i]) & 0x3fU);
    text.remove_prefix(std::min(size, text.size()));
    return code_point;
  }

  void add_code_point(char32_t c) {
    if (c < 0x10000)
      return add_unit(c);
    add_unit(0xd800 + ((c - 0x10000) >> 10U));
    add_unit(0xdc00 + ((c - 0x10000) & 0x3ffU));
  }

  void add_unit(char32_t unit) {
    if (unit == ' ' || unit == '\t' || (after_return_ && unit == '\n')) {
      after_return_ = false;
      return;
    }
    after_return_ = unit == '\r';
    if (after_return_)
      unit = '\n';
    tell_line_that_leaves();
    begins_line_[at_] = at_line_start_;
    at_line_start_ = unit == '\n';
    push_only(unit);
  }

  void push(char32_t unit) {
    tell_line_that_leaves();
    push_only(unit);
  }

  /// The oldest unit is about to leave: if a line began with it, the hash is that line's.
  void tell_line_that_leaves() {
    if (!begins_line_[at_])
      return;
    begins_line_[at_] = false;
    hashes_.push_back(fmt::format("{:x}:{}", hash_, ++seen_[hash_]));
  }

  void push_only(char32_t unit) {
    constexpr uint64_t kOldest = power(kBase, kWindow);
    hash_ = kBase * hash_ + unit - kOldest * window_[at_];
    window_[at_] = unit;
    at_ = (at_ + 1) % kWindow;
  }

  std::array<uint64_t, kWindow> window_{};
  std::array<bool, kWindow> begins_line_{};
  size_t at_ = 0;
  uint64_t hash_ = 0;
  bool at_line_start_ = true, after_return_ = false;
  std::unordered_map<uint64_t, size_t> seen_;
  std::vector<std::string> hashes_;
};

} // namespace

std::vector<std::string> line_hashes(std::string_view text) { return LineHasher().hash(text); }

} // namespace decode_ledger::report
