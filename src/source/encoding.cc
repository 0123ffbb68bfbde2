#include "source/encoding.h"

#include "support/charset.h"
#include "support/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace decode_ledger::source {

namespace {

/// A coding comment: `# -*- coding: latin-1 -*-`.
struct Cookie {
  std::string name; ///< as written
  unsigned line = 1;
};

std::string_view first_line(std::string_view bytes) { return bytes.substr(0, bytes.find_first_of("\r\n")); }

std::string_view without_first_line(std::string_view bytes) {
  const size_t end = bytes.find_first_of("\r\n");
  if (end == std::string_view::npos)
    return {};
  const bool is_crlf = bytes.substr(end).starts_with("\r\n");
  return bytes.substr(end + (is_crlf ? 2 : 1));
}

std::string_view without_leading_blanks(std::string_view line) {
  const size_t begin = line.find_first_not_of(" \t\f");
  return begin == std::string_view::npos ? std::string_view{} : line.substr(begin);
}

bool is_cookie_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
}

/// PEP 263: ^[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)
std::optional<std::string> cookie_of_line(std::string_view line) {
  line = without_leading_blanks(line);
  if (!line.starts_with('#'))
    return std::nullopt;
  constexpr std::string_view kWord = "coding";
  for (size_t at = line.find(kWord); at != std::string_view::npos; at = line.find(kWord, at + 1)) {
    std::string_view rest = line.substr(at + kWord.size());
    if (!rest.starts_with(':') && !rest.starts_with('='))
      continue;
    rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    const auto end = std::find_if_not(rest.begin(), rest.end(), is_cookie_character);
    if (end != rest.begin())
      return std::string(rest.begin(), end);
  }
  return std::nullopt;
}

/// The second line counts only behind a first one that is blank or a comment.
std::optional<Cookie> find_cookie(std::string_view bytes) {
  const std::string_view first = first_line(bytes);
  if (auto name = cookie_of_line(first))
    return Cookie{*name, 1};
  const std::string_view code = without_leading_blanks(first);
  if (!code.empty() && !code.starts_with('#'))
    return std::nullopt;
  if (auto name = cookie_of_line(first_line(without_first_line(bytes))))
    return Cookie{*name, 2};
  return std::nullopt;
}

enum class Charset { Utf8, Ascii, Latin1, Latin9, Windows1252, Other };

std::string normalised(std::string_view name) {
  std::string result(name);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) {
    return c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return result;
}

/// The sets that we convert by ourselves, under the names that Python takes for them.
Charset charset_named(const std::string &name) {
  struct Row {
    Charset charset;
    std::string_view name;
  };
  static constexpr std::array kRows{
      Row{Charset::Utf8, "utf-8"},         Row{Charset::Utf8, "utf8"},
      Row{Charset::Utf8, "utf-8-sig"},     Row{Charset::Utf8, "u8"},
      Row{Charset::Utf8, "utf"},           Row{Charset::Utf8, "cp65001"},
      Row{Charset::Ascii, "ascii"},        Row{Charset::Ascii, "us-ascii"},
      Row{Charset::Ascii, "646"},          Row{Charset::Ascii, "ansi-x3.4-1968"},
      Row{Charset::Latin1, "latin-1"},     Row{Charset::Latin1, "latin1"},
      Row{Charset::Latin1, "latin"},       Row{Charset::Latin1, "l1"},
      Row{Charset::Latin1, "iso-8859-1"},  Row{Charset::Latin1, "iso8859-1"},
      Row{Charset::Latin1, "iso-latin-1"}, Row{Charset::Latin1, "8859"},
      Row{Charset::Latin1, "cp819"},       Row{Charset::Latin9, "iso-8859-15"},
      Row{Charset::Latin9, "iso8859-15"},  Row{Charset::Latin9, "latin-9"},
      Row{Charset::Latin9, "latin9"},      Row{Charset::Latin9, "l9"},
      Row{Charset::Windows1252, "cp1252"}, Row{Charset::Windows1252, "windows-1252"},
      Row{Charset::Windows1252, "1252"},
  };
  // Python itself takes what begins so for the set with a line-end suffix, as Emacs writes it: utf-8-unix.
  if (name.starts_with("utf-8-"))
    return Charset::Utf8;
  for (const std::string_view latin : {"latin-1-", "iso-8859-1-", "iso-latin-1-"})
    if (name.starts_with(latin))
      return Charset::Latin1;
  const auto *row = std::find_if(kRows.begin(), kRows.end(), [&](const Row &r) { return r.name == name; });
  return row == kRows.end() ? Charset::Other : row->charset;
}

/// 0: no character of the set.
char32_t windows_1252(unsigned char byte) {
  static constexpr std::array<char32_t, 32> kHigh{0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                                  0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017d, 0,
                                                  0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                                  0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};
  return byte >= 0x80 && byte < 0xa0 ? kHigh[byte - 0x80U] : byte;
}

char32_t latin_9(unsigned char byte) {
  switch (byte) {
  case 0xa4:
    return 0x20ac;
  case 0xa6:
    return 0x0160;
  case 0xa8:
    return 0x0161;
  case 0xb4:
    return 0x017d;
  case 0xb8:
    return 0x017e;
  case 0xbc:
    return 0x0152;
  case 0xbd:
    return 0x0153;
  case 0xbe:
    return 0x0178;
  default:
    return byte;
  }
}

