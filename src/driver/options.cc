// CLI11 reads flags and their arguments into words, here alone; which command is meant, and what a misspelt one may have
// been, is told here. words.cc makes options of the words.

#include "driver/words.h"

#include "driver/around.h"
#include "driver/command_line.h"
#include "driver/exit_status.h"
#include "support/text.h"
#include "support/version.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace decode_ledger::driver {
namespace {

constexpr std::array<std::string_view, 6> kLaterCommands = {"guard", "probe", "logs", "run", "devices", "lsp"};
constexpr std::string_view kExitStatuses =
    "exit status: 0 nothing at error level, 1 findings at error level, 2 it could not do its job";

constexpr std::string_view kStartHelp =
    R"(  decode-ledger inventory src/        what is there; no ledger is needed
  decode-ledger init -o ledger.toml   a first ledger
  decode-ledger check                 hold the package against it: in CI and as a hook
  decode-ledger COMMAND --help        flags and examples

)";

constexpr std::string_view kCheckHelp =
    R"(  decode-ledger check                              the package of the ledger in this folder or above
  decode-ledger check src/eval.py                  the same analysis, told for one file
  decode-ledger check --select DL3 --statistics    how many of each rule
  decode-ledger check --format sarif -o out.sarif  for code scanning

)";

constexpr std::string_view kInventoryHelp =
    R"(  decode-ledger inventory src/                          every site and its guard; no ledger is needed
  decode-ledger inventory -v src/eval.py                with the evidence
  decode-ledger inventory --format html -o sites.html   a page to read, search and send

)";

constexpr std::string_view kTraceHelp =
    R"(  decode-ledger trace src/eval.py:142                   the site of that line
  decode-ledger trace Judge.run:tok.decode              a part of its name will do, if it is the only one
  decode-ledger trace --all --assume-base               would a fault under BaseException be heard?
  decode-ledger trace eval.py:142 --format svg -o way.svg

)";

constexpr std::string_view kInitHelp =
    R"(  decode-ledger init -o ledger.toml                     what is proven as `guarded`, the rest as `todo`
  decode-ledger init src/                               print one for the package in src/

)";

constexpr std::string_view kRulesHelp =
    R"(  decode-ledger rules DL3                               the rules of handlers
  decode-ledger explain fault-judged-by-text            what one finds, why, and how to settle it

)";

constexpr std::string_view kGraphHelp =
    R"(A call is `resolved` when it may run a function of the package; `external` when what it calls is outside (a builtin,
a library); `possible` when only the name of a method says so; else `unresolved`. json is a bare list: caller, callees.
A ledger is read only if --ledger names it.

  decode-ledger graph src/ --statistics
  decode-ledger graph src/ --around pkg.label.Teacher.label
  decode-ledger graph src/ --around eval.py:142 --depth 3 --format svg -o eval.svg
  decode-ledger graph src/ --format dot | dot -Tpdf -o graph.pdf

)";

constexpr std::string_view kSyncHelp =
    R"(sync writes what the code proves and nothing else: it adds sites that are guarded and heard, re-keys entries whose
function or file was renamed, makes a todo `guarded` once it is proven, and refreshes the fingerprints of guarded
entries. It writes no exemption and no reason, and leaves every other byte of the ledger as it is.

  decode-ledger sync              write it
  decode-ledger sync --check      change nothing; exit with 1 if sync would
  decode-ledger sync --prune      drop entries that match nothing, where their file was read whole

exit status: 0 done, or nothing to do; 1 --check would change something; 2 it could not do its job
)";

constexpr std::string_view kExemptHelp =
    R"(Of a site the categories are sentinel-labels, host-ids, constant-ids, not-a-decode and accepted-risk
