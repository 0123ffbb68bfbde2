// Text of the analysed package as Markdown (GitHub's and GitLab's flavour) that no reader takes for anything but text.
#pragma once

#include <string>
#include <string_view>

namespace decode_ledger::report {

/// A sentence of ours with code in backticks: the code stays code, and any other word with a character that Markdown, a
/// mention (@), an issue (#) or a bare link gives a meaning becomes code too. Reads as plain text where nobody renders it.
std::string markdown_text(std::string_view text);

/// `text` as a code span. What a terminal may not show is made visible, line ends too.
std::string markdown_code(std::string_view text);

/// What to do next: a sentence that may end in a command line of ours, which becomes code as a whole.
std::string markdown_advice(std::string_view text);

/// The first two for a cell of a table, where `|` would end the cell even in code.
std::string markdown_cell_text(std::string_view text);
std::string markdown_cell_code(std::string_view text);

/// Lines as a fenced block. REQUIRES: they hold no control characters but line ends, and end with one.
std::string markdown_block(std::string_view lines);

} // namespace decode_ledger::report
