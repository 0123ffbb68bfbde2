// Discovery, in order: resolve the paths of the command line, choose the base, list, filter, read in parallel, name.

#include "source/source.h"

#include "source/encoding.h"
#include "source/file_listing.h"
#include "source/file_tree.h"
#include "source/module_names.h"
#include "support/files.h"
#include "support/glob.h"
#include "support/thread_pool.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace decode_ledger::source {

namespace {

/// A PATH of the command line.
struct Target {
  std::string given;
  std::string path; ///< canonical
  bool is_folder = false;

  std::string folder() const { return is_folder ? path : parent_folder(path); }
};

/// A file on its way into the set.
struct Candidate {
  bool is_named = false; ///< the command line names this very file
  std::string problem;   ///< a folder that could not be listed stands in for the files that it may hold
};

struct ReadFile {
  FileContents::State state = FileContents::State::Missing;
  FileIdentity identity;
};

bool is_python_script(const std::string &path) {
  if (path.ends_with(".py"))
    return true;
  if (file_name(path).find('.') != std::string_view::npos)
    return false;
  constexpr uint64_t kLargestScript = 1U << 20;
  const FileContents contents = read_file(path, kLargestScript);
  const std::string_view first = std::string_view(contents.bytes).substr(0, contents.bytes.find('\n'));
  return first.starts_with("#!") && first.find("python") != std::string_view::npos;
}

/// The folder must be there; the file need not.
Result<Target> resolve_stand_in(const std::string &given) {
  const Result<std::string> path = canonical_location(given);
  if (!path)
    return Failure{fmt::format("there is no folder `{}` for the file on stdin", parent_folder(given))};
  if (!path.value().ends_with(".py"))
    return Failure{fmt::format("`{}` is no name of a Python file", given)};
  return Target{given, path.value(), false};
}

Result<Target> resolve_target(const std::string &given) {
  const PathKind kind = path_kind(given);
  if (kind == PathKind::Missing)
    return Failure{fmt::format("`{}` does not exist, or cannot be reached", given)};
  if (kind == PathKind::Other)
    return Failure{fmt::format("`{}` is neither a folder nor a regular file", given)};
  const Result<std::string> path = kind == PathKind::Folder ? canonical_path(given) : canonical_location(given);
  if (!path)
    return Failure{path.message()};
  if (kind == PathKind::File && !is_python_script(path.value()))
    return Failure{fmt::format("`{}` is no Python file; name a folder, a .py file, or a script without an ending whose "
                               "first line runs python",
                               given)};
  return Target{given, path.value(), kind == PathKind::Folder};
}

std::string common_folder(const std::vector<Target> &targets) {
  std::string common = targets.front().folder();
  for (const Target &target : targets)
    while (!is_at_or_below(target.folder(), common))
      common = parent_folder(common);
  return common;
}

/// The built-in convention of pytest and unittest for what is a test.
bool is_test_by_convention(std::string_view path) {
  const std::string_view name = file_name(path);
  if (name.starts_with("test_") || name.ends_with("_test.py") || name == "conftest.py")
    return true;
  for (size_t begin = 0; begin < path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (end < path.size() && (part == "test" || part == "tests"))
      return true;
    begin = end + 1;
  }
  return false;
}

class Discovery {
public:
  explicit Discovery(const DiscoverOptions &options)
      : options_(options), exclude_(options.exclude), tests_(options.tests) {}

  Result<SourceSet> run() {
    for (const auto step : {&Discovery::resolve_targets, &Discovery::choose_base, &Discovery::resolve_roots,
                            &Discovery::list_all, &Discovery::check_that_targets_hold_python})
      if (auto failure = (this->*step)())
        return std::move(*failure);
    if (!roots_given_)
      find_roots();
    read_all();
    drop_absent_and_twins();
    if (set_.files.empty())
      return Failure{fmt::format("no Python file below `{}`", set_.base)};
    describe_files();
    finish();
    return std::move(set_);
  }

private:
  using Outcome = std::optional<Failure>;

  // The disk, or the commit.

