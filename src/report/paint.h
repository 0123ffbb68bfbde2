// Colours and links of text reports: what a piece of text is, not which colour it has. Without them everything passes
// through.
#pragma once

#include <string>
#include <string_view>

namespace decode_ledger::report {

enum class Ink { Plain, Strong, Dim, Error, Warning, Note, Place, Gutter, Good };

class Paint {
public:
  explicit Paint(bool colour, bool links = false) : colour_(colour), links_(links) {}
  std::string operator()(Ink ink, std::string_view text) const;
  /// `text`, padded on the right to `width` display columns; the padding carries no colour.
  std::string padded(Ink ink, std::string_view text, size_t width) const;
  /// `text` as a link to `address` (OSC 8). REQUIRES: `address` is a URI: no control character is in it.
  std::string linked(std::string_view address, std::string_view text) const;

private:
  bool colour_, links_;
};

/// Text of the analysed package as a terminal may show it: control characters and bidirectional overrides escaped.
std::string shown(std::string_view text);

/// `text` with `indent` spaces after each line break inside it.
std::string indented(std::string_view text, size_t indent);

} // namespace decode_ledger::report
