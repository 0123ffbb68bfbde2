// What is each file's module called?
#pragma once

#include "source/source.h"

#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::source {

/// A name that can stand in an import statement, as far as its spelling goes.
bool is_identifier(std::string_view text);

/// Fills `module` and `is_package` of `files`. `roots` are absolute; of those that hold a file the longest counts, and
/// of two files with one name the earlier root.
///
///     root src        src/a/b.py                  a.b
///     root .          tools/a.py                  tools.a             PEP 420: folders need no __init__.py
///                     tools/my-app/run.py         tools/my-app/run.py no identifier on the way
///                     my-app/pkg/__init__.py      pkg                 but for a package below it, if `pkg` is free
///                     __init__.py of a root       __init__
void name_modules(const std::string &base, const std::vector<std::string> &roots, std::vector<SourceFile> &files);

} // namespace decode_ledger::source