  PathKind kind_of(const std::string &path) const {
    return options_.tree ? options_.tree->kind(path) : path_kind(path);
  }
  Result<std::string> canonical(const std::string &path) const {
    return options_.tree ? options_.tree->canonical(path) : canonical_path(path);
  }
  FileListing files_in(const std::string &folder) const {
    return options_.tree ? list_files(folder, *options_.tree) : list_files(folder, options_.respect_gitignore);
  }
  FileContents contents_of(const std::string &path, uint64_t max_bytes) const {
    if (!stand_in_path_.empty() && path == stand_in_path_)
      return stand_in(max_bytes);
    return options_.tree ? options_.tree->read(path, max_bytes) : read_file(path, max_bytes);
  }

  FileContents stand_in(uint64_t max_bytes) const {
    FileContents contents;
    contents.size = options_.stand_in->bytes.size();
    contents.state = contents.size <= max_bytes ? FileContents::State::Read : FileContents::State::TooLarge;
    if (contents.state == FileContents::State::Read)
      contents.bytes = options_.stand_in->bytes;
    else
      contents.problem = "too large";
    return contents;
  }

  // Paths.

  Outcome resolve_targets() {
    std::vector<std::string> paths = options_.paths;
    if (paths.empty() && !reads_whole_package())
      paths.emplace_back(".");
    for (const std::string &path : paths) {
      const bool stands_in = options_.stand_in && path == options_.stand_in->path;
      Result<Target> target = stands_in ? resolve_stand_in(path) : resolve_target(path);
      if (!target)
        return Failure{target.message()};
      if (stands_in)
        stand_in_path_ = target.value().path;
      targets_.push_back(std::move(target).value());
    }
    return {};
  }

  /// With a ledger, or with --root, the paths only say what to report on.
  bool reads_whole_package() const { return !options_.ledger_folder.empty() || !options_.root.empty(); }

  Outcome choose_base() {
    if (!reads_whole_package()) {
      set_.base = common_folder(targets_);
      return {};
    }
    const bool has_ledger = !options_.ledger_folder.empty();
    const std::string &folder = has_ledger ? options_.ledger_folder : options_.root;
    if (kind_of(folder) != PathKind::Folder)
      return Failure{fmt::format("`{}` is no folder", folder)};
    Result<std::string> base = canonical(folder);
    if (!base)
      return Failure{base.message()};
    set_.base = std::move(base).value();
    for (const Target &target : targets_)
      if (!is_at_or_below(target.path, set_.base))
        return Failure{fmt::format("`{}` lies outside of `{}`, {}", target.given, set_.base,
                                   has_ledger ? "the folder of the ledger; name a path below it, or another --ledger"
                                              : "which --root names")};
    return {};
  }

  Outcome resolve_roots() {
    std::vector<std::pair<std::string, std::string>> folders; // as given, where it is
    if (!options_.root.empty())
      folders.emplace_back(options_.root, options_.root);
    else
      for (const std::string &root : options_.roots)
        folders.emplace_back(root, root.starts_with('/') ? root : join_path(set_.base, root));
    for (const auto &[given, folder] : folders) {
      if (kind_of(folder) != PathKind::Folder)
        return Failure{fmt::format("the root `{}` is no folder of `{}`", given, set_.base)};
      Result<std::string> root = canonical(folder);
      if (!root)
        return Failure{root.message()};
      roots_.push_back(std::move(root).value());
    }
    roots_given_ = !roots_.empty();
    return {};
  }

  // Listing.

  Outcome list_all() {
    if (reads_whole_package()) {
      list(set_.base);
      for (const std::string &root : roots_)
        if (!is_at_or_below(root, set_.base) || !holds_candidate(root))
          list(root);
    }
    for (const Target &target : targets_) {
      if (!target.is_folder)
        take(target.path, true);
      // What the whole package leaves out (a build folder, an ignored one) is read when it is named.
      else if (!reads_whole_package() || !holds_candidate(target.path))
        list(target.path);
    }
    return {};
  }

  void list(const std::string &folder) {
    if (!listed_.insert(folder).second)
      return;
    const FileListing listing = files_in(folder);
    const auto seen_from_base = [&](const std::string &path) {
      return relative_path(path == "." ? folder : join_path(folder, path), set_.base);
    };
    for (const std::string &path : listing.python_files)
      take(join_path(folder, path), false);
    for (const std::string &path : listing.project_folders)
      project_folders_.insert(seen_from_base(path));
    for (const PassedOver &closed : listing.closed_folders)
      candidates_[seen_from_base(closed.path)].problem = closed.reason;
    for (const PassedOver &passed : listing.passed_over)
      if (const std::string path = seen_from_base(passed.path); !exclude_.matches(path))
        set_.passed_over.push_back({path, passed.reason});
    set_.notes.insert(set_.notes.end(), listing.notes.begin(), listing.notes.end());
  }

