// The manual page in the language of man(7), which groff and mandoc both read. The parts that the command line does not
// hold (files, environment, exit status) are told here; everything else comes from its description.

#include "driver/manual.h"

#include "support/version.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace decode_ledger::driver {
namespace {

constexpr std::string_view kDescription =
    R"(\fBdecode\-ledger\fR reads a Python package without running it, lists every call that
turns token ids into text, holds each one against a ledger of guarded sites and
written exemptions, and follows the guard's exception through every handler to
the top of the run.
It opens no network connection and writes nothing but the files that are named.
)";

constexpr std::string_view kTail = R"(.SH FILES
.TP
.I ledger.toml
The ledger, in the working folder or above it.
.SH ENVIRONMENT
.TP
.B NO_COLOR
No colour unless \fB\-\-color always\fR asks for it.
.TP
.BR CLICOLOR_FORCE , \~FORCE_COLOR
Colour where the output is no terminal, too.
.SH EXIT STATUS
.TP
.B 0
Nothing at error level.
.TP
.B 1
Findings at error level.
.TP
.B 2
It could not do its job: usage, a ledger that cannot be understood, nothing to
read, an error of input or output.
.SH EXAMPLES
.nf
decode\-ledger inventory src/
decode\-ledger init \-o ledger.toml
decode\-ledger check
decode\-ledger trace src/eval.py:142
decode\-ledger explain DL302
.fi
)";

/// The code point at `at`, which moves behind it. REQUIRES: UTF-8.
char32_t next_code_point(std::string_view text, size_t &at) {
  auto byte = static_cast<unsigned char>(text[at++]);
  size_t more = byte < 0x80 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
  char32_t code = more == 0 ? byte : byte & (0x3fU >> more);
  for (; more > 0; --more)
    code = code << 6 | (static_cast<unsigned char>(text[at++]) & 0x3fU);
  return code;
}

/// Text for roff: ASCII, with nothing that is a request or an escape.
std::string roff(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    bool starts_line = out.empty() || out.back() == '\n';
    char32_t code = next_code_point(text, at);
    if (starts_line && (code == '.' || code == '\''))
      out += "\\&";
    if (code == '\\')
      out += "\\e";
    else if (code == '-')
      out += "\\-";
    else if (code < 0x80)
      out += static_cast<char>(code);
    else
      out += fmt::format("\\[u{:04X}]", static_cast<uint32_t>(code));
  }
  return out;
}

/// One paragraph for roff, in lines that mandoc's linter does not find too long.
std::string paragraph(std::string_view text) {
  constexpr size_t kWidth = 78;
  std::string rest = roff(text), out;
  while (rest.size() > kWidth) {
    size_t end = std::min(rest.rfind(' ', kWidth), rest.size());
    out += rest.substr(0, end) + "\n";
    rest.erase(0, end + 1);
    if (rest.starts_with('.') || rest.starts_with('\''))
      rest.insert(0, "\\&");
  }
  return out + rest + "\n";
}

/// `\fB--format\fR \fIFORMAT\fR`.
std::string flag_line(const Flag &flag) {
  std::vector<std::string> names;
  for (const std::string &name : flag.names)
    names.push_back(fmt::format("\\fB{}\\fR", roff(name)));
  std::string value = flag.value ? fmt::format(" \\fI{}\\fR", roff(flag.value->placeholder)) : "";
  return fmt::format("{}{}", fmt::join(names, ", "), value);
}

std::string flag_list(const std::vector<Flag> &flags) {
  std::string out;
  for (const Flag &flag : flags)
    out += fmt::format(".TP\n{}\n{}", flag_line(flag), paragraph(flag.help));
  return out;
}

/// Notes keep their lines, because they hold examples. The usual exit statuses have a section of the page.
std::string notes_of(const CommandDescription &command) {
  std::string_view notes = command.notes;
  while (notes.ends_with('\n'))
    notes.remove_suffix(1);
  if (notes.empty() || notes.starts_with("exit status:"))
    return "";
  std::string out = ".PP\n.nf\n";
  for (char c : roff(notes))
    if (c == '\n' && out.ends_with('\n'))
      out += ".sp\n"; // an empty line is none in roff
    else
      out += c;
  return out + "\n.fi\n";
}

std::string section_of(const CommandDescription &command) {
  std::string usage = fmt::format("decode\\-ledger {} [OPTIONS] {}", roff(command.name), roff(command.arguments));
  if (command.arguments.empty())
    usage.pop_back();
  std::string out = fmt::format(".SS \"{}\"\n{}", usage, paragraph(command.summary + "."));
  if (!command.arguments_help.empty())
    out += fmt::format(".TP\n\\fI{}\\fR\n{}", roff(command.arguments), paragraph(command.arguments_help));
  return out + flag_list(command.flags) + notes_of(command);
}

} // namespace

std::string manual_page(const CommandLine &line) {
  std::string out = fmt::format(".TH DECODE\\-LEDGER 1 {} \"decode\\-ledger {}\" \"User Commands\"\n.SH NAME\n"
                                "decode\\-ledger \\- {}\n.SH SYNOPSIS\n",
                                version_date(), version(), "hold every decode of token ids against a ledger");
  std::string_view between;
  for (const CommandDescription &command : line.commands) {
    out += fmt::format("{}\\fBdecode\\-ledger {}\\fR [\\fIoptions\\fR]{}{}\n", between, roff(command.name),
                       command.arguments.empty() ? "" : " ", roff(command.arguments));
    between = ".br\n";
  }
  out += ".SH DESCRIPTION\n";
  out += kDescription;
  out += ".SH COMMANDS\n";
  for (const CommandDescription &command : line.commands)
    out += section_of(command);
  out += ".SH OPTIONS WITHOUT A COMMAND\n" + flag_list(line.bare.flags);
  return out + std::string(kTail);
}

} // namespace decode_ledger::driver
