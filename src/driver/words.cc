// What the flags say, checked and turned into options: formats, levels, rules, dates, numbers, arguments.

#include "driver/words.h"

#include "driver/completions.h"
#include "driver/exit_status.h"
#include "support/check.h"
#include "support/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <map>

namespace decode_ledger::driver {
namespace {

using diagnostics::Level;
using diagnostics::Rule;
using report::Format;

const std::map<std::string_view, Print> &print_names() {
  static const std::map<std::string_view, Print> kNames = {{"files", Print::Files},
                                                           {"syntax", Print::Syntax},
                                                           {"module-model", Print::ModuleModel},
                                                           {"package-model", Print::PackageModel},
                                                           {"call-graph", Print::CallGraph},
                                                           {"cfg", Print::Cfg},
                                                           {"sites", Print::Sites},
                                                           {"guards", Print::Guards},
                                                           {"traces", Print::Traces},
                                                           {"verdicts", Print::Verdicts}};
  return kNames;
}

/// More threads than any machine has cores gain nothing and may be more than the system grants.
constexpr unsigned kMostJobs = 512;

/// "`trace` and `graph`"; "a later version".
std::string commands_with(Format format) {
  std::vector<std::string> commands;
  for (const auto &[command, name] : kCommands)
    if (std::ranges::find(formats_of(command), format) != formats_of(command).end())
      commands.push_back(fmt::format("`{}`", name));
  if (commands.empty())
    return "a later version";
  std::string last = commands.back();
  commands.pop_back();
  return commands.empty() ? last : fmt::format("{} and {}", fmt::join(commands, ", "), last);
}

std::optional<EarlyExit> read_format(const Words &words, Options &options) {
  if (words.format.empty())
    return std::nullopt;
  std::span<const Format> formats = formats_of(options.command);
  std::optional<Format> format = report::find_format(words.format);
  if (format && std::ranges::find(formats, *format) != formats.end()) {
    options.format = *format;
    return std::nullopt;
  }
  std::vector<std::string_view> names = names_of(formats);
  if (format)
    return usage_error(fmt::format("`{}` is a format of {}; here are {}", words.format, commands_with(*format),
                                   fmt::join(names, ", ")));
  return usage_error(fmt::format("there is no format `{}`{}", words.format, did_you_mean(words.format, names)));
}

std::optional<EarlyExit> read_print(const Words &words, Options &options) {
  if (words.print.empty())
    return std::nullopt;
  auto found = print_names().find(words.print);
  if (found != print_names().end()) {
    options.print = found->second;
    return std::nullopt;
  }
  std::vector<std::string_view> names = print_words();
  return usage_error(fmt::format("there is nothing to print by the name `{}`{}; known are {}", words.print,
                                 did_you_mean(words.print, names), fmt::join(names, ", ")));
}

std::optional<EarlyExit> read_when(std::string_view flag, const std::string &word, When &when) {
  if (word.empty() || word == "auto")
    return std::nullopt;
  if (word != "always" && word != "never")
    return usage_error(fmt::format("`{}` takes auto, always or never, not `{}`", flag, word));
  when = word == "always" ? When::Always : When::Never;
  return std::nullopt;
}

std::optional<EarlyExit> read_levels(const Words &words, Options &options) {
  if (!words.fail_on.empty()) {
    std::optional<Level> level = diagnostics::find_level(words.fail_on);
    if (!level || *level == Level::Off)
      return usage_error(fmt::format("`--fail-on` takes error, warning or note, not `{}`", words.fail_on));
    options.fail_on = *level;
  }
  if (std::optional<EarlyExit> bad = read_when("--color", words.colour, options.colour))
    return bad;
  return read_when("--hyperlinks", words.links, options.links);
}

std::optional<EarlyExit> read_graph_words(const Words &words, Options &options) {
  if (words.depth.empty())
    return std::nullopt;
  if (options.around.empty())
    return usage_error("`--depth` counts calls away from what `--around` names");
  const char *end = words.depth.data() + words.depth.size();
  auto [read_to, failure] = std::from_chars(words.depth.data(), end, options.depth.emplace());
  if (failure != std::errc{} || read_to != end)
    return usage_error(fmt::format("`--depth` takes a number of calls, not `{}`", words.depth));
  return std::nullopt;
}

std::optional<EarlyExit> read_jobs(const Words &words, Options &options) {
  if (words.jobs.empty())
    return std::nullopt;
  const char *end = words.jobs.data() + words.jobs.size();
  auto [read_to, failure] = std::from_chars(words.jobs.data(), end, options.jobs);
  if (failure != std::errc{} || read_to != end || options.jobs > kMostJobs)
    return usage_error(fmt::format("`--jobs` takes a number from 0 to {}, not `{}`", kMostJobs, words.jobs));
  return std::nullopt;
}

std::string upper(std::string word) {
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return 'a' <= c && c <= 'z' ? c - 32 : c; });
  return word;
}