  void take(const std::string &absolute, bool is_named) {
    const std::string path = relative_path(absolute, set_.base);
    if (exclude_.matches(path) && !(is_named && !options_.force_exclude)) {
      ++num_excluded_;
      return;
    }
    if (!is_named && !is_wanted(absolute, path))
      return;
    candidates_[path].is_named |= is_named;
  }

  /// [package] roots narrow the package down; its tests and what the command line names count all the same.
  bool is_wanted(const std::string &absolute, const std::string &path) const {
    const auto holds_it = [&](const std::string &root) { return is_at_or_below(absolute, root); };
    return roots_.empty() || std::any_of(roots_.begin(), roots_.end(), holds_it) || tests_.matches(path) ||
           is_named(absolute);
  }

  bool is_named(const std::string &absolute) const {
    return std::any_of(targets_.begin(), targets_.end(), [&](const Target &target) {
      return target.is_folder ? is_at_or_below(absolute, target.path) : absolute == target.path;
    });
  }

  bool holds_candidate(const std::string &folder) const {
    return std::any_of(candidates_.begin(), candidates_.end(), [&](const auto &candidate) {
      return is_at_or_below(join_path(set_.base, candidate.first), folder);
    });
  }

  Outcome check_that_targets_hold_python() {
    const std::string excluded = num_excluded_ ? fmt::format(" ({} left out by `exclude`)", num_excluded_) : "";
    for (const Target &target : targets_)
      if (target.is_folder && !holds_candidate(target.path))
        return Failure{fmt::format("no Python file below `{}`{}", target.given, excluded)};
    if (candidates_.empty())
      return Failure{fmt::format("no Python file below `{}`{}", set_.base, excluded)};
    return {};
  }

  // Roots.

  void find_roots() {
    if (holds_src_layout())
      roots_.push_back(join_path(set_.base, "src"));
    roots_.push_back(root_above_base().value_or(set_.base));
    for (const std::string &folder : project_folders_)
      add_project(folder);
    for (const Target &target : targets_)
      add_root_of_package(target.folder());
  }

  bool is_package(const std::string &folder) const {
    return candidates_.count(folder == "." ? "__init__.py" : folder + "/__init__.py") > 0;
  }

  /// The folder above the outermost package that `folder` lies in by an unbroken chain of __init__.py, looked for on
  /// the disk: the command line may name the inside of a package. None: it lies in no package.
  static std::optional<std::string> root_above(std::string folder) {
    std::optional<std::string> root;
    while (path_kind(join_path(folder, "__init__.py")) == PathKind::File && is_identifier(file_name(folder))) {
      folder = parent_folder(folder);
      root = folder;
    }
    return root;
  }

  // With a ledger names count from its folder, since the name of a checkout's folder differs from machine to machine.
  std::optional<std::string> root_above_base() const {
    return reads_whole_package() ? std::nullopt : root_above(set_.base);
  }

  bool holds_src_layout() const {
    const auto first = candidates_.lower_bound("src/");
    return first != candidates_.end() && first->first.starts_with("src/") && !is_package("src");
  }

  /// A project of its own within the package: packages/x/pyproject.toml. A setup.py inside of a package starts none.
  void add_project(const std::string &folder) {
    if (folder == "." || is_package(folder))
      return;
    const std::string src = folder + "/src";
    const auto first = candidates_.lower_bound(src + "/");
    const bool has_src = first != candidates_.end() && first->first.starts_with(src + "/") && !is_package(src);
    if (has_src)
      add_root(join_path(set_.base, src));
    add_root(join_path(set_.base, folder));
  }

  void add_root_of_package(const std::string &folder) {
    if (reads_whole_package())
      return;
    if (const auto root = root_above(folder))
      add_root(*root);
  }

  void add_root(const std::string &root) {
    if (std::find(roots_.begin(), roots_.end(), root) == roots_.end())
      roots_.push_back(root);
  }

  // Reading.

  void read_all() {
    set_.files.reserve(candidates_.size());
    for (const auto &[path, candidate] : candidates_) {
      SourceFile &file = set_.files.emplace_back();
      file.path = path;
      file.disk_path = join_path(set_.base, path);
      file.problem = candidate.problem;
    }
    read_files_.resize(set_.files.size());
    ThreadPool pool(options_.jobs);
    pool.for_each(set_.files.size(), [&](size_t i, unsigned) { read(set_.files[i], read_files_[i]); });
  }

