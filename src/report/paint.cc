#include "report/paint.h"

#include "report/display_width.h"
#include "support/text.h"

#include <fmt/format.h>

namespace decode_ledger::report {
namespace {

std::string_view ansi_code(Ink ink) {
  switch (ink) {
  case Ink::Plain:
    return "";
  case Ink::Strong:
    return "1";
  case Ink::Dim:
    return "2";
  case Ink::Error:
    return "1;31";
  case Ink::Warning:
    return "1;33";
  case Ink::Note:
    return "36";
  case Ink::Place:
    return "1";
  case Ink::Gutter:
    return "34";
  case Ink::Good:
    return "32";
  }
  return "";
}

} // namespace

std::string Paint::operator()(Ink ink, std::string_view text) const {
  if (!colour_ || ink == Ink::Plain || text.empty())
    return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", ansi_code(ink), text);
}

std::string Paint::padded(Ink ink, std::string_view text, size_t width) const {
  size_t used = display_width(text);
  return (*this)(ink, text) + std::string(used < width ? width - used : 0, ' ');
}

std::string Paint::linked(std::string_view address, std::string_view text) const {
  return links_ ? fmt::format("\x1b]8;;{}\x1b\\{}\x1b]8;;\x1b\\", address, text) : std::string(text);
}

std::string shown(std::string_view text) {
  std::string safe = escape_for_terminal(text);
  // A line that begins with `::`, be it behind blanks, is a command to GitHub's runner, and a path may begin a line.
  if (safe.starts_with("::"))
    safe.replace(0, 1, "\\x3a");
  return safe;
}

std::string indented(std::string_view text, size_t indent) {
  std::string out;
  for (char c : text) {
    out += c;
    if (c == '\n')
      out += std::string(indent, ' ');
  }
  return out;
}

} // namespace decode_ledger::report
