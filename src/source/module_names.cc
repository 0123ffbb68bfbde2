#include "source/module_names.h"

#include "support/files.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_set>

namespace decode_ledger::source {

namespace {

constexpr std::string_view kInit = "__init__.py";

struct ModuleName {
  std::string dotted;
  bool is_package = false;
  size_t rank = 0; ///< of two files with one name the lower rank has it
};

std::string_view folder_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

/// None: a part is no identifier, or the file no *.py.
std::optional<ModuleName> dotted_name(std::string_view path) {
  if (!path.ends_with(".py"))
    return std::nullopt;
  path.remove_suffix(3);
  ModuleName name;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (!is_identifier(part))
      return std::nullopt;
    name.is_package = end == path.size() && part == "__init__" && begin > 0;
    if (!name.is_package) {
      name.dotted += name.dotted.empty() ? "" : ".";
      name.dotted += part;
    }
    begin = end + 1;
  }
  return name;
}

class Namer {
public:
  Namer(const std::string &base, const std::vector<std::string> &roots, const std::vector<SourceFile> &files)
      : base_(base), roots_(roots) {
    for (const SourceFile &file : files)
      if (file_name(file.path) == kInit)
        packages_.insert(std::string(folder_of(file.path)));
  }

  std::optional<ModuleName> name_of(const SourceFile &file) const {
    const std::string absolute = join_path(base_, file.path);
    const std::optional<size_t> root = longest_root(absolute);
    if (root) {
      if (auto name = dotted_name(relative_path(absolute, roots_[*root]))) {
        name->rank = *root;
        return name;
      }
    }
    auto name = dotted_name(std::string_view(file.path).substr(package_chain_begin(file.path)));
    if (!name || !packages_.count(std::string(folder_of(file.path))))
      return std::nullopt;
    name->rank = roots_.size();
    return name;
  }

private:
  std::optional<size_t> longest_root(std::string_view path) const {
    std::optional<size_t> longest;
    for (size_t i = 0; i < roots_.size(); ++i)
      if (is_at_or_below(path, roots_[i]) && (!longest || roots_[i].size() > roots_[*longest].size()))
        longest = i;
    return longest;
  }

  /// Where the name of the outermost package begins that the file lies in by an unbroken chain of __init__.py.
  size_t package_chain_begin(std::string_view path) const {
    std::string_view folder = folder_of(path);
    size_t begin = path.size() - file_name(path).size();
    while (!folder.empty() && packages_.count(std::string(folder)) && is_identifier(file_name(folder))) {
      begin = folder.size() - file_name(folder).size();
      folder = folder_of(folder);
    }
    return begin;
  }

  const std::string &base_;
  const std::vector<std::string> &roots_;
  std::unordered_set<std::string> packages_; // folders with an __init__.py, relative to the base
};

} // namespace

bool is_identifier(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return is_letter(c) || is_digit(c); });
}

void name_modules(const std::string &base, const std::vector<std::string> &roots, std::vector<SourceFile> &files) {
  const Namer namer(base, roots, files);
  // Python imports the package a/ rather than the module a.py beside it.
  using Claim = std::tuple<size_t, bool, size_t>; // rank, is no package, number of the file
  std::map<std::string, Claim> best;
  std::vector<std::optional<ModuleName>> names;
  for (size_t i = 0; i < files.size(); ++i) {
    const auto &name = names.emplace_back(namer.name_of(files[i]));
    if (!name)
      continue;
    const Claim claim{name->rank, !name->is_package, i};
    const auto [it, is_first] = best.emplace(name->dotted, claim);
    if (!is_first)
      it->second = std::min(it->second, claim);
  }
  for (size_t i = 0; i < files.size(); ++i) {
    const bool has_name = names[i] && std::get<2>(best.at(names[i]->dotted)) == i;
    files[i].module = has_name ? names[i]->dotted : files[i].path;
    files[i].is_package = names[i] ? names[i]->is_package : file_name(files[i].path) == kInit;
  }
}

} // namespace decode_ledger::source
