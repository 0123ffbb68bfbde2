#pragma once

#include <string_view>

namespace decode_ledger {

/// The program's version, `0.1.0`.
std::string_view version();

/// The day of that version, `2026-11-30`; not of the build.
std::string_view version_date();

/// The short hash of the commit that was built, `-dirty` behind it when the tree had changes; `unknown` without git.
std::string_view version_commit();

/// The version of the tree-sitter-python grammar, as grammars/package-lock.json pins it.
std::string_view version_grammar();

/// The version of the tree-sitter core, from the same file.
std::string_view version_tree_sitter();

} // namespace decode_ledger
