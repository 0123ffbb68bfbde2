#include "driver/review.h"

#include "driver/change.h"
#include "driver/exit_status.h"
#include "driver/find_ledger.h"
#include "driver/findings.h"
#include "driver/output.h"
#include "driver/post.h"
#include "driver/run_and_tell.h"
#include "driver/subtract.h"
#include "report/review.h"
#include "support/files.h"
#include "support/stable_hash.h"
#include "support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace decode_ledger::driver {
namespace {

using diagnostics::Diagnostic;
using diagnostics::Level;
using report::CommentPlace;
using report::Standing;

/// A range of more lines than this is told by its first line.
constexpr uint32_t kMostLines = 20;

// ---- the base ----

struct Base {
  std::vector<FoundThing> things;
  std::vector<std::string> notes;
};

/// The ledger at the base; where there is none that can be read, the head's.
Result<LoadedLedger> ledger_of_base(const source::FileTree &tree, const FoundLedger &found, Base &base) {
  FileContents contents = tree.read(found.path, UINT64_MAX);
  if (contents.state == FileContents::State::Read) {
    ledger::ReadLedger read = ledger::read_ledger(contents.bytes, found.path);
    if (read.errors.empty())
      return LoadedLedger{std::move(read.ledger), std::move(contents.bytes)};
  }
  base.notes.push_back(fmt::format("the base has no ledger{}: it is judged by `{}` of this tree",
                                   contents.state == FileContents::State::Read ? " that can be read" : "",
                                   shown_path(found.path)));
  return load_ledger(found);
}

bool holds_python(const source::FileTree &tree, const std::string &folder) {
  return tree.kind(folder) == PathKind::Folder &&
         std::ranges::any_of(tree.files_below(folder), [](const std::string &path) { return path.ends_with(".py"); });
}

/// "error: …" with its line end, as a part of a sentence.
std::string_view sentence_of(std::string_view message) {
  constexpr std::string_view kError = "error: ";
  if (message.starts_with(kError))
    message.remove_prefix(kError.size());
  return message.substr(0, message.find('\n'));
}

/// A root that the branch has made is none at the base: without it the base's own folders are found.
void drop_missing_roots(const source::FileTree &tree, const FoundLedger &found, ledger::Ledger &ledger) {
  std::erase_if(ledger.roots, [&](const std::string &root) {
    return tree.kind(root.starts_with('/') ? root : join_path(found.folder, root)) != PathKind::Folder;
  });
}

/// Fails with whole lines for stderr.
Result<Base> analyse_base(const Options &options, const Change &change, const FoundLedger &found) {
  Result<source::FileTree> tree =
      source::FileTree::of_commit(change.top, change.merge_base, {relative_path(found.path, change.top)});
  if (!tree)
    return Failure{fmt::format("error: {}\n", escape_for_terminal(tree.message()))};
  Base base;
  if (!holds_python(tree.value(), found.folder))
    return base;
  CommittedInput input;
  input.tree = &tree.value();
  input.found = found;
  Result<LoadedLedger> ledger = ledger_of_base(tree.value(), found, base);
  if (!ledger)
    return Failure{ledger.message()};
  input.ledger = std::move(ledger).value();
  drop_missing_roots(tree.value(), found, input.ledger.ledger);
  Options of_base = options;
  of_base.paths.clear();
  Result<std::unique_ptr<Run>> run = analyse_commit(of_base, Stage::Verdicts, input);
  if (!run) {
    base.notes.push_back("the base cannot be analysed, so every finding counts as new: " +
                         std::string(sentence_of(run.message())));
    return base;
  }
  base.things = found_things(*run.value(), collect_findings(*run.value(), of_base), change.top);
  return base;
}

// ---- places ----

struct Lines {
  std::string path; ///< from the top
  uint32_t first = 0, last = 0;
};

class Places {
public:
  Places(const Run &run, const Change &change) : run_(run), change_(change) {}

  Lines lines_of(const SourceRange &range) const {
    const source::SourceFile &file = run_.sources->file(range.file);
    const uint32_t first = git_line(file.text, range.begin).first;
    const uint32_t last = range.end > range.begin ? git_line(file.text, range.end - 1).first : first;
    return {path_from_top(run_, change_.top, file.path), first, last};
  }

  Lines primary(const Diagnostic &d) const {
    if (d.range.valid())
      return lines_of(d.range);
    return {path_from_top(run_, change_.top, run_.ledger_shown), d.ledger.line, d.ledger.line};
  }

