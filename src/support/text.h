// Small questions about text that more than one room asks.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace decode_ledger {

/// The byte at which `bytes` stops being UTF-8 (overlong forms and surrogates are none). None: all of it is.
std::optional<size_t> find_invalid_utf8(std::string_view bytes);

/// Code points in `text`. In text that is no UTF-8, every byte that continues nothing counts as one.
size_t num_code_points(std::string_view text);

/// The longest beginning of `text` of at most `most_bytes` that cuts through no code point. REQUIRES: valid UTF-8.
std::string_view utf8_prefix(std::string_view text, size_t most_bytes);

/// Appends the UTF-8 form of a code point. REQUIRES: `code_point` is a Unicode scalar value.
void append_utf8(std::string &out, char32_t code_point);

/// The candidate nearest to `word` by edit distance (a swap of neighbours counts one), for "did you mean"; among equally
/// near ones the first. None: none is near enough to be a slip of the fingers.
std::optional<std::string_view> nearest_word(std::string_view word, std::span<const std::string_view> candidates);

/// `text` fit for a terminal: control characters (line feed and tab too), DEL, C1 controls, bidirectional overrides and
/// isolates, zero-width characters and bytes that are no UTF-8 are shown as \n, \t, \x1b, \u{202e}, \xff.
std::string escape_for_terminal(std::string_view text);

/// `text` with each `from` as `to`, left to right; what is put in is not looked at again. REQUIRES: `from` is not empty.
std::string replace_all(std::string text, std::string_view from, std::string_view to);

/// A path as the path of a URI (RFC 3986): every byte but letters, digits and `-._~/` is written as %XX.
std::string percent_encoded(std::string_view path);

} // namespace decode_ledger
