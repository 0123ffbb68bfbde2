#include "driver/findings.h"

#include "support/git.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>

namespace decode_ledger::driver {
namespace {

using diagnostics::Diagnostic;
using diagnostics::Level;
using diagnostics::Rule;

/// Places of damage that one finding lists: a file in another language has one a line.
constexpr size_t kMostPlaces = 5;

Diagnostic finding(Rule rule, SourceRange range, std::string message) {
  Diagnostic diagnostic;
  diagnostic.rule = rule;
  diagnostic.level = diagnostics::rule_entry(rule).level;
  diagnostic.range = range;
  diagnostic.message = std::move(message);
  return diagnostic;
}

Diagnostic not_read(FileId id, const source::SourceFile &file) {
  Diagnostic diagnostic =
      finding(Rule::FileNotRead, {id, 0, 0}, fmt::format("the file was not read: {}", file.problem));
  diagnostic.help.push_back(
      "mend the file, or leave it out on purpose: `exclude` in [package] of the ledger, or --exclude");
  return diagnostic;
}

std::vector<SourceRange> damaged_ranges(FileId id, const parser::SyntaxTree &tree, bool too_deep) {
  std::vector<SourceRange> ranges;
  for (const parser::Damage &damage : tree.damage())
    if (damage.too_deep == too_deep)
      ranges.push_back({id, damage.begin, damage.end});
  return ranges;
}

std::string counted_places(size_t count) { return count == 1 ? "one place" : fmt::format("{} places", count); }

void add_places(const std::vector<SourceRange> &ranges, std::string_view text, Diagnostic &diagnostic) {
  for (size_t i = 0; i < std::min(ranges.size(), kMostPlaces); ++i)
    diagnostic.excerpt.push_back({ranges[i], std::string(text)});
}

Diagnostic not_fully_parsed(const std::vector<SourceRange> &ranges) {
  Diagnostic diagnostic =
      finding(Rule::FileNotFullyParsed, ranges.front(),
              fmt::format("this is no Python that the grammar reads, in {} of this file; the rest of "
                          "the file counts",
                          counted_places(ranges.size())));
  add_places(ranges, "not read", diagnostic);
  return diagnostic;
}

Diagnostic too_deep(const std::vector<SourceRange> &ranges) {
  Diagnostic diagnostic =
      finding(Rule::BoundReached, ranges.front(),
              fmt::format("nested more than {} deep: what lies inside is not read", parser::kMaxDepth));
  add_places(ranges, "not read", diagnostic);
  return diagnostic;
}

void add_damage(const Run &run, FileId id, std::vector<Diagnostic> &findings) {
  const parser::SyntaxTree &tree = run.model->tree(id);
  if (std::vector<SourceRange> ranges = damaged_ranges(id, tree, false); !ranges.empty())
    findings.push_back(not_fully_parsed(ranges));
  if (std::vector<SourceRange> ranges = damaged_ranges(id, tree, true); !ranges.empty())
    findings.push_back(too_deep(ranges));
}

/// One finding for each bound: it is reached in heaps or not at all, and every place has the same remedy.
void add_bounds(const Run &run, std::vector<Diagnostic> &findings) {
  std::map<std::string, std::vector<SourceRange>> reached;
  for (const dataflow::BoundReached &bound : run.query->bounds_reached())
    reached[bound.bound].push_back(run.model->range(bound.where));
  for (auto &[bound, ranges] : reached) {
    std::ranges::sort(ranges);
    Diagnostic diagnostic = finding(
        Rule::BoundReached, ranges.front(),
        fmt::format("the analysis stopped at its bound `{}` for {}: what depends on it is "
                    "told as unknown",
                    bound,
                    ranges.size() == 1 ? "this question" : fmt::format("{} questions, this one first", ranges.size())));
    diagnostic.excerpt.push_back({ranges.front(), "stopped here"});
    for (size_t i = 1; i < std::min(ranges.size(), kMostPlaces); ++i)
      diagnostic.related.push_back({ranges[i], "stopped here, too"});
    findings.push_back(std::move(diagnostic));
  }
}

// ---- levels, filters, order ----

std::optional<Level> level_set(const Run &run, Rule rule) {
  if (run.ledger)
    for (const ledger::RuleSetting &setting : run.ledger->rules)
      if (setting.rule == rule)
        return setting.level;
  return std::nullopt;
}

/// [rules] sets the level that the rule has by default. A finding that is told lower than that, as a note on an exempt
/// site, is not raised by it.
void apply_level(const Run &run, Diagnostic &diagnostic) {
  std::optional<Level> set = level_set(run, diagnostic.rule);
  if (!set)
    return;
  bool lowered = diagnostic.level < diagnostics::rule_entry(diagnostic.rule).level;
  diagnostic.level = lowered ? std::min(diagnostic.level, *set) : *set;
}

bool is_off(const Options &options, const Diagnostic &diagnostic) {
  if (diagnostic.level == Level::Off)
    return true;
  if (std::ranges::find(options.ignore, diagnostic.rule) != options.ignore.end())
    return true;
  return !options.select.empty() && std::ranges::find(options.select, diagnostic.rule) == options.select.end();
}

bool is_shown(const Run &run, const Diagnostic &diagnostic) {
  return !diagnostic.range.valid() || run.sources->file(diagnostic.range.file).reported;
}

void sort(const Run &run, std::vector<Diagnostic> &findings) {
  auto key = [&](const Diagnostic &d) {
    // Offsets order as lines and columns do. The ledger is a file among the others.
    std::string_view path = d.range.valid() ? run.sources->file(d.range.file).path : run.ledger_shown;
    uint32_t first = d.range.valid() ? d.range.begin : d.ledger.line;
    uint32_t second = d.range.valid() ? 0 : d.ledger.column;
    return std::tuple(path, first, second, d.rule, std::string_view(d.message));
  };
  std::ranges::stable_sort(findings, [&](const Diagnostic &a, const Diagnostic &b) { return key(a) < key(b); });
}

} // namespace

std::vector<Diagnostic> input_findings(const Run &run) {
  std::vector<Diagnostic> findings;
  for (size_t i = 0; i < run.sources->files.size(); ++i) {
    const source::SourceFile &file = run.sources->files[i];
    if (file.state == source::ReadState::NotRead)
      findings.push_back(not_read(FileId{i}, file));
    else
      add_damage(run, FileId{i}, findings);
  }
  add_bounds(run, findings);
  return findings;
}

report::Findings collect_findings(const Run &run, const Options &options) {
  std::vector<Diagnostic> all = input_findings(run);
  if (run.verdicts)
    all.insert(all.end(), run.verdicts->diagnostics.begin(), run.verdicts->diagnostics.end());

  report::Findings findings;
  findings.ledger_shown = run.ledger_shown;
  findings.ledger_text = run.ledger_text;
  std::map<Rule, size_t> ignored;
  for (Diagnostic &diagnostic : all) {
    if (!is_shown(run, diagnostic))
      continue;
    apply_level(run, diagnostic);
    if (is_off(options, diagnostic))
      ++ignored[diagnostic.rule];
    else
      findings.shown.push_back(std::move(diagnostic));
  }
  findings.ignored.assign(ignored.begin(), ignored.end());
  sort(run, findings.shown);
  return findings;
}

std::string folder_from_top(const Run &run) {
  Result<ProgramOutput> output = run_git(run.sources->base, {"rev-parse", "--show-prefix"});
  if (!output || output.value().exit_status != 0)
    return {};
  std::string path = std::move(output).value().out;
  if (path.ends_with('\n'))
    path.pop_back();
  return path;
}

bool any_at(const report::Findings &findings, Level level) {
  return std::ranges::any_of(findings.shown, [level](const Diagnostic &d) { return d.level >= level; });
}

} // namespace decode_ledger::driver
