#include "report/display_width.h"

#include <algorithm>
#include <array>

namespace decode_ledger::report {
namespace {

struct Block {
  char32_t first, last;
};

constexpr std::array<Block, 12> kWide{{{0x1100, 0x115f},
                                       {0x2e80, 0x303e},
                                       {0x3041, 0x33ff},
                                       {0x3400, 0x4dbf},
                                       {0x4e00, 0x9fff},
                                       {0xa000, 0xa4cf},
                                       {0xac00, 0xd7a3},
                                       {0xf900, 0xfaff},
                                       {0xfe30, 0xfe6f},
                                       {0xff00, 0xff60},
                                       {0x1f300, 0x1faff},
                                       {0x20000, 0x3fffd}}};
constexpr std::array<Block, 5> kCombining{
    {{0x0300, 0x036f}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}}};

template <size_t N> bool is_in(const std::array<Block, N> &blocks, char32_t c) {
  return std::ranges::any_of(blocks, [c](const Block &block) { return block.first <= c && c <= block.last; });
}

char32_t next_code_point(std::string_view &text) {
  auto first = static_cast<unsigned char>(text.front());
  size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  length = std::min(length, text.size());
  auto code_point = static_cast<char32_t>(length == 1 ? first : first & (0xff >> (length + 1)));
  for (size_t i = 1; i < length; ++i)
    code_point = code_point << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
  text.remove_prefix(length);
  return code_point;
}

} // namespace

size_t display_width(std::string_view text) {
  size_t width = 0;
  while (!text.empty()) {
    char32_t code_point = next_code_point(text);
    width += is_in(kWide, code_point) ? 2 : is_in(kCombining, code_point) ? 0 : 1;
  }
  return width;
}

} // namespace decode_ledger::report
