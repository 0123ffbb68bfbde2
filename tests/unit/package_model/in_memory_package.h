// A package made of texts, for tests that need more than one file and no disk.
//
// REQUIRES: files in order of their paths, as discover() gives them.
#pragma once

#include "package_model/package_model.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace decode_ledger {

/// (path, text): `a/b.py` is module `a.b`, `a/__init__.py` package `a`; a path in `tests/` is a test.
using Files = std::vector<std::pair<std::string, std::string>>;

inline source::SourceFile file_of(const std::string &path, const std::string &text) {
  source::SourceFile file;
  file.path = file.disk_path = path;
  file.text = text;
  file.is_test = path.starts_with("tests/");
  file.module = path.substr(0, path.size() - 3);
  std::ranges::replace(file.module, '/', '.');
  if (const std::string init = ".__init__"; file.module.ends_with(init)) {
    file.is_package = true;
    file.module.resize(file.module.size() - init.size());
  }
  return file;
}

inline package_model::PackageModel link(const Files &files) {
  auto sources = std::make_shared<source::SourceSet>();
  sources->roots = {"."};
  std::vector<module_model::ModuleModel> models;
  for (const auto &[path, text] : files) {
    sources->files.push_back(file_of(path, text));
    models.push_back(module_model::build_module_model(parser::parse(text)));
  }
  REQUIRE(std::ranges::is_sorted(sources->files, {}, &source::SourceFile::path));
  return package_model::link_package(std::move(sources), std::move(models));
}

/// The last node of the file with exactly this text; the innermost of several with one range.
inline NodeRef last_node(const package_model::PackageModel &model, FileId file, std::string_view text) {
  const parser::SyntaxTree &tree = model.tree(file);
  for (auto n = static_cast<uint32_t>(tree.num_nodes()); n-- > 0;)
    if (const NodeRef ref{file, NodeId{n}}; model.source_text(ref) == text)
      return ref;
  FAIL(text);
  return {};
}

} // namespace decode_ledger
