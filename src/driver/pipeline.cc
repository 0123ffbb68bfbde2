#include "driver/pipeline.h"

#include "driver/console_scripts.h"
#include "support/clock.h"
#include "support/files.h"
#include "support/text.h"
#include "support/thread_pool.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>
#include <unordered_set>

namespace decode_ledger::driver {
namespace {

/// Messages of other rooms quote paths and names as they are.
Failure cannot_run(std::string_view message) { return {fmt::format("error: {}\n", escape_for_terminal(message))}; }

source::DiscoverOptions discover_options(const Options &options, const FoundLedger &found, const Run &run) {
  source::DiscoverOptions discover;
  discover.paths = options.paths;
  discover.ledger_folder = found.folder;
  if (run.ledger) {
    discover.roots = run.ledger->roots;
    discover.exclude = run.ledger->exclude;
    discover.tests = run.ledger->tests;
  }
  if (options.exclude)
    discover.exclude = *options.exclude;
  discover.exclude.insert(discover.exclude.end(), options.extend_exclude.begin(), options.extend_exclude.end());
  discover.respect_gitignore = options.respect_gitignore;
  discover.force_exclude = options.force_exclude;
  discover.root = options.root;
  discover.jobs = options.jobs;
  return discover;
}

/// The first ledger speaks of the working folder, where it will lie, and of the folders named.
void adjust_for_init(const Options &options, source::DiscoverOptions &discover) {
  if (options.command != Command::Init)
    return;
  Result<std::string> here = canonical_path(".");
  bool all_below =
      here.ok() && std::ranges::all_of(options.paths, [&](const std::string &path) {
        Result<std::string> canonical = canonical_path(path);
        return canonical && path_kind(path) == PathKind::Folder && is_at_or_below(canonical.value(), here.value());
      });
  if (!all_below)
    return;
  discover.ledger_folder = here.value();
  for (const std::string &path : options.paths)
    discover.roots.push_back(relative_path(canonical_path(path).value(), here.value()));
}

/// The file that an editor hands over on stdin.
std::optional<Failure> read_stand_in(const Options &options, source::DiscoverOptions &discover) {
  if (options.stdin_filename.empty())
    return std::nullopt;
  FileContents contents = read_standard_input(discover.max_file_bytes);
  if (contents.state != FileContents::State::Read)
    return cannot_run(fmt::format("stdin cannot be read: {}", contents.problem));
  discover.stand_in = source::StandIn{options.stdin_filename, std::move(contents.bytes)};
  return std::nullopt;
}

/// Big files first, so that no core is left with one at the end.
std::vector<size_t> by_size(const source::SourceSet &sources) {
  std::vector<size_t> order(sources.files.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](size_t i) { return sources.files[i].text.size(); });
  return order;
}

std::vector<module_model::ModuleModel> model_files(const source::SourceSet &sources, const Options &options,
                                                   ThreadPool &pool) {
  std::vector<module_model::ModuleModel> models(sources.files.size());
  std::vector<size_t> order = by_size(sources);
  ProgressBar progress("parsing", order.size(), options.quiet);
  pool.for_each(order.size(), [&](size_t i, unsigned) {
    // Of a file that was not read the text is empty, and so is its model.
    models[order[i]] = module_model::build_module_model(parser::parse(sources.files[order[i]].text));
    progress.advance();
  });
  return models;
}

/// A ledger whose entries all speak of modules that are not here would call every site unledgered and every entry stale:
/// hundreds of findings that all say "wrong ledger". Where a fingerprint fits, the modules were renamed.
bool is_of_another_package(const Run &run) {
  const ledger::Ledger &ledger = *run.ledger;
  if (ledger.sites.empty() && ledger.handlers.empty())
    return false;
  std::unordered_set<std::string_view> modules, fingerprints;
  for (const source::SourceFile &file : run.sources->files)
    modules.insert(file.module);
  for (const decode_sites::DecodeSite &site : run.sites.sites)
    fingerprints.insert(site.fingerprint);
  return std::ranges::none_of(ledger.sites,
                              [&](const ledger::SiteEntry &e) {
                                return modules.contains(e.key.module) || fingerprints.contains(e.fingerprint);
                              }) &&
         std::ranges::none_of(ledger.handlers,
                              [&](const ledger::HandlerEntry &e) { return modules.contains(e.module); });
}

exceptions_trace::TraceOptions trace_options(const Run &run, const source::FileTree *tree, bool assume_base) {
  exceptions_trace::TraceOptions options;
  if (run.ledger)
    options.fault_types = run.ledger->fault_types;
  options.assume_base = assume_base;
  options.console_scripts = tree ? console_scripts(run.sources->base, *tree) : console_scripts(run.sources->base);
  return options;
}

class Pipeline {
public:
  /// `input`: null for the disk.
  Pipeline(const Options &options, Stage last, const CommittedInput *input)
      : options_(options), last_(last), input_(input), run_(std::make_unique<Run>()), pool_(options.jobs) {}