(docs/ledger.md says what each claims). Without --category a handler is meant: an except clause, a `suppress` or
whatever else `check` names. An entry that is there gets the decision, its new fingerprint and no word of an older one;
every other byte of the ledger stays.

  decode-ledger exempt src/eval.py:142 --category host-ids --reason "encoded two lines above, never on the device"
  decode-ledger exempt pkg.eval:Judge.run:tok.decode#2 --category accepted-risk --reason "a debug print, read by people" \
                --reviewed-by mira --expires-on 2027-06-30
  decode-ledger exempt src/serve.py:88 --reason "the watchdog that reads /health raises the fault again"

exit status: 0 written; 1 the code shows otherwise than the category says (DL108): nothing is written; 2 it could not do
its job: no such site, a reason that is none, the ledger cannot be written
)";

constexpr std::string_view kCompletionsHelp =
    R"(Where each shell looks by itself, or loaded by its start-up file:

  decode-ledger completions bash > ~/.local/share/bash-completion/completions/decode-ledger
  decode-ledger completions zsh > some folder of $fpath/_decode-ledger
  decode-ledger completions fish > ~/.config/fish/completions/decode-ledger.fish

  source <(decode-ledger completions bash)        in ~/.bashrc; for zsh in ~/.zshrc, after compinit
)";

constexpr std::string_view kReviewHelp =
    R"(The work tree is compared with the merge base of HEAD and REV. What the change brought is told, and what was there
before where the change touches it; docs/review.md says how it is decided.

  decode-ledger review --base origin/main
  decode-ledger review --base origin/main --post          in a workflow of GitHub, or a merge request pipeline of GitLab
  decode-ledger review --base origin/main --format rdjson | reviewdog -f=rdjson -reporter=github-pr-review

With --post the token is taken from DECODE_LEDGER_TOKEN, GITHUB_TOKEN or GITLAB_TOKEN, and what no flag names from the
variables of the CI.

exit status: 0 the change brings nothing at error level; 1 it does; 2 it could not do its job: no git repository, no such
REV, a clone too shallow, a forge that refuses
)";

template <class Candidates> bool holds(const Candidates &candidates, std::string_view word) {
  return std::ranges::find(candidates, word) != candidates.end();
}

// ---- flags ----

void add_list(CLI::App &app, const std::string &flag, std::vector<std::string> &list, const std::string &help,
              const char *placeholder = "LIST") {
  // One value an occurrence: `--exclude a b` would else take the path `b` for a second glob.
  app.add_option(flag, list, help)->delimiter(',')->allow_extra_args(false)->take_all()->type_name(placeholder);
}

void add_output_flags(CLI::App &app, Options &options, Words &words, Command command) {
  std::vector<std::string_view> formats = names_of(formats_of(command));
  std::string_view last = formats.back();
  formats.pop_back();
  app.add_option("--format,--output-format", words.format,
                 fmt::format("{} or {} (default: text)", fmt::join(formats, ", "), last))
      ->type_name("FORMAT");
  app.add_option("-o,--output", options.output, "write the result to FILE, whole or not at all")->type_name("FILE");
}

void add_console_flags(CLI::App &app, Words &words) {
  app.add_flag("-q,--quiet", words.quiet, "the result alone: no summary, no notes");
  app.add_flag("-v,--verbose", words.verbose, "evidence, files that are passed over, times");
  app.add_option("--color", words.colour, "auto, always or never (default: auto)")->type_name("WHEN");
  app.add_option("--hyperlinks", words.links, "places as links to their files: auto, always or never (default: auto)")
      ->type_name("WHEN");
}

void add_ledger_flag(CLI::App &app, Options &options) {
  app.add_option("--ledger", options.ledger, "the ledger (default: ledger.toml in the working folder or above)")
      ->type_name("FILE");
}

void add_jobs_flag(CLI::App &app, Words &words) {
  app.add_option("-j,--jobs", words.jobs, "threads; 0: one a core (default: 0)")->type_name("N");
}