/// Rules named by code, prefix of codes, or name. Empty: none is.
std::vector<Rule> rules_by(const std::string &word) {
  if (std::optional<Rule> rule = diagnostics::find_rule(word))
    return {*rule};
  std::vector<Rule> rules;
  if (std::string prefix = upper(word); prefix.starts_with("DL"))
    for (const diagnostics::RuleEntry &entry : diagnostics::rules())
      if (diagnostics::rule_code(entry.rule).starts_with(prefix))
        rules.push_back(entry.rule);
  return rules;
}

std::optional<EarlyExit> read_rules(const std::vector<std::string> &words, std::vector<Rule> &rules) {
  for (const std::string &word : words) {
    std::vector<Rule> named = rules_by(word);
    if (named.empty()) {
      std::vector<std::string_view> names;
      for (const diagnostics::RuleEntry &entry : diagnostics::rules())
        names.push_back(entry.name);
      return usage_error(
          fmt::format("there is no rule `{}`{} (`decode-ledger rules` lists them)", word, did_you_mean(word, names)));
    }
    rules.insert(rules.end(), named.begin(), named.end());
  }
  return std::nullopt;
}

/// A day of the calendar as YYYY-MM-DD.
bool is_date(std::string_view text) {
  constexpr std::string_view kShape = "0000-00-00";
  bool has_shape = text.size() == kShape.size() && std::ranges::equal(text, kShape, [](char c, char shape) {
                     return shape == '0' ? '0' <= c && c <= '9' : c == shape;
                   });
  if (!has_shape)
    return false;
  auto number = [&](size_t from, size_t length) {
    unsigned value = 0;
    std::from_chars(text.data() + from, text.data() + from + length, value);
    return value;
  };
  return std::chrono::year_month_day(std::chrono::year(static_cast<int>(number(0, 4))),
                                     std::chrono::month(number(5, 2)), std::chrono::day(number(8, 2)))
      .ok();
}

std::optional<EarlyExit> read_dates(const Options &options) {
  for (auto [flag, date] : {std::pair("--today", &options.today), std::pair("--reviewed-on", &options.reviewed_on),
                            std::pair("--expires-on", &options.expires_on)})
    if (!date->empty() && !is_date(*date))
      return usage_error(fmt::format("`{}` takes a date as YYYY-MM-DD, not `{}`", flag, *date));
  return std::nullopt;
}

std::optional<EarlyExit> read_patience(const Words &words, Options &options) {
  if (words.patience.empty())
    return std::nullopt;
  constexpr unsigned kLongest = 24 * 60 * 60;
  unsigned seconds = 0;
  const char *end = words.patience.data() + words.patience.size();
  auto [read_to, failure] = std::from_chars(words.patience.data(), end, seconds);
  if (failure != std::errc{} || read_to != end || seconds > kLongest)
    return usage_error(
        fmt::format("`--wait` takes a number of seconds from 0 to {}, not `{}`", kLongest, words.patience));
  options.patience = seconds;
  return std::nullopt;
}

std::optional<EarlyExit> read_shell(const std::vector<std::string> &words, Options &options) {
  std::vector<std::string_view> names(shell_names().begin(), shell_names().end());
  if (words.size() != 1)
    return usage_error(fmt::format("`completions` needs one shell: {}", fmt::join(names, ", ")));
  std::optional<Shell> shell = find_shell(words.front());
  if (!shell)
    return usage_error(fmt::format("there are no completions for `{}`{} (there are for {})", words.front(),
                                   did_you_mean(words.front(), names), fmt::join(names, ", ")));
  options.shell = *shell;
  return std::nullopt;
}

} // namespace

EarlyExit usage_error(std::string message) {
  return {kCannotRun, {}, fmt::format("error: {}\n", escape_for_terminal(message))};
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view> &candidates) {
  std::optional<std::string_view> nearest = nearest_word(word, candidates);
  return nearest ? fmt::format("; did you mean `{}`?", *nearest) : "";
}

Command command_named(std::string_view name) {
  const auto *found = std::ranges::find(kCommands, name, &std::pair<Command, std::string_view>::second);
  DL_CHECK(found != kCommands.end());
  return found->first;
}

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names;
  for (const auto &[command, name] : kCommands)
    names.push_back(name);
  return names;
}

std::vector<std::string_view> print_words() {
  std::vector<std::string_view> names;
  for (const auto &[name, print] : print_names())
    names.push_back(name);
  return names;
}

