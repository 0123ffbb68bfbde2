#pragma once

#include <span>
#include <string_view>

namespace decode_ledger {

/// A text file of the repository that was compiled into the program.
/// `name` is the file's name inside its folder (`builtins.toml`); the lists are sorted by it. Both views live forever.
struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
  std::string_view sha256; ///< of the text, in base64, as a Content-Security-Policy names it
};

/// knowledge/*.toml. Read by src/knowledge/.
std::span<const EmbeddedFile> embedded_knowledge();

/// docs/rules/*.md without the generated index README.md. Read by src/diagnostics/.
std::span<const EmbeddedFile> embedded_rule_pages();

/// src/report/page/: what the HTML page is made of. Read by src/report/.
std::span<const EmbeddedFile> embedded_page_parts();

} // namespace decode_ledger
