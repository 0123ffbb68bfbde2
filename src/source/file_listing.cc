#include "source/file_listing.h"

#include "support/files.h"
#include "support/git.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

namespace decode_ledger::source {

namespace {

bool contains(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Folders that are never entered, judged by name and by what lies in them.
class FolderFilter {
public:
  /// `tree`: null for the disk.
  FolderFilter(std::string top, const FileTree *tree, std::vector<PassedOver> &passed_over)
      : top_(std::move(top)), tree_(tree), passed_over_(passed_over) {}

  /// Is `folder` (relative; "" is the top), or one that it lies in, left out? Each is judged and told once.
  bool leaves_out(std::string_view folder) {
    if (folder.empty())
      return false;
    if (const auto known = verdicts_.find(std::string(folder)); known != verdicts_.end())
      return known->second;
    const size_t slash = folder.rfind('/');
    const std::string_view parent = slash == std::string_view::npos ? std::string_view{} : folder.substr(0, slash);
    const bool verdict = leaves_out(parent) || judge(folder);
    verdicts_.emplace(folder, verdict);
    return verdict;
  }

private:
  bool judge(std::string_view folder) {
    const std::string_view name = file_name(folder);
    if (holds_no_source(name))
      return true;
    const std::string_view reason = reason_to_skip(folder, name);
    if (!reason.empty())
      passed_over_.push_back({std::string(folder), std::string(reason)});
    return !reason.empty();
  }

  /// What tools keep for themselves. Other hidden folders are read: people do keep scripts in .github and its like.
  static bool holds_no_source(std::string_view name) {
    return contains({".git",       ".hg",         ".svn",          ".bzr",
                     ".jj",        ".tox",        ".nox",          ".eggs",
                     ".cache",     ".mypy_cache", ".pytest_cache", ".ruff_cache",
                     ".pytype",    ".pyre",       ".hypothesis",   ".ipynb_checkpoints",
                     ".idea",      ".vscode",     ".direnv",       ".Trash",
                     "__pycache__"},
                    name);
  }

  std::string_view reason_to_skip(std::string_view folder, std::string_view name) const {
    if (contains({"site-packages", "node_modules", "__pypackages__"}, name))
      return "installed packages";
    if (contains({".venv", ".virtualenv", ".conda", ".pixi"}, name))
      return "a virtual environment";
    if (contains({"venv", "env", "virtualenv"}, name) && holds(folder, "pyvenv.cfg"))
      return "a virtual environment";
    if (contains({"build", "dist"}, name) && !holds(folder, "__init__.py"))
      return "a build folder: no __init__.py; name it to have it read";
    return {};
  }

  bool holds(std::string_view folder, std::string_view name) const {
    const std::string path = join_path(join_path(top_, folder), name);
    return (tree_ ? tree_->kind(path) : path_kind(path)) == PathKind::File;
  }

  std::string top_;
  const FileTree *tree_;
  std::vector<PassedOver> &passed_over_;
  std::unordered_map<std::string, bool> verdicts_;
};

class Lister {
public:
  Lister(const std::string &top, bool respect_gitignore, const FileTree *tree)
      : top_(top), respect_gitignore_(respect_gitignore), filter_(top, tree, listing_.passed_over) {}

  FileListing list() {
    list_folder_tree("");
    // Repositories within the repository: git names their folder and looks no further.
    for (size_t i = 0; i < nested_.size(); ++i)
      list_folder_tree(std::string(nested_[i]));
    sort_all();
    return std::move(listing_);
  }

  FileListing list(const FileTree &tree) {
    for (const std::string &path : tree.files_below(top_))
      take_file(path);
    for (PassedOver &passed : tree.passed_over_below(top_))
      listing_.passed_over.push_back(std::move(passed));
    sort_all();
    return std::move(listing_);
  }

private:
  void list_folder_tree(const std::string &folder) {
    if (filter_.leaves_out(folder))
      return;
    const bool listed = respect_gitignore_ && is_in_git_tree(join_path(top_, folder)) && list_by_git(folder);
    if (!listed)
      walk(folder);
  }

  static bool is_in_git_tree(std::string folder) {
    while (path_kind(join_path(folder, ".git")) == PathKind::Missing) {
      if (folder == "/")
        return false;
      folder = parent_folder(folder);
    }
    return true;
  }

  /// False when git cannot tell, or ignores the folder itself: walk then.
  bool list_by_git(const std::string &folder) {
    const std::string absolute = join_path(top_, folder);
    const Result<ProgramOutput> output = run_git(absolute, {"ls-files", "-c", "-o", "--exclude-standard", "-z"});
    if (!output) {
      note_that_git_failed(output.message());
      return false;
    }
    if (output.value().exit_status != 0) {
      const std::string &words = output.value().err;
      note_that_git_failed(words.substr(0, words.find('\n')));
      return false;
    }
    const size_t num_before = listing_.python_files.size();
    const std::string_view names = output.value().out;
    for (size_t begin = 0; begin < names.size();) {
      const size_t end = std::min(names.find('\0', begin), names.size());
      take_from_git(join_path(folder, names.substr(begin, end - begin)));
      begin = end + 1;
    }
    const bool found_any = listing_.python_files.size() > num_before;
    return found_any || !is_ignored(absolute);
  }

  static bool is_ignored(const std::string &folder) {
    const auto output = run_git(parent_folder(folder), {"check-ignore", "-q", "--", std::string(file_name(folder))});
    return output && output.value().exit_status == 0;
  }

  void note_that_git_failed(const std::string &why) {
    listing_.notes.push_back(fmt::format("git could not list the files, so .gitignore does not count: {}", why));
  }

  void take_from_git(std::string path) {
    if (path.ends_with('/')) {
      path.pop_back();
      nested_.push_back(std::move(path));
      return;
    }
    const bool is_candidate = take_file(path);
    // A submodule is listed like a file. Names with an ending are hardly ever one, and are not looked at.
    if (!is_candidate && file_name(path).find('.') == std::string_view::npos &&
        path_kind_itself(join_path(top_, path)) == PathKind::Folder)
      nested_.push_back(std::move(path));
  }

  void walk(const std::string &start) {
    std::vector<std::string> pending{start};
    while (!pending.empty()) {
      const std::string folder = std::move(pending.back());
      pending.pop_back();
      const Result<std::vector<FolderEntry>> entries = list_folder(join_path(top_, folder));
      if (!entries)
        listing_.closed_folders.push_back({folder.empty() ? "." : folder, entries.message()});
      else if (folder != start && is_virtual_environment(entries.value()))
        listing_.passed_over.push_back({folder, "a virtual environment"});
      else
        take_entries(folder, entries.value(), pending);
    }
  }

  static bool is_virtual_environment(const std::vector<FolderEntry> &entries) {
    return std::any_of(entries.begin(), entries.end(), [](const FolderEntry &e) { return e.name == "pyvenv.cfg"; });
  }

  void take_entries(const std::string &folder, const std::vector<FolderEntry> &entries,
                    std::vector<std::string> &pending) {
    for (const FolderEntry &entry : entries) {
      std::string path = join_path(folder, entry.name);
      if (entry.kind != FolderEntry::Kind::Folder)
        take_file(path);
      else if (!filter_.leaves_out(path))
        pending.push_back(std::move(path));
    }
  }

  /// False for a file that has nothing to do with Python.
  bool take_file(const std::string &path) {
    const std::string_view name = file_name(path);
    const bool is_python = name.ends_with(".py");
    const bool is_project = contains({"pyproject.toml", "setup.py", "setup.cfg"}, name);
    const bool is_notebook = name.ends_with(".ipynb");
    const bool is_cython = name.ends_with(".pyx") || name.ends_with(".pxd");
    if (!is_python && !is_project && !is_notebook && !is_cython)
      return false;
    const std::string folder = path.size() == name.size() ? "" : parent_folder(path);
    if (filter_.leaves_out(folder))
      return true;
    if (is_python)
      listing_.python_files.push_back(path);
    if (is_project)
      listing_.project_folders.push_back(folder.empty() ? "." : folder);
    if (is_notebook)
      listing_.passed_over.push_back({path, "a notebook"});
    if (is_cython)
      listing_.passed_over.push_back({path, "Cython"});
    return true;
  }

  void sort_all() {
    const auto sort_unique = [](std::vector<std::string> &paths) {
      std::sort(paths.begin(), paths.end());
      // git lists a file in conflict once for each side.
      paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    };
    sort_unique(listing_.python_files);
    sort_unique(listing_.project_folders);
  }

  const std::string &top_;
  bool respect_gitignore_;
  FileListing listing_;
  FolderFilter filter_;
  std::vector<std::string> nested_; // folders of repositories within this one
};

} // namespace

FileListing list_files(const std::string &folder, bool respect_gitignore) {
  return Lister(folder, respect_gitignore, nullptr).list();
}

FileListing list_files(const std::string &folder, const FileTree &tree) {
  return Lister(folder, false, &tree).list(tree);
}

} // namespace decode_ledger::source