void add_package_flags(CLI::App &app, Options &options, Words &words) {
  add_ledger_flag(app, options);
  add_list(app, "--exclude", words.exclude, "globs to leave out, in place of the ledger's");
  add_list(app, "--extend-exclude", words.extend_exclude, "globs to leave out as well");
  app.add_flag("--force-exclude", options.force_exclude, "leave out excluded files even when they are named");
  app.add_flag("--respect-gitignore", words.gitignore, "leave out what git ignores (the default)");
  app.add_flag("--no-respect-gitignore", words.no_gitignore, "read what git ignores, too");
  app.add_flag("--show-files", options.show_files, "list the files that would be analysed, and stop");
  add_jobs_flag(app, words);
}

/// What is written into a ledger is decided by the ledger and the code: no flag leaves files out of such a run.
void add_write_flags(CLI::App &app, Options &options, Words &words) {
  add_ledger_flag(app, options);
  app.add_option("--wait", words.patience, "seconds to wait for another run that writes the ledger (default: 60)")
      ->type_name("SECONDS");
  app.add_option("--today", options.today, "the day that `expires-on` is held against, YYYY-MM-DD")->type_name("DATE");
  add_jobs_flag(app, words);
}

void add_print(CLI::App &app, Words &words) {
  app.add_option("--print", words.print,
                 "print what one room made of the package: files, syntax, module-model, package-model, call-graph, "
                 "cfg, sites, guards, traces or verdicts")
      ->type_name("ROOM");
}

void add_stdin_flag(CLI::App &app, Options &options) {
  app.add_option("--stdin-filename", options.stdin_filename, "read this file from stdin, saved or not: for editors")
      ->type_name("FILE");
}

void add_judge_flags(CLI::App &app, Options &options) {
  app.add_flag("--strict", options.strict, "`todo` entries are errors, too");
  app.add_option("--today", options.today, "the day that `expires-on` is held against, YYYY-MM-DD")->type_name("DATE");
}

void add_rule_flags(CLI::App &app, Words &words) {
  add_list(app, "--select", words.select, "rules to report: codes, prefixes (DL3) or names", "RULES");
  add_list(app, "--ignore", words.ignore, "rules not to report; they are counted in the summary", "RULES");
}

void add_exit_flags(CLI::App &app, Options &options, Words &words) {
  app.add_option("--fail-on", words.fail_on, "exit with 1 from this level on: error, warning or note")
      ->type_name("LEVEL");
  app.add_flag("--exit-zero", options.exit_zero, "exit with 0 in spite of findings");
}

void add_check_flags(CLI::App &app, Options &options, Words &words) {
  add_rule_flags(app, words);
  add_exit_flags(app, options, words);
  app.add_flag("--statistics", options.statistics, "how often each rule was broken, in place of the findings");
  add_judge_flags(app, options);
}

/// Unknown flags are left over and told by us: CLI11 knows no "did you mean".
CLI::App *add_bare_command(CLI::App &app, const char *name, const char *summary, Words &words) {
  CLI::App *command = app.add_subcommand(name, summary);
  command->allow_extras();
  command->fallthrough(false);
  add_console_flags(*command, words);
  return command;
}

/// A command whose result goes to stdout or to --output's file.
CLI::App *add_command(CLI::App &app, const char *name, const char *summary, Options &options, Words &words) {
  CLI::App *command = add_bare_command(app, name, summary, words);
  command->footer(std::string(kExitStatuses));
  add_output_flags(*command, options, words, command_named(name));
  return command;
}

/// What stands below the flags in `--help`.
void add_examples(CLI::App &command, std::string_view examples) {
  command.footer(std::string(examples) + std::string(kExitStatuses));
}

void add_paths(CLI::App &command, Words &words, const char *name, const char *help) {
  command.add_option("PATHS", words.positionals, help)->type_name("")->option_text(name);
}