  Result<std::unique_ptr<Run>> run();

private:
  std::optional<Failure> read_ledger();
  void take_ledger(LoadedLedger ledger);
  std::optional<Failure> discover();
  std::optional<Failure> know();
  void model();
  void analyse_package();
  void link();
  void find_sites();
  void find_guards();
  void trace();
  void judge();

  template <class Step> auto timed(const char *name, Step step) {
    struct Timer {
      Run &run;
      const char *name;
      double began = monotonic_seconds();
      ~Timer() { run.times.emplace_back(name, monotonic_seconds() - began); }
    } timer{*run_, name};
    return step();
  }

  const Options &options_;
  Stage last_;
  const CommittedInput *input_;
  std::unique_ptr<Run> run_;
  ThreadPool pool_;
  FoundLedger found_;
};

Result<std::unique_ptr<Run>> Pipeline::run() {
  if (std::optional<Failure> failure = read_ledger())
    return *failure;
  if (std::optional<Failure> failure = timed("discover and read", [&] { return discover(); }))
    return *failure;
  if (last_ >= Stage::Models)
    timed("parse and model", [&] { model(); });
  if (last_ >= Stage::Package)
    if (std::optional<Failure> failure = know())
      return *failure;
  analyse_package();
  // A commit is judged by what its branch has made of the ledger, if need be.
  if (run_->ledger && !input_ && last_ >= Stage::Sites && is_of_another_package(*run_))
    return cannot_run(
        fmt::format("`{}` is the ledger of another package: none of its {} entries names a module that is "
                    "read here, such as `{}` (`--ledger FILE` names the right one)",
                    run_->ledger_shown, run_->ledger->sites.size() + run_->ledger->handlers.size(),
                    run_->sources->files.front().module));
  return std::move(run_);
}

/// What is per package, one step after the other.
void Pipeline::analyse_package() {
  struct Step {
    Stage stage;
    const char *name;
    void (Pipeline::*run)();
  };
  constexpr std::array<Step, 5> kSteps = {{{Stage::Package, "link", &Pipeline::link},
                                           {Stage::Sites, "find sites", &Pipeline::find_sites},
                                           {Stage::Guards, "find guards", &Pipeline::find_guards},
                                           {Stage::Traces, "trace", &Pipeline::trace},
                                           {Stage::Verdicts, "judge", &Pipeline::judge}}};
  ProgressBar progress("analysing", kSteps.size(), options_.quiet);
  for (const Step &step : kSteps) {
    if (step.stage <= last_)
      timed(step.name, [&] { (this->*step.run)(); });
    progress.advance();
  }
}

std::optional<Failure> Pipeline::read_ledger() {
  if (input_) {
    found_ = input_->found;
    take_ledger(input_->ledger);
    return std::nullopt;
  }
  // The call graph and the first ledger owe nothing to a ledger that lies there.
  if (options_.command == Command::Init || (options_.command == Command::Graph && options_.ledger.empty()))
    return std::nullopt;
  Result<FoundLedger> found = find_ledger(options_);
  if (!found)
    return Failure{found.message()};
  found_ = found.value();
  if (!found_.note.empty())
    run_->notes.push_back(found_.note);
  if (found_.path.empty())
    return std::nullopt;
  Result<LoadedLedger> loaded = load_ledger(found_);
  if (!loaded)
    return Failure{loaded.message()};
  take_ledger(std::move(loaded).value());
  return std::nullopt;
}

void Pipeline::take_ledger(LoadedLedger ledger) {
  run_->ledger = std::move(ledger.ledger);
  run_->ledger_text = std::move(ledger.text);
  run_->ledger_shown = std::string(file_name(found_.path));
}

std::optional<Failure> Pipeline::discover() {
  source::DiscoverOptions options = discover_options(options_, found_, *run_);
  adjust_for_init(options_, options);
  if (std::optional<Failure> failure = read_stand_in(options_, options))
    return failure;
  if (input_) {
    options.paths.clear();
    options.tree = input_->tree;
  }
  Result<source::SourceSet> sources = source::discover(options);
  if (!sources)
    return cannot_run(sources.message());
  run_->sources = std::make_shared<const source::SourceSet>(std::move(sources).value());
  return std::nullopt;
}

std::optional<Failure> Pipeline::know() {
  Result<knowledge::Knowledge> knowledge = knowledge::load_knowledge();
  if (!knowledge)
    return cannot_run(knowledge.message());
  run_->knowledge = std::move(knowledge).value();
  return std::nullopt;
}

void Pipeline::model() { run_->models = model_files(*run_->sources, options_, pool_); }

void Pipeline::link() {
  run_->model = package_model::link_package(run_->sources, std::move(run_->models));
  run_->models.clear();
  run_->query = std::make_unique<dataflow::Query>(*run_->model, run_->knowledge);
}

void Pipeline::find_sites() {
  run_->sites = decode_sites::find_decode_sites(
      *run_->query, run_->knowledge, run_->ledger ? run_->ledger->decoders : std::vector<decode_sites::UserDecoder>{},
      pool_);
}

void Pipeline::find_guards() {
  run_->guards = guards::find_guards(*run_->query, run_->knowledge, run_->sites,
                                     run_->ledger ? run_->ledger->guards : std::vector<guards::GuardEntry>{},
                                     run_->ledger ? run_->ledger->fault_types : std::vector<std::string>{});
}

void Pipeline::trace() {
  auto traced = [&](bool assume_base) {
    return exceptions_trace::trace_exceptions(*run_->query, run_->knowledge, run_->sites, run_->guards,
                                              trace_options(*run_, input_ ? input_->tree : nullptr, assume_base),
                                              pool_);
  };
  run_->traces = traced(false);
  if (options_.assume_base)
    run_->assumed_base = traced(true);
}

/// Without a ledger there is nothing to judge by.
void Pipeline::judge() {
  if (!run_->ledger)
    return;
  run_->verdicts = ledger::judge(*run_->ledger, *run_->model, run_->sites, run_->guards, run_->traces,
                                 judge_options(options_, *run_));
}

} // namespace

report::Analysis Run::analysis() const {
  report::Analysis analysis;
  analysis.model = &*model;
  analysis.sites = &sites;
  analysis.guards = &guards;
  analysis.traces = &traces;
  analysis.assumed_base = assumed_base ? &*assumed_base : nullptr;
  analysis.ledger = ledger ? &*ledger : nullptr;
  analysis.verdicts = verdicts ? &*verdicts : nullptr;
  return analysis;
}

std::string day_of(const Options &options) { return options.today.empty() ? today_utc() : options.today; }

ledger::JudgeOptions judge_options(const Options &options, const Run &run) {
  ledger::JudgeOptions judge_options;
  judge_options.strict = options.strict;
  judge_options.today = day_of(options);
  judge_options.ledger_shown = run.ledger_shown;
  return judge_options;
}

Result<std::unique_ptr<Run>> analyse(const Options &options, Stage last) {
  return Pipeline(options, last, nullptr).run();
}

Result<std::unique_ptr<Run>> analyse_commit(const Options &options, Stage last, const CommittedInput &input) {
  return Pipeline(options, last, &input).run();
}

} // namespace decode_ledger::driver
