// Colours of text reports: what a piece of text is, not which colour it has. Without colour everything passes through.
#pragma once

#include <string>
#include <string_view>

namespace decode_ledger::report {

enum class Ink { Plain, Strong, Dim, Error, Warning, Note, Place, Gutter, Good };

class Paint {
public:
  explicit Paint(bool colour) : colour_(colour) {}
  std::string operator()(Ink ink, std::string_view text) const;
  /// `text`, padded on the right to `width` display columns; the padding carries no colour.
  std::string padded(Ink ink, std::string_view text, size_t width) const;

private:
  bool colour_;
};

/// Text of the analysed package as a terminal may show it: control characters and bidirectional overrides escaped.
std::string shown(std::string_view text);

/// `text` with `indent` spaces after each line break inside it.
std::string indented(std::string_view text, size_t indent);

} // namespace decode_ledger::report