/// The commands that write into a ledger. They have no --output: it would be taken for the ledger.
void add_writing_commands(CLI::App &app, Options &options, Words &words) {
  CLI::App *sync = add_bare_command(app, "sync", "write into the ledger what the code proves", words);
  sync->add_flag("--check", options.dry_run, "change nothing; exit with 1 if something would");
  sync->add_flag("--prune", options.prune, "drop stale entries");
  sync->footer(std::string(kSyncHelp));
  add_write_flags(*sync, options, words);

  CLI::App *exempt = add_bare_command(app, "exempt", "write a decision and its reason into the ledger", words);
  add_paths(*exempt, words, "SITE", "a site as `trace` takes it, or a handler: file.py:LINE, module:scope:clause#nth");
  exempt->add_option("--category", options.category, "of a site: what is claimed of its ids")->type_name("CATEGORY");
  exempt->add_option("--reason", options.reason, "why ids out of range are impossible or harmless here")
      ->type_name("TEXT");
  exempt->add_option("--reviewed-by", options.reviewed_by, "who decided")->type_name("WHO");
  exempt->add_option("--reviewed-on", options.reviewed_on, "when, YYYY-MM-DD")->type_name("DATE");
  exempt->add_option("--expires-on", options.expires_on, "when to decide again, YYYY-MM-DD")->type_name("DATE");
  exempt->footer(std::string(kExemptHelp));
  add_write_flags(*exempt, options, words);
}

void add_review(CLI::App &app, Options &options, Words &words) {
  CLI::App *review =
      add_command(app, "review", "the findings that a change brought or touched, as comments", options, words);
  add_paths(*review, words, "[PATH…]", "what to report on; the whole package is analysed all the same");
  review->add_option("--base", options.base, "compare with the merge base of HEAD and this commit or branch")
      ->type_name("REV");
  add_ledger_flag(*review, options);
  add_list(*review, "--exclude", words.exclude, "globs to leave out, in place of the ledger's");
  add_list(*review, "--extend-exclude", words.extend_exclude, "globs to leave out as well");
  add_rule_flags(*review, words);
  add_exit_flags(*review, options, words);
  add_judge_flags(*review, options);
  add_jobs_flag(*review, words);
  review->add_flag("--post", options.post, "send it: post, edit and settle comments of the pull or merge request");
  review
      ->add_option("--repository", options.repository, "--post: of GitHub, or the project of GitLab by number or path")
      ->type_name("OWNER/NAME");
  review->add_option("--number", options.number, "--post: of the pull or merge request")->type_name("N");
  review->add_option("--api-url", options.api_url, "--post: address of the API")->type_name("URL");
  review->footer(std::string(kReviewHelp));
}

