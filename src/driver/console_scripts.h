#pragma once

#include "source/file_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::driver {

/// Functions that the package's metadata makes into programs, as full names ("pkg.cli.main"), sorted, without twins:
/// `name = "pkg.cli:main"` in pyproject.toml, `name = pkg.cli:main` in setup.cfg and in strings of setup.py, in `folder`.
/// Missing files have none.
std::vector<std::string> console_scripts(const std::string &folder);
/// The same at a commit.
std::vector<std::string> console_scripts(const std::string &folder, const source::FileTree &tree);

/// The same from one file's text.
std::vector<std::string> console_scripts_in(std::string_view text);

} // namespace decode_ledger::driver
