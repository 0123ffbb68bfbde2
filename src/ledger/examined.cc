#include "ledger/examined.h"

#include "support/glob.h"

#include <fmt/format.h>

#include <algorithm>

namespace decode_ledger::ledger {

const std::string &Examined::why_not(const std::string &module) {
  auto [why, is_new] = known_.try_emplace(module);
  if (is_new)
    why->second = find_why_not(module);
  return why->second;
}

std::string Examined::find_why_not(const std::string &module) {
  const source::SourceSet &sources = model_.sources();
  bool is_there = false;
  for (size_t f = 0; f < sources.files.size(); ++f) {
    const source::SourceFile &file = sources.files[f];
    if (file.module != module)
      continue;
    is_there = true;
    if (file.state != source::ReadState::Read)
      return fmt::format("{} was not read: {}", file.path, file.problem);
    const auto &damage = model_.tree(FileId{f}).damage();
    if (!damage.empty())
      return fmt::format("{} could not be parsed around line {}", file.path,
                         places_.line({FileId{f}, damage.front().begin, damage.front().end}));
  }
  return is_there ? std::string() : why_left_out(module);
}

std::string Examined::why_left_out(const std::string &module) const {
  const source::SourceSet &sources = model_.sources();
  GlobSet excluded(ledger_.exclude);
  for (const std::string &path : paths_of(module)) {
    for (const source::PassedOver &passed : sources.passed_over)
      if (passed.path == path)
        return fmt::format("{} was left out: {}", path, passed.reason);
    if (excluded.matches(path))
      return fmt::format("{} is left out by `exclude` in [package]", path);
  }
  return {};
}

std::vector<std::string> Examined::paths_of(const std::string &module) const {
  if (module.ends_with(".py"))
    return {module};
  std::string relative = module;
  std::ranges::replace(relative, '.', '/');
  std::vector<std::string> paths;
  for (const std::string &root : model_.sources().roots) {
    std::string folder = root.empty() || root == "." ? "" : root + "/";
    for (std::string_view ending : {".py", "/__init__.py", ".ipynb", ".pyx"})
      paths.push_back(folder + relative + std::string(ending));
  }
  return paths;
}

std::string Examined::why_not_of_name(std::string name) {
  for (size_t dot = name.rfind('.'); dot != std::string::npos; dot = name.rfind('.')) {
    name.resize(dot);
    if (std::string why = why_not(name); !why.empty())
      return why;
  }
  return {};
}

} // namespace decode_ledger::ledger