  /// The places behind the finding's own, each once. A stale entry has none: it names neighbours that it may have meant.
  std::vector<Lines> chain(const Diagnostic &d) const {
    std::vector<SourceRange> seen{d.range};
    std::vector<Lines> lines;
    if (d.rule == diagnostics::Rule::StaleEntry)
      return lines;
    for (const auto *places : {&d.related, &d.excerpt})
      for (const diagnostics::Place &place : *places)
        if (place.range.valid() && std::ranges::find(seen, place.range) == seen.end()) {
          seen.push_back(place.range);
          lines.push_back(lines_of(place.range));
        }
    return lines;
  }

  bool is_on_added_line(const Lines &lines) const {
    const FileChange *file = file_of(lines);
    for (uint32_t line = lines.first; file && line <= lines.last; ++line)
      if (file->is_added(line))
        return true;
    return false;
  }

  /// The chain of a guard's or a handler's finding is what it is about. Behind a site without an entry it tells where
  /// tokenizer and ids come from, which changes all the time and changes nothing.
  bool is_touched(const Diagnostic &d) const {
    const bool is_about_chain = d.rule >= diagnostics::Rule::GuardNotOnEveryPath;
    return is_on_added_line(primary(d)) || (is_about_chain && std::ranges::any_of(chain(d), [&](const Lines &lines) {
                                              return is_on_added_line(lines);
                                            }));
  }

  /// Where the comment stands: at the finding's own place, else at the first place of its chain that the change added,
  /// else at the first that a hunk shows. None: nothing of it can be commented on.
  std::optional<CommentPlace> comment_place(const Diagnostic &d) const {
    if (std::optional<CommentPlace> at = on_change(primary(d), true))
      return at;
    const std::vector<Lines> others = chain(d);
    for (const bool added : {true, false})
      for (const Lines &lines : others)
        if (!added || is_on_added_line(lines))
          if (std::optional<CommentPlace> at = on_change(lines, false))
            return at;
    return std::nullopt;
  }

private:
  const FileChange *file_of(const Lines &lines) const {
    const auto found = change_.files.find(lines.path);
    return found == change_.files.end() ? nullptr : &found->second;
  }

  std::optional<CommentPlace> on_change(const Lines &lines, bool is_primary) const {
    const FileChange *file = file_of(lines);
    if (!file)
      return std::nullopt;
    CommentPlace at{lines.path, file->old_path.empty() ? lines.path : file->old_path, lines.first, lines.last, 0,
                    is_primary};
    if (lines.last - lines.first >= kMostLines || !file->shows_together(lines.first, lines.last))
      at.first_line = at.line = first_shown(*file, lines);
    const HunkLine *shown = file->shown_line(at.line);
    if (!shown)
      return std::nullopt;
    at.old_line = shown->old_line;
    return at;
  }

  static uint32_t first_shown(const FileChange &file, const Lines &lines) {
    for (uint32_t line = lines.first; line <= lines.last; ++line)
      if (file.shown_line(line))
        return line;
    return lines.first;
  }

