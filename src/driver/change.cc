#include "driver/change.h"

#include "support/files.h"
#include "support/git.h"
#include "support/text.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace decode_ledger::driver {
namespace {

// ---- the diff ----

/// The next line of `text`, cut off its front, without its \n.
std::string_view take_line(std::string_view &text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

uint32_t take_number(std::string_view &text) {
  uint32_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return failure == std::errc{} ? number : 0;
}

/// "12,3" or "12", which means one line.
void take_span(std::string_view &text, uint32_t &begin, uint32_t &count) {
  begin = take_number(text);
  count = 1;
  if (!text.starts_with(','))
    return;
  text.remove_prefix(1);
  count = take_number(text);
}

char unescaped(char c) {
  switch (c) {
  case 'a':
    return '\a';
  case 'b':
    return '\b';
  case 'f':
    return '\f';
  case 'n':
    return '\n';
  case 'r':
    return '\r';
  case 't':
    return '\t';
  case 'v':
    return '\v';
  default:
    return c;
  }
}

/// A name as git writes it: between quotes, with C's escapes, where it holds such characters.
std::string unquoted(std::string_view name) {
  if (!name.starts_with('"')) {
    // git ends a name that holds blanks with a tab.
    if (name.ends_with('\t'))
      name.remove_suffix(1);
    return std::string(name);
  }
  std::string out;
  for (size_t i = 1; i < name.size() && name[i] != '"'; ++i) {
    if (name[i] != '\\' || i + 1 >= name.size()) {
      out += name[i];
      continue;
    }
    ++i;
    auto is_octal = [&](size_t at) { return at < name.size() && name[at] >= '0' && name[at] <= '7'; };
    if (is_octal(i) && is_octal(i + 1) && is_octal(i + 2)) {
      out += static_cast<char>((name[i] - '0') * 64 + (name[i + 1] - '0') * 8 + (name[i + 2] - '0'));
      i += 2;
    } else {
      out += unescaped(name[i]);
    }
  }
  return out;
}

/// The name behind `--- a/` or `+++ b/`; empty for /dev/null.
std::string side_name(std::string_view text) {
  std::string name = unquoted(text);
  return name == "/dev/null" ? "" : name.substr(std::min<size_t>(2, name.size()));
}

class DiffReader {
public:
  explicit DiffReader(std::string_view diff) : rest_(diff) {}

  std::vector<FileChange> read() {
    while (!rest_.empty())
      read_line(take_line(rest_));
    return std::move(files_);
  }

private:
  void read_line(std::string_view line) {
    if (line.starts_with("diff --git ")) {
      files_.emplace_back();
      return;
    }
    if (files_.empty())
      return;
    FileChange &file = files_.back();
    if (line.starts_with("@@ -"))
      read_hunk(line.substr(4), file);
    else if (line.starts_with("--- "))
      file.old_path = side_name(line.substr(4));
    else if (line.starts_with("+++ "))
      file.path = side_name(line.substr(4));
    else if (line.starts_with("rename from "))
      file.old_path = unquoted(line.substr(12));
    else if (line.starts_with("rename to "))
      file.path = unquoted(line.substr(10));
  }

  /// "12,3 +14,5 @@ heading", then as many lines as it says: what they hold is not looked at.
  void read_hunk(std::string_view header, FileChange &file) {
    Hunk hunk;
    take_span(header, hunk.old_begin, hunk.old_count);
    if (!header.starts_with(" +"))
      return;
    header.remove_prefix(2);
    take_span(header, hunk.begin, hunk.count);
    uint32_t old_line = hunk.old_begin, line = hunk.begin;
    for (uint32_t old_left = hunk.old_count, left = hunk.count; (old_left > 0 || left > 0) && !rest_.empty();) {
      const std::string_view text = take_line(rest_);
      const char kind = text.empty() ? ' ' : text.front();
      const bool is_old = kind == ' ' || kind == '-', is_new = kind == ' ' || kind == '+';
      if (is_new)
        hunk.lines.push_back({line, is_old ? old_line : 0});
      old_line += is_old;
      old_left -= is_old && old_left > 0;
      line += is_new;
      left -= is_new && left > 0;
    }
    file.hunks.push_back(std::move(hunk));
  }

  std::string_view rest_;
  std::vector<FileChange> files_;
};

// ---- git ----

std::string first_line(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

Failure cannot(std::string_view what, std::string_view help = {}) {
  std::string lines = fmt::format("error: {}\n", escape_for_terminal(what));
  if (!help.empty())
    lines += fmt::format("help: {}\n", escape_for_terminal(help));
  return {lines};
}

/// git in one folder.
class Repository {
public:
  explicit Repository(std::string folder) : folder_(std::move(folder)) {}

  Result<std::string> ask(const std::vector<std::string> &arguments) const {
    Result<ProgramOutput> output = run_git(folder_, arguments);
    if (!output)
      return Failure{output.message()};
    if (output.value().exit_status != 0)
      return Failure{first_line(output.value().err)};
    return std::move(output).value().out;
  }

  /// The answer without its line end.
  Result<std::string> ask_line(const std::vector<std::string> &arguments) const {
    Result<std::string> answer = ask(arguments);
    if (!answer)
      return answer;
    std::string line = std::move(answer).value();
    if (line.ends_with('\n'))
      line.pop_back();
    return line;
  }

  Result<std::string> commit(const std::string &rev) const {
    return ask_line({"rev-parse", "--verify", "--quiet", "--end-of-options", rev + "^{commit}"});
  }

  bool is_shallow() const {
    Result<std::string> said = ask_line({"rev-parse", "--is-shallow-repository"});
    return said && said.value() == "true";
  }

private:
  std::string folder_;
};

constexpr std::string_view kDeepen =
    "the clone is shallow: fetch the whole history (`fetch-depth: 0` of actions/checkout, `GIT_DEPTH: 0` of GitLab CI, "
    "`git fetch --unshallow`)";

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty())
    lines.emplace_back(take_line(text));
  return lines;
}

Failure no_such_rev(const Repository &repository, const std::string &rev) {
  std::string what = fmt::format("git knows no commit `{}`", rev);
  Result<std::string> listed = repository.ask({"for-each-ref", "--format=%(refname:short)"});
  std::vector<std::string> names = listed ? lines_of(listed.value()) : std::vector<std::string>{};
  std::string remote = "origin/" + rev;
  if (std::ranges::find(names, remote) != names.end())
    return cannot(fmt::format("{}; did you mean `{}`?", what, remote));
  std::vector<std::string_view> views(names.begin(), names.end());
  if (std::optional<std::string_view> nearest = nearest_word(rev, views))
    return cannot(fmt::format("{}; did you mean `{}`?", what, *nearest));
  return cannot(what, repository.is_shallow() ? kDeepen : "");
}

/// What is read of the work tree, as pathspecs from the top.
std::vector<std::string> read_files(const std::string &top, const std::string &ledger) {
  return {"--", ":(top,glob)**/*.py", ":(top,literal)" + relative_path(ledger, top)};
}

template <class List> std::vector<std::string> joined(std::vector<std::string> list, const List &more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

/// Nothing of the user's configuration changes the answer.
std::vector<std::string> diff_arguments() {
  return {"-c",
          "core.quotePath=false",
          "-c",
          "diff.renameLimit=5000",
          "diff",
          "--unified=3",
          "--text",
          "--inter-hunk-context=0",
          "--find-renames",
          "--diff-algorithm=default",
          "--indent-heuristic",
          "--no-ext-diff",
          "--no-textconv",
          "--no-color",
          "--no-relative",
          "--src-prefix=a/",
          "--dst-prefix=b/",
          "--ignore-submodules=all"};
}

std::optional<Failure> find_commits(const Repository &repository, const std::string &rev, Change &change) {
  Result<std::string> head = repository.commit("HEAD");
  if (!head)
    return cannot("the repository has no commit yet");
  Result<std::string> base = repository.commit(rev);
  if (!base)
    return no_such_rev(repository, rev);
  change.head = head.value();
  change.base = base.value();
  Result<std::string> merge_base = repository.ask_line({"merge-base", change.head, change.base});
  if (!merge_base)
    return cannot(fmt::format("HEAD and `{}` have no commit in common", rev),
                  repository.is_shallow() ? kDeepen : "name the branch that this one left");
  change.merge_base = merge_base.value();
  return std::nullopt;
}

std::optional<Failure> find_files(const Repository &repository, const std::string &ledger, Change &change) {
  std::vector<std::string> what = read_files(change.top, ledger);
  Result<std::string> diff = repository.ask(joined(joined(diff_arguments(), std::vector{change.merge_base}), what));
  if (!diff)
    return cannot(fmt::format("git cannot tell the change: {}", diff.message()));
  for (FileChange &file : parse_diff(diff.value())) {
    if (!file.path.empty() && !file.old_path.empty() && file.path != file.old_path)
      change.renamed[file.old_path] = file.path;
    if (!file.path.empty()) {
      std::string path = file.path;
      change.files[path] = std::move(file);
    }
  }
  Result<std::string> dirty = repository.ask(
      joined(std::vector<std::string>{"diff", "--name-only", "-z", "--ignore-submodules=all", "HEAD"}, what));
  change.is_committed = dirty && dirty.value().empty();
  return std::nullopt;
}

/// CIs check out the merge that they make of a branch and its target.
void find_merged(const Repository &repository, const std::vector<std::string> &what, Change &change) {
  Result<std::string> merged = repository.commit("HEAD^2");
  if (!merged)
    return;
  change.merged = merged.value();
  Result<std::string> names = repository.ask(joined(
      std::vector<std::string>{"diff", "--name-only", "-z", "--no-renames", "--no-relative", change.merged, "HEAD"},
      what));
  std::string_view rest = names ? std::string_view(names.value()) : "";
  for (size_t begin = 0; begin < rest.size();) {
    size_t end = std::min(rest.find('\0', begin), rest.size());
    change.merged_otherwise.emplace(rest.substr(begin, end - begin));
    begin = end + 1;
  }
}

void find_submodules(const Repository &repository, Change &change) {
  // MODE SP OBJECT SP STAGE TAB PATH NUL
  Result<std::string> listed = repository.ask({"ls-files", "--stage", "-z", "--full-name", "--", ":(top)"});
  std::string_view entries = listed ? std::string_view(listed.value()) : "";
  for (size_t begin = 0; begin < entries.size();) {
    size_t end = std::min(entries.find('\0', begin), entries.size());
    std::string_view entry = entries.substr(begin, end - begin);
    if (size_t tab = entry.find('\t'); entry.starts_with("160000 ") && tab != std::string_view::npos)
      change.submodules.emplace_back(entry.substr(tab + 1));
    begin = end + 1;
  }
}

} // namespace

const HunkLine *FileChange::shown_line(uint32_t line) const {
  for (const Hunk &hunk : hunks) {
    auto found = std::ranges::lower_bound(hunk.lines, line, {}, &HunkLine::line);
    if (found != hunk.lines.end() && found->line == line)
      return &*found;
  }
  return nullptr;
}

bool FileChange::is_added(uint32_t line) const {
  const HunkLine *shown = shown_line(line);
  return shown && shown->old_line == 0;
}

uint32_t FileChange::old_line(uint32_t line) const {
  if (old_path.empty())
    return 0;
  if (const HunkLine *shown = shown_line(line))
    return shown->old_line;
  int64_t shift = 0;
  for (const Hunk &hunk : hunks)
    if (hunk.begin < line)
      shift += static_cast<int64_t>(hunk.old_count) - static_cast<int64_t>(hunk.count);
  int64_t old = static_cast<int64_t>(line) + shift;
  return old > 0 ? static_cast<uint32_t>(old) : 0;
}

bool FileChange::shows_together(uint32_t first, uint32_t last) const {
  return std::ranges::any_of(hunks, [&](const Hunk &hunk) {
    return !hunk.lines.empty() && hunk.lines.front().line <= first && last <= hunk.lines.back().line;
  });
}

std::vector<FileChange> parse_diff(std::string_view diff) { return DiffReader(diff).read(); }

Result<Change> change_since(const std::string &rev, const std::string &ledger) {
  Repository repository(parent_folder(ledger));
  Result<std::string> top = repository.ask_line({"rev-parse", "--show-toplevel"});
  if (!top)
    return cannot(fmt::format("`{}` lies in no git repository that can be read: {}", ledger, top.message()),
                  "`review` compares with another commit; `decode-ledger check` needs none");
  Result<std::string> canonical = canonical_path(top.value());
  if (!canonical)
    return cannot(canonical.message());
  Change change;
  change.top = canonical.value();
  if (std::optional<Failure> failure = find_commits(repository, rev, change))
    return std::move(*failure);
  if (std::optional<Failure> failure = find_files(repository, ledger, change))
    return std::move(*failure);
  find_merged(repository, read_files(change.top, ledger), change);
  find_submodules(repository, change);
  return change;
}

} // namespace decode_ledger::driver