void add_commands(CLI::App &app, Options &options, Words &words) {
  CLI::App *check = add_command(app, "check", "hold the package against its ledger", options, words);
  add_paths(*check, words, "[PATH…]", "what to report on; the whole package is analysed all the same");
  add_package_flags(*check, options, words);
  add_check_flags(*check, options, words);
  add_stdin_flag(*check, options);
  add_print(*check, words);
  add_examples(*check, kCheckHelp);

  CLI::App *inventory = add_command(app, "inventory", "list every decode site, with its evidence", options, words);
  add_paths(*inventory, words, "[PATH…]", "what to report on; without a ledger, what to analyse");
  inventory->add_flag("--all", options.all, "the candidates that are no decode sites, too");
  add_package_flags(*inventory, options, words);
  add_judge_flags(*inventory, options);
  add_stdin_flag(*inventory, options);
  add_print(*inventory, words);
  add_examples(*inventory, kInventoryHelp);

  CLI::App *trace = add_command(app, "trace", "follow a site's fault to the top of the run", options, words);
  add_paths(*trace, words, "SITE | --all [PATH…]", "module:scope:call#nth, file.py:LINE, or a unique part of it");
  trace->add_flag("--all", options.all, "every site");
  trace->add_flag("--assume-base", options.assume_base, "what if the fault type derived from BaseException");
  add_package_flags(*trace, options, words);
  add_judge_flags(*trace, options);
  add_examples(*trace, kTraceHelp);

  CLI::App *graph =
      add_command(app, "graph", "who calls whom: the call graph, or the part around a site", options, words);
  add_examples(*graph, kGraphHelp);
  add_paths(*graph, words, "[PATH…]", "what to analyse");
  graph->add_option("--root", options.root, "the folder that names are relative to")->type_name("DIR");
  graph
      ->add_option("--around", options.around,
                   "a SITE as `trace` takes it, or a function: `pkg.core.Judge.run`, `Judge.run`")
      ->type_name("WHAT");
  graph
      ->add_option(
          "--depth", words.depth,
          fmt::format("calls away from it, both ways (default: callers to the top, callees {})", kCalleesShown))
      ->type_name("N");
  graph->add_flag("--statistics", options.statistics,
                  "how many calls are resolved and why others are not, in place of the graph");
  add_package_flags(*graph, options, words);

  CLI::App *init =
      add_command(app, "init", "print a first ledger: `decode-ledger init -o ledger.toml`", options, words);
  add_paths(*init, words, "[PATH…]", "the folders that hold the code; found when left out");
  add_package_flags(*init, options, words);
  add_examples(*init, kInitHelp);

  add_writing_commands(app, options, words);
  add_review(app, options, words);

  CLI::App *rules = add_command(app, "rules", "list the rules", options, words);
  add_paths(*rules, words, "[CODE…]", "codes, prefixes (DL3) or names");
  add_examples(*rules, kRulesHelp);
  CLI::App *explain = add_command(app, "explain", "print the page of a rule", options, words);
  add_paths(*explain, words, "CODE", "a code or a name");
  add_examples(*explain, kRulesHelp);

  CLI::App *completions = add_bare_command(app, "completions", "print the script that completes in a shell", words);
  add_paths(*completions, words, "SHELL", "bash, zsh or fish");
  completions->footer(std::string(kCompletionsHelp));
  add_bare_command(app, "man", "print the manual page: `decode-ledger man | man -l -`", words);
}

/// `decode-ledger --print=NAME PATH…`: the one thing that is done without a command.
void add_print_command(CLI::App &app, Options &options, Words &words) {
  add_print(app, words);
  add_paths(app, words, "PATH…", "for --print without a command");
  add_package_flags(app, options, words);
  add_output_flags(app, options, words, Command::Print);
  add_console_flags(app, words);
  constexpr const char *kHidden = "";
  for (CLI::Option *option : app.get_options())
    if (!option->get_positional() && option->get_name() != "--help")
      option->group(kHidden);
}

// ---- the same as data ----

Flag described_flag(Command command, const CLI::Option &option) {
  Flag flag;
  for (const std::string &name : option.get_lnames())
    flag.names.push_back("--" + name);
  for (const std::string &name : option.get_snames())
    flag.names.push_back("-" + name);
  flag.help = option.get_description();
  if (option.get_items_expected_max() > 0)
    flag.value = value_called(command, option.get_type_name());
  flag.is_repeated = option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  return flag;
}

/// "SITE" of "SITE | --all [PATH…]": what the first argument is.
std::string_view first_placeholder(std::string_view usage) {
  constexpr std::string_view kCapitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  size_t start = std::min(usage.find_first_of(kCapitals), usage.size());
  return usage.substr(start, usage.find_first_not_of(kCapitals, start) - start);
}

CommandDescription described(const CLI::App &app, Command command) {
  CommandDescription told;
  told.command = command;
  told.name = command == Command::Print ? "" : app.get_name();
  told.summary = app.get_description();
  told.notes = app.get_footer();
  for (const CLI::Option *option : app.get_options()) {
    if (!option->get_positional()) {
      told.flags.push_back(described_flag(command, *option));
      continue;
    }
    told.arguments = option->get_option_text();
    told.arguments_help = option->get_description();
    told.argument = value_called(command, first_placeholder(told.arguments));
  }
  return told;
}

CommandLine described_line(const CLI::App &app) {
  CommandLine line;
  line.bare = described(app, Command::Print);
  for (const CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; }))
    line.commands.push_back(described(*command, command_named(command->get_name())));
  return line;
}