  const Run &run_;
  const Change &change_;
};

// ---- the review ----

/// Markers tell findings apart by rule, fingerprint and what they speak of; of equal ones by their order.
class Markers {
public:
  std::string next(const FoundThing &thing) {
    const std::string subject = hash_text(stable_hash(thing.subject));
    std::string marker = fmt::format("{}:{}:{}", diagnostics::rule_code(thing.rule),
                                     thing.fingerprint.empty() ? "-" : thing.fingerprint, subject);
    const unsigned number = ++given_[marker];
    return number == 1 ? marker : fmt::format("{}:{}", marker, number);
  }

private:
  std::map<std::string, unsigned> given_;
};

void add_findings(const Run &run, const Change &change, const report::Findings &findings,
                  const std::vector<FoundThing> &things, const Subtraction &subtraction, report::Review &review) {
  Places places(run, change);
  Markers markers;
  for (size_t i = 0; i < findings.shown.size(); ++i) {
    const Diagnostic &d = findings.shown[i];
    std::string marker = markers.next(things[i]);
    // What the change touched without bringing it is told where it can break a run.
    if (subtraction.known[i] && (d.level < Level::Warning || !places.is_touched(d)))
      continue;
    report::ReviewFinding found;
    found.finding = d;
    found.standing = subtraction.known[i] ? Standing::Touched : Standing::New;
    if (d.level >= Level::Warning)
      found.at = places.comment_place(d);
    found.marker = std::move(marker);
    review.findings.push_back(std::move(found));
  }
}

/// An entry of the ledger that is now told under another rule is not settled.
bool is_told_otherwise(const std::vector<FoundThing> &things, const FoundThing &gone) {
  return std::ranges::any_of(things, [&](const FoundThing &thing) {
    return thing.path == gone.path && !thing.told_subject.empty() && thing.told_subject == gone.told_subject;
  });
}

/// With PATHs the base's findings elsewhere are nobody's news.
bool is_in_scope(const Options &options, const Change &change, const FoundThing &gone) {
  if (options.paths.empty())
    return true;
  const std::string path = join_path(change.top, gone.path);
  return std::ranges::any_of(options.paths, [&](const std::string &named) {
    Result<std::string> canonical = canonical_path(named);
    return canonical && is_at_or_below(path, canonical.value());
  });
}

report::Review make_review(const Options &options, const Run &run, const Change &change, const Base &base) {
  const report::Findings findings = collect_findings(run, options);
  const std::vector<FoundThing> things = found_things(run, findings, change.top);
  const Subtraction subtraction = subtract(things, base.things, change);
  report::Review review;
  review.base_named = options.base;
  review.base = change.base;
  review.merge_base = change.merge_base;
  review.head = change.head;
  review.ledger_shown = findings.ledger_shown;
  review.ledger_text = findings.ledger_text;
  review.from_top = folder_from_top(run);
  review.ignored = findings.ignored;
  add_findings(run, change, findings, things, subtraction, review);
  for (size_t i = 0; i < base.things.size(); ++i)
    if (const FoundThing &gone = base.things[i];
        subtraction.gone[i] && is_in_scope(options, change, gone) && !is_told_otherwise(things, gone))
      review.settled.push_back({gone.rule, gone.told_subject, fmt::format("{}:{}", gone.path, gone.line)});
  return review;
}

/// A submodule is a repository of its own: its lines are not in the change, and the base does not have them.
Options without_submodules(const Options &options, const Change &change, const FoundLedger &found) {
  Options narrowed = options;
  for (const std::string &submodule : change.submodules) {
    const std::string folder = join_path(change.top, submodule);
    if (!is_at_or_below(folder, found.folder))
      continue;
    std::string glob = "/";
    for (char c : relative_path(folder, found.folder)) {
      if (std::string_view("*?[]\\!").find(c) != std::string_view::npos)
        glob += '\\';
      glob += c;
    }
    narrowed.extend_exclude.push_back(glob);
  }
  if (!change.submodules.empty())
    note(options, fmt::format("{} left out: `check` run inside reviews it",
                              change.submodules.size() == 1 ? "a submodule is" : "submodules are"));
  return narrowed;
}

bool fails(const Options &options, const report::Review &review) {
  return !options.exit_zero && std::ranges::any_of(review.findings, [&](const report::ReviewFinding &found) {
    return found.standing == Standing::New && found.finding.level >= options.fail_on;
  });
}

} // namespace

int review(const Options &options) {
  Result<FoundLedger> found = find_ledger(options);
  if (!found) {
    write_err(found.message());
    return kCannotRun;
  }
  if (found.value().path.empty()) {
    const Run *run = analysed(options, Stage::Traces);
    return run ? say_no_ledger(*run) : kCannotRun;
  }
  if (const std::string why = why_not_post(options); !why.empty()) {
    write_err(why);
    return kCannotRun;
  }
  Result<Change> change = change_since(options.base, found.value().path);
  if (!change) {
    write_err(change.message());
    return kCannotRun;
  }
  const Options narrowed = without_submodules(options, change.value(), found.value());
  Result<Base> base = analyse_base(narrowed, change.value(), found.value());
  if (!base) {
    write_err(base.message());
    return kCannotRun;
  }
  for (const std::string &text : base.value().notes)
    note(options, text);
  const Run *run = analysed(narrowed, Stage::Verdicts);
  if (run == nullptr)
    return kCannotRun;
  const report::Review made = make_review(narrowed, *run, change.value(), base.value());
  const int status = finish(options, report::review_in(options.format, run->analysis(), made, style_of(options)),
                            fails(options, made) ? kFindings : kClean);
  if (!options.post)
    return status;
  return post_review(options, change.value(), run->analysis(), made) ? status : kCannotRun;
}

} // namespace decode_ledger::driver