std::span<const Format> formats_of(Command command) {
  using enum Format;
  static constexpr std::array kPlain = {Text, Json};
  static constexpr std::array kChecked = {Text,   Json,  Jsonl,      Sarif,    Github, Gitlab,
                                          Rdjson, Junit, Checkstyle, Markdown, Csv};
  static constexpr std::array kReviewed = {Text, Json, Markdown, Rdjson, GithubReview, GitlabDiscussion};
  static constexpr std::array kListed = {Text, Json, Jsonl, Markdown, Csv, Html};
  static constexpr std::array kTraced = {Text, Json, Jsonl, Dot, Svg};
  static constexpr std::array kDrawn = {Text, Json, Dot, Svg};
  switch (command) {
  case Command::Check:
    return kChecked;
  case Command::Inventory:
    return kListed;
  case Command::Review:
    return kReviewed;
  case Command::Trace:
    return kTraced;
  case Command::Graph:
    return kDrawn;
  default:
    return kPlain;
  }
}

std::vector<std::string_view> names_of(std::span<const Format> formats) {
  std::vector<std::string_view> names;
  for (Format format : formats)
    names.push_back(report::format_name(format));
  return names;
}

std::optional<EarlyExit> read_words(const Words &words, Options &options) {
  if (std::optional<EarlyExit> bad = read_format(words, options))
    return bad;
  if (std::optional<EarlyExit> bad = read_print(words, options))
    return bad;
  if (std::optional<EarlyExit> bad = read_levels(words, options))
    return bad;
  if (std::optional<EarlyExit> bad = read_jobs(words, options))
    return bad;
  if (std::optional<EarlyExit> bad = read_graph_words(words, options))
    return bad;
  if (std::optional<EarlyExit> bad = read_rules(words.select, options.select))
    return bad;
  if (std::optional<EarlyExit> bad = read_rules(words.ignore, options.ignore))
    return bad;
  if (std::optional<EarlyExit> bad = read_dates(options))
    return bad;
  if (std::optional<EarlyExit> bad = read_patience(words, options))
    return bad;
  if (options.statistics && options.format != Format::Text && options.format != Format::Json)
    return usage_error("`--statistics` gives text or json");
  if (options.print != Print::None && options.format != Format::Text)
    return usage_error("`--print` gives text alone; leave `--format` out");
  if (!words.exclude.empty())
    options.exclude = words.exclude;
  options.extend_exclude = words.extend_exclude;
  options.respect_gitignore = !words.no_gitignore;
  options.quiet = words.quiet;
  options.verbose = words.verbose;
  return std::nullopt;
}

namespace {

/// `-` is stdin, which has no name but the one that --stdin-filename gives it; findings are told for that file.
std::optional<EarlyExit> read_paths(std::vector<std::string> given, Options &options) {
  bool names_stdin = std::erase(given, "-") != 0;
  if (names_stdin && options.stdin_filename.empty())
    return usage_error("`-` is stdin: which file it stands for is said by `--stdin-filename FILE`");
  if (!options.stdin_filename.empty() && !given.empty())
    return usage_error("`--stdin-filename` reads one file from stdin, and takes no other PATH than `-`");
  options.paths = std::move(given);
  if (!options.stdin_filename.empty())
    options.paths.push_back(options.stdin_filename);
  return std::nullopt;
}

} // namespace

std::optional<EarlyExit> read_positionals(const Words &words, Options &options) {
  std::vector<std::string> given = words.positionals;
  switch (options.command) {
  case Command::Trace:
    if (!options.all && given.empty())
      return usage_error(
          "`trace` needs a SITE (`module:scope:call#nth`, `file.py:LINE`, or a unique part of it), or `--all`");
    if (!options.all) {
      options.site = given.front();
      given.erase(given.begin());
    }
    options.paths = std::move(given);
    return std::nullopt;
  case Command::Exempt:
    if (given.size() != 1)
      return usage_error("`exempt` needs one SITE: `module:scope:call#nth`, `file.py:LINE`, or a unique part of it");
    options.site = given.front();
    return std::nullopt;
  case Command::Explain:
    if (std::optional<EarlyExit> bad = read_rules(given, options.select))
      return bad;
    if (options.select.size() != 1)
      return usage_error("`explain` needs the code of one rule, as in `decode-ledger explain DL301`");
    return std::nullopt;
  case Command::Review:
    if (options.base.empty())
      return usage_error("`review` needs `--base REV`: the branch or commit to compare with, such as `origin/main`");
    options.paths = std::move(given);
    return std::nullopt;
  case Command::Rules:
    return read_rules(given, options.select);
  case Command::Completions:
    return read_shell(given, options);
  case Command::Manual:
    return given.empty() ? std::nullopt : std::optional(usage_error("`man` takes no argument"));
  default:
    return read_paths(std::move(given), options);
  }
}

} // namespace decode_ledger::driver