std::vector<std::string> flags_of(const CLI::App &app) {
  std::vector<std::string> flags;
  for (const CLI::Option *option : app.get_options()) {
    for (const std::string &name : option->get_lnames())
      flags.push_back("--" + name);
    for (const std::string &name : option->get_snames())
      flags.push_back("-" + name);
  }
  return flags;
}

/// The page of the program itself is about its commands; that it takes paths is for `--print` alone.
class StartPage : public CLI::Formatter {
public:
  std::string make_usage(const CLI::App *, std::string name) const override {
    return fmt::format("Usage: {} COMMAND [OPTIONS]\n\n", name.empty() ? "decode-ledger" : name);
  }
  std::string make_positionals(const CLI::App *) const override { return ""; }
};

EarlyExit unknown_command(const std::string &word) {
  if (holds(kLaterCommands, word))
    return usage_error(
        fmt::format("`{}` is not in this version yet; it has {}", word, fmt::join(command_names(), ", ")));
  return usage_error(fmt::format("there is no command `{}`{} (`decode-ledger --help` lists them)", word,
                                 did_you_mean(word, command_names())));
}

std::optional<EarlyExit> unknown_flag(const CLI::App &app, const CLI::App &command) {
  std::vector<std::string> rest = command.remaining();
  for (const std::string &word : app.remaining())
    rest.push_back(word);
  std::erase(rest, "--");
  if (rest.empty())
    return std::nullopt;
  if (!rest.front().starts_with('-'))
    return usage_error(fmt::format("`{}` takes no argument such as `{}`", command.get_name(), rest.front()));
  std::string flag = rest.front().substr(0, rest.front().find('='));
  std::vector<std::string> flags = flags_of(command);
  return usage_error(fmt::format("there is no flag `{}`{}", flag, did_you_mean(flag, {flags.begin(), flags.end()})));
}

std::string version_line() {
  return fmt::format("decode-ledger {} ({}, tree-sitter-python {})\n", version(), version_commit(), version_grammar());
}

EarlyExit from_cli_error(const CLI::App &app, const CLI::ParseError &error) {
  std::ostringstream out, err;
  if (app.exit(error, out, err) == 0)
    return {kClean, out.str(), {}};
  std::string message = error.what();
  while (!message.empty() && (message.back() == '\n' || message.back() == '.'))
    message.pop_back();
  return usage_error(message);
}

} // namespace

std::variant<Options, EarlyExit> read_options(int argc, const char *const *argv) {
  Options options;
  Words words;
  bool wants_version = false;
  CLI::App app("Static checks of the places where a Python package turns token ids into text.", "decode-ledger");
  app.allow_extras();
  add_examples(app, kStartHelp);
  add_print_command(app, options, words);
  app.add_flag("-V,--version", wants_version, "version, commit and grammar, and stop");
  app.require_subcommand(0, 1);
  add_commands(app, options, words);
  app.formatter(std::make_shared<StartPage>());

  if (argc < 2)
    return EarlyExit{kCannotRun, {}, app.help()};
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return from_cli_error(app, error);
  }
  if (wants_version)
    return EarlyExit{kClean, version_line(), {}};

  std::vector<CLI::App *> commands = app.get_subcommands();
  bool prints = !words.print.empty() || options.show_files;
  if (commands.empty() && !prints && !words.positionals.empty())
    return unknown_command(words.positionals.front());
  const CLI::App &command = commands.empty() ? app : *commands.front();
  if (std::optional<EarlyExit> bad = unknown_flag(app, command))
    return *bad;
  if (commands.empty() && !prints)
    return usage_error("no command is given (`decode-ledger --help` lists them)");
  options.command = commands.empty() ? Command::Print : command_named(command.get_name());
  if (std::optional<EarlyExit> bad = read_words(words, options))
    return *bad;
  if (std::optional<EarlyExit> bad = read_positionals(words, options))
    return *bad;
  if (options.command == Command::Completions || options.command == Command::Manual)
    options.command_line = std::make_shared<CommandLine>(described_line(app));
  return options;
}

} // namespace decode_ledger::driver