char32_t code_point_of(Charset charset, unsigned char byte) {
  switch (charset) {
  case Charset::Windows1252:
    return windows_1252(byte);
  case Charset::Latin9:
    return latin_9(byte);
  default:
    return byte;
  }
}

Converted convert_by_table(std::string_view bytes, Charset charset) {
  Converted converted;
  converted.text.reserve(bytes.size() + bytes.size() / 8);
  for (size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    const char32_t code_point = code_point_of(charset, byte);
    if (byte >= 0x80 && (code_point == 0 || charset == Charset::Ascii)) {
      converted.bad_offset = i;
      return converted;
    }
    append_utf8(converted.text, code_point);
  }
  return converted;
}

/// Python needs its coding comment to read the same in the declared set: that rules out UTF-16, EBCDIC and their like.
bool keeps_ascii(const std::string &charset) {
  constexpr std::string_view kProbe = "#coding:\"\\'\n";
  const auto converted = convert_to_utf8(kProbe, charset);
  return converted && !converted->bad_offset && converted->text == kProbe;
}

unsigned line_of(std::string_view bytes, size_t offset) {
  unsigned line = 1;
  for (size_t i = 0; i < offset; ++i)
    line += bytes[i] == '\n' || (bytes[i] == '\r' && (i + 1 >= bytes.size() || bytes[i + 1] != '\n'));
  return line;
}

std::string describe_byte(std::string_view bytes, size_t offset) {
  return fmt::format("byte 0x{:02x} in line {}", static_cast<unsigned char>(bytes[offset]), line_of(bytes, offset));
}

DecodedSource problem_at(size_t offset, std::string problem) {
  return {"", std::move(problem), static_cast<uint32_t>(offset), false};
}

constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";

/// `bytes` without its mark if they are UTF-8; `cookie` is where they say so, if they do.
DecodedSource take_utf8(std::string bytes, const std::optional<Cookie> &cookie) {
  if (const auto bad = find_invalid_utf8(bytes)) {
    const std::string byte = describe_byte(bytes, *bad);
    if (bytes.starts_with(kUtf8Mark))
      return problem_at(*bad, byte + " is not UTF-8, as the byte order mark says");
    if (cookie)
      return problem_at(*bad, fmt::format("{} is not UTF-8, which line {} declares", byte, cookie->line));
    return problem_at(*bad, byte + " is not UTF-8 and no encoding is declared; add `# -*- coding: latin-1 -*-` "
                                   "with the encoding that it has, or save it as UTF-8");
  }
  const bool has_mark = bytes.starts_with(kUtf8Mark);
  if (has_mark)
    bytes.erase(0, kUtf8Mark.size());
  return {std::move(bytes), "", 0, has_mark};
}

DecodedSource take_converted(std::string_view bytes, const Cookie &cookie, Charset charset) {
  std::optional<Converted> converted;
  const std::string name = normalised(cookie.name);
  if (charset != Charset::Other)
    converted = convert_by_table(bytes, charset);
  else if (keeps_ascii(name))
    converted = convert_to_utf8(bytes, name);
  if (!converted)
    return problem_at(0, fmt::format("unknown encoding `{}` declared in line {}", cookie.name, cookie.line));
  if (converted->bad_offset)
    return problem_at(*converted->bad_offset,
                      fmt::format("{} is not {}, which line {} declares", describe_byte(bytes, *converted->bad_offset),
                                  cookie.name, cookie.line));
  // Offsets have 32 bits, and conversion makes text longer.
  if (converted->text.size() >= UINT32_MAX)
    return problem_at(0, "larger than 4 GiB as UTF-8");
  return {std::move(converted->text), "", 0, true};
}

/// What a byte order mark other than UTF-8's says; empty without one.
std::string_view foreign_mark(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xff\xfe\0\0"sv) || bytes.starts_with("\0\0\xfe\xff"sv))
    return "UTF-32";
  if (bytes.starts_with("\xff\xfe"sv) || bytes.starts_with("\xfe\xff"sv))
    return "UTF-16";
  return {};
}

DecodedSource decode_bytes(std::string bytes) {
  if (const std::string_view mark = foreign_mark(bytes); !mark.empty())
    return problem_at(0, fmt::format("{}, by its byte order mark, which Python does not read; save it as UTF-8", mark));
  // Python refuses a file whose comment contradicts its mark; the mark is never wrong in practice.
  if (bytes.starts_with(kUtf8Mark))
    return take_utf8(std::move(bytes), std::nullopt);
  const std::optional<Cookie> cookie = find_cookie(bytes);
  const Charset charset = cookie ? charset_named(normalised(cookie->name)) : Charset::Utf8;
  if (charset == Charset::Utf8)
    return take_utf8(std::move(bytes), cookie);
  return take_converted(bytes, *cookie, charset);
}

/// A lone \r ends a line for Python and none for the grammar: it becomes the \n that stands for the same, in place.
void end_lines_alike(std::string &text) {
  for (size_t at = text.find('\r'); at != std::string::npos; at = text.find('\r', at + 1))
    if (at + 1 == text.size() || text[at + 1] != '\n')
      text[at] = '\n';
}

} // namespace

DecodedSource decode_source(std::string bytes) {
  DecodedSource decoded = decode_bytes(std::move(bytes));
  end_lines_alike(decoded.text);
  return decoded;
}

} // namespace decode_ledger::source