  void read(SourceFile &file, ReadFile &how) const {
    if (!file.problem.empty()) {
      how.state = FileContents::State::Failed;
      file.state = ReadState::NotRead;
      return;
    }
    // Offsets have 32 bits.
    const uint64_t limit = std::min<uint64_t>(options_.max_file_bytes, UINT32_MAX - 1);
    FileContents contents = contents_of(file.disk_path, limit);
    how = {contents.state, contents.identity};
    file.problem = contents.problem;
    if (contents.state == FileContents::State::Read) {
      DecodedSource decoded = decode_source(std::move(contents.bytes));
      file.text = std::move(decoded.text);
      file.problem = std::move(decoded.problem);
      file.problem_offset = decoded.problem_offset;
      file.converted = decoded.converted;
    }
    file.state = file.problem.empty() ? ReadState::Read : ReadState::NotRead;
  }

  /// A file that git still lists but that is gone is no problem, nor is a folder named x.py. Of two paths to one file
  /// one is kept: the real one, else the first. Hard links are files of their own: Python sees two modules.
  void drop_absent_and_twins() {
    std::map<std::pair<uint64_t, uint64_t>, size_t> kept;
    const auto identity_of = [&](size_t i) {
      return std::pair{read_files_[i].identity.device, read_files_[i].identity.inode};
    };
    for (const bool links : {false, true}) {
      for (size_t i = 0; i < set_.files.size(); ++i) {
        ReadFile &how = read_files_[i];
        if (how.state != FileContents::State::Read || how.identity.through_link != links)
          continue;
        const auto [twin, is_first] = kept.emplace(identity_of(i), i);
        const bool is_other_module = how.identity.hard_linked && !links;
        if (is_first || is_other_module)
          continue;
        set_.passed_over.push_back({set_.files[i].path, "the same file as " + set_.files[twin->second].path});
        how.state = FileContents::State::Missing;
      }
    }
    size_t num_kept = 0;
    for (size_t i = 0; i < set_.files.size(); ++i) {
      const FileContents::State state = read_files_[i].state;
      if (state == FileContents::State::Missing || state == FileContents::State::Folder)
        continue;
      if (state == FileContents::State::TooLarge)
        set_.passed_over.push_back({set_.files[i].path, set_.files[i].problem});
      if (num_kept != i)
        set_.files[num_kept] = std::move(set_.files[i]);
      ++num_kept;
    }
    set_.files.resize(num_kept);
  }

  // Describing.

  void describe_files() {
    name_modules(set_.base, roots_, set_.files);
    for (SourceFile &file : set_.files) {
      file.is_test = options_.tests.empty() ? is_test_by_convention(file.path) : tests_.matches(file.path);
      file.reported = targets_.empty() || is_named(file.disk_path);
      set_.num_bytes += file.text.size();
    }
  }

  void finish() {
    for (const std::string &root : roots_)
      set_.roots.push_back(relative_path(root, set_.base));
    const auto before = [](const PassedOver &a, const PassedOver &b) {
      return std::tie(a.path, a.reason) < std::tie(b.path, b.reason);
    };
    const auto same = [](const PassedOver &a, const PassedOver &b) { return a.path == b.path && a.reason == b.reason; };
    std::sort(set_.passed_over.begin(), set_.passed_over.end(), before);
    set_.passed_over.erase(std::unique(set_.passed_over.begin(), set_.passed_over.end(), same), set_.passed_over.end());
  }

  const DiscoverOptions &options_;
  GlobSet exclude_, tests_;
  std::vector<Target> targets_;
  std::string stand_in_path_;      // canonical; empty: no file stands in for another
  std::vector<std::string> roots_; // absolute
  bool roots_given_ = false;
  std::set<std::string> listed_;                // folders
  std::set<std::string> project_folders_;       // relative to the base
  std::map<std::string, Candidate> candidates_; // by path relative to the base: in the order of the result
  std::vector<ReadFile> read_files_;            // of each file of set_, until twins are dropped
  size_t num_excluded_ = 0;
  SourceSet set_;
};

} // namespace

Result<SourceSet> discover(const DiscoverOptions &options) { return Discovery(options).run(); }

} // namespace decode_ledger::source
