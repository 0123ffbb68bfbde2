#include "source/file_tree.h"

#include "support/git.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace decode_ledger::source {

namespace {

constexpr std::string_view kLink = "120000", kSubmodule = "160000";

/// Absolute, without `.`, `..` and doubled slashes.
std::string spelled_out(std::string_view path) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0; begin < path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (part == ".." && !parts.empty())
      parts.pop_back();
    else if (!part.empty() && part != "." && part != "..")
      parts.push_back(part);
    begin = end + 1;
  }
  return fmt::format("/{}", fmt::join(parts, "/"));
}

bool is_read(const std::string &path, const std::vector<std::string> &more) {
  const std::string_view name = file_name(path);
  return name.ends_with(".py") || name == "pyproject.toml" || name == "setup.cfg" ||
         std::find(more.begin(), more.end(), path) != more.end();
}

std::string first_line(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

Result<std::string> git_output(const std::string &folder, const std::vector<std::string> &arguments,
                               const std::string &input) {
  Result<ProgramOutput> output = run_git(folder, arguments, input);
  if (!output)
    return Failure{output.message()};
  if (output.value().exit_status != 0)
    return Failure{fmt::format("git cannot read the commit: {}", first_line(output.value().err))};
  return std::move(output).value().out;
}

/// One answer of `git cat-file --batch`, cut off the front of `answers`. None: git does not have the object.
std::optional<std::string_view> next_object(std::string_view &answers) {
  const size_t line_end = std::min(answers.find('\n'), answers.size());
  const std::string_view line = answers.substr(0, line_end);
  answers.remove_prefix(std::min(line_end + 1, answers.size()));
  size_t size = 0;
  const std::string_view number = line.substr(line.rfind(' ') + 1);
  const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), size);
  if (failure != std::errc{} || end != number.data() + number.size() || size > answers.size())
    return std::nullopt;
  const std::string_view bytes = answers.substr(0, size);
  answers.remove_prefix(std::min(size + 1, answers.size()));
  return bytes;
}

/// `path` as seen from `folder`, both relative to the top; none when it lies elsewhere.
std::optional<std::string_view> seen_from(std::string_view folder, std::string_view path) {
  if (folder.empty())
    return path;
  if (!path.starts_with(folder) || path.size() <= folder.size() || path[folder.size()] != '/')
    return std::nullopt;
  return path.substr(folder.size() + 1);
}

} // namespace

Result<FileTree> FileTree::of_commit(const std::string &top, const std::string &commit,
                                     const std::vector<std::string> &more) {
  const Result<std::string> listed = git_output(top, {"ls-tree", "-r", "-z", "--full-tree", commit}, {});
  if (!listed)
    return Failure{listed.message()};
  FileTree tree;
  tree.top_ = top;
  // MODE SP TYPE SP OBJECT TAB PATH NUL
  const std::string_view entries = listed.value();
  for (size_t begin = 0; begin < entries.size();) {
    const size_t end = std::min(entries.find('\0', begin), entries.size());
    const std::string_view entry = entries.substr(begin, end - begin);
    const size_t tab = entry.find('\t');
    if (tab != std::string_view::npos) {
      const std::string_view object = entry.substr(0, tab);
      tree.add(entry.substr(0, entry.find(' ')), object.substr(object.rfind(' ') + 1),
               std::string(entry.substr(tab + 1)));
    }
    begin = end + 1;
  }
  if (std::optional<Failure> failure = tree.load(more))
    return std::move(*failure);
  return tree;
}

void FileTree::add(std::string_view mode, std::string_view object, std::string path) {
  if (mode == kLink || mode == kSubmodule) {
    others_[std::move(path)] = mode == kLink ? "a symbolic link: not followed in a commit" : "a submodule";
    return;
  }
  for (size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
    folders_.insert(path.substr(0, slash));
  files_[std::move(path)].object = object;
}

/// All bytes in one run of git.
std::optional<Failure> FileTree::load(const std::vector<std::string> &more) {
  std::string wanted;
  for (const auto &[path, file] : files_)
    if (is_read(path, more))
      wanted += file.object + "\n";
  if (wanted.empty())
    return {};
  const Result<std::string> output = git_output(top_, {"cat-file", "--batch"}, wanted);
  if (!output)
    return Failure{output.message()};
  std::string_view answers = output.value();
  uint64_t number = 0;
  for (auto &[path, file] : files_) {
    if (!is_read(path, more))
      continue;
    const std::optional<std::string_view> bytes = next_object(answers);
    if (!bytes)
      return Failure{fmt::format("git does not have the contents of `{}` at the base: the clone is partial, or damaged "
                                 "(`git fetch --refetch` gets what is missing)",
                                 path)};
    file.bytes = *bytes;
    file.has_bytes = true;
    file.number = number++;
  }
  return {};
}

std::string FileTree::below_top(const std::string &path) const {
  const std::string relative = relative_path(spelled_out(path), top_);
  return relative == "." ? "" : relative;
}

PathKind FileTree::kind(const std::string &path) const {
  const std::string relative = below_top(path);
  if (relative.empty() || folders_.contains(relative))
    return PathKind::Folder;
  return files_.contains(relative) ? PathKind::File : PathKind::Missing;
}

Result<std::string> FileTree::canonical(const std::string &path) const {
  if (kind(path) == PathKind::Missing)
    return Failure{fmt::format("`{}` is not in the commit", path)};
  return spelled_out(path);
}

FileContents FileTree::read(const std::string &path, uint64_t max_bytes) const {
  FileContents contents;
  const auto found = files_.find(below_top(path));
  if (found == files_.end() || !found->second.has_bytes)
    return contents;
  contents.size = found->second.bytes.size();
  // Every path of a commit is a file of its own.
  contents.identity.inode = found->second.number;
  contents.state = contents.size > max_bytes ? FileContents::State::TooLarge : FileContents::State::Read;
  if (contents.state == FileContents::State::Read)
    contents.bytes = found->second.bytes;
  else
    contents.problem = fmt::format("larger than {} bytes", max_bytes);
  return contents;
}

std::vector<std::string> FileTree::files_below(const std::string &folder) const {
  std::vector<std::string> paths;
  const std::string from = below_top(folder);
  for (const auto &[path, file] : files_)
    if (const auto seen = seen_from(from, path))
      paths.emplace_back(*seen);
  return paths;
}

std::vector<PassedOver> FileTree::passed_over_below(const std::string &folder) const {
  std::vector<PassedOver> passed;
  const std::string from = below_top(folder);
  for (const auto &[path, what] : others_)
    if (const auto seen = seen_from(from, path))
      passed.push_back({std::string(*seen), what});
  return passed;
}

} // namespace decode_ledger::source
