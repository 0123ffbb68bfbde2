#include "driver/commands.h"

#include "driver/around.h"
#include "driver/call_graph.h"
#include "driver/exit_status.h"
#include "driver/find_site.h"
#include "driver/findings.h"
#include "driver/output.h"
#include "driver/pipeline.h"
#include "driver/print.h"
#include "support/files.h"
#include "support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <vector>

namespace decode_ledger::driver {
namespace {

report::Style style_of(const Options &options) {
  constexpr unsigned kLeastWidth = 60, kMostWidth = 160, kNoTerminal = 100;
  report::Style style;
  // A file that --output names is no terminal.
  style.colour = options.output.empty() ? use_color(options.colour, Stream::Out) : options.colour == When::Always;
  style.width = options.output.empty() && is_terminal(Stream::Out)
                    ? std::clamp(terminal_width(Stream::Out), kLeastWidth, kMostWidth)
                    : kNoTerminal;
  style.verbose = options.verbose;
  style.summary = !options.quiet;
  return style;
}

int finish(const Options &options, std::string_view result, int status = kClean) {
  return write_result(options, result) ? status : kCannotRun;
}

/// What was not read is counted always and named at -v.
void tell_passed_over(const Options &options, const source::SourceSet &sources) {
  if (sources.passed_over.empty())
    return;
  note(options, fmt::format("{} {} passed over{}", sources.passed_over.size(),
                            sources.passed_over.size() == 1 ? "file is" : "files are",
                            options.verbose ? ":" : " (-v names them)"));
  if (options.verbose && !options.quiet)
    for (const source::PassedOver &file : sources.passed_over)
      write_err(fmt::format("  {}: {}\n", escape_for_terminal(file.path), file.reason));
}

void tell_times(const Options &options, const Run &run) {
  if (!options.verbose || options.quiet)
    return;
  for (const auto &[step, seconds] : run.times)
    write_err(fmt::format("time: {:<18} {:7.3f} s\n", step, seconds));
  write_err(fmt::format("read: {} files, {:.1f} MB\n", run.sources->files.size(),
                        static_cast<double>(run.sources->num_bytes) / 1e6));
}

/// Taking a large run apart costs more than the report; the process ends with the command.
const Run *keep_until_exit(std::unique_ptr<Run> run) {
  static auto *kept = new std::vector<std::unique_ptr<Run>>; // never destroyed
  return kept->emplace_back(std::move(run)).get();
}

/// The run, with what is to be said of it said; null when it could not be made.
const Run *analysed(const Options &options, Stage last) {
  Result<std::unique_ptr<Run>> result = analyse(options, last);
  if (!result) {
    write_err(result.message());
    return nullptr;
  }
  std::unique_ptr<Run> run = std::move(result).value();
  for (const std::string &text : run->notes)
    note(options, text);
  tell_passed_over(options, *run->sources);
  tell_times(options, *run);
  return keep_until_exit(std::move(run));
}

int print_command(const Options &options) {
  Print what = options.show_files ? Print::Files : options.print;
  const Run *run = analysed(options, stage_of(what));
  if (run == nullptr)
    return kCannotRun;
  if (what == Print::Verdicts && !run->ledger) {
    error("there is no ledger to give verdicts by (`--ledger FILE` names one)");
    return kCannotRun;
  }
  return finish(options, print(*run, what));
}

/// What a package without a ledger is told: what is there, and how it gets one.
int say_no_ledger(const Run &run) {
  report::Summary summary = report::summarise(run.analysis());
  error("there is no ledger.toml here or in a folder above, so there is nothing to hold the package against");
  write_err(fmt::format("note: found {} in {} {}\n", report::summary_line(summary, false), summary.files,
                        summary.files == 1 ? "file" : "files"));
  write_err(
      "help: `decode-ledger init -o ledger.toml` writes a first ledger; `decode-ledger inventory` lists the sites\n");
  return kCannotRun;
}

int check(const Options &options) {
  const Run *run = analysed(options, Stage::Verdicts);
  if (run == nullptr)
    return kCannotRun;
  if (!run->ledger)
    return say_no_ledger(*run);
  report::Findings findings = collect_findings(*run, options);
  bool json = options.format == Format::Json;
  std::string result;
  if (options.statistics)
    result = json ? report::statistics_json(findings) : report::statistics_text(findings);
  else
    result = json ? report::findings_json(run->analysis(), findings)
                  : report::findings_text(run->analysis(), findings, style_of(options));
  bool failed = any_at(findings, options.fail_on) && !options.exit_zero;
  return finish(options, result, failed ? kFindings : kClean);
}

int inventory(const Options &options) {
  const Run *run = analysed(options, Stage::Verdicts);
  if (run == nullptr)
    return kCannotRun;
  return finish(options, options.format == Format::Json
                             ? report::inventory_json(run->analysis(), options.all)
                             : report::inventory_text(run->analysis(), options.all, style_of(options)));
}

int say_no_site(const Options &options, const FoundSite &found) {
  std::string wanted = escape_for_terminal(options.site);
  if (found.ambiguous)
    error(fmt::format("`{}` fits {} sites; name one of them:", wanted, found.nearest.size()));
  else if (found.nearest.empty())
    error(fmt::format("there is no site `{}` (`decode-ledger inventory --all` lists them)", wanted));
  else
    error(fmt::format("there is no site `{}`; the nearest are:", wanted));
  for (const std::string &line : found.nearest)
    write_err(fmt::format("  {}\n", escape_for_terminal(line)));
  return kCannotRun;
}

std::vector<SiteId> traced_sites(const report::Analysis &analysis) {
  std::vector<SiteId> sites;
  for (const exceptions_trace::Trace &trace : analysis.traces->traces)
    if (report::is_reported(analysis, trace.site))
      sites.push_back(trace.site);
  return sites;
}

std::string trace_result(const Options &options, const report::Analysis &analysis, const std::vector<SiteId> &sites) {
  switch (options.format) {
  case Format::Text:
    return report::trace_text(analysis, sites, style_of(options));
  case Format::Json:
    return report::trace_json(analysis, sites);
  case Format::Dot:
    return report::trace_dot(analysis, sites);
  case Format::Svg:
    return report::trace_svg(analysis, sites);
  }
  return {};
}

int trace(const Options &options) {
  const Run *run = analysed(options, Stage::Verdicts);
  if (run == nullptr)
    return kCannotRun;
  report::Analysis analysis = run->analysis();
  std::vector<SiteId> sites;
  if (options.all) {
    sites = traced_sites(analysis);
  } else {
    FoundSite found = find_site(analysis, options.site);
    if (!found.site.valid())
      return say_no_site(options, found);
    sites.push_back(found.site);
  }
  return finish(options, trace_result(options, analysis, sites));
}

/// --around named nothing, or too much.
int say_no_functions(const Options &options, const FoundFunctions &found) {
  std::string wanted = escape_for_terminal(options.around);
  if (found.ambiguous)
    error(fmt::format("`{}` fits several functions or sites; name one of them:", wanted));
  else if (found.nearest.empty())
    error(fmt::format("there is no function and no site `{}`", wanted));
  else
    error(fmt::format("there is no function and no site `{}`; the nearest are:", wanted));
  for (const std::string &line : found.nearest)
    write_err(fmt::format("  {}\n", escape_for_terminal(line)));
  return kCannotRun;
}

/// A picture of a whole package is larger than any screen.
void tell_large_picture(const Options &options, const report::GraphPart &part) {
  constexpr size_t kLarge = 300;
  if (part.functions.size() <= kLarge)
    return;
  note(options, fmt::format("the graph has {} functions; `{}` shows less of it", part.functions.size(),
                            options.around.empty() ? "--around SITE-or-FUNCTION" : "--depth N"));
}

std::string graph_result(const Options &options, const report::Analysis &analysis, const dataflow::CallGraph &graph,
                         const report::GraphPart &part) {
  if (options.statistics)
    return options.format == Format::Json ? report::graph_statistics_json(analysis, graph, part)
                                          : report::graph_statistics_text(analysis, graph, part);
  switch (options.format) {
  case Format::Text:
    return report::graph_text(analysis, graph, part, style_of(options));
  case Format::Json:
    return report::graph_json(adjacency(*analysis.model, graph.edges, part.functions));
  case Format::Dot:
    tell_large_picture(options, part);
    return report::graph_dot(analysis, graph, part);
  case Format::Svg:
    tell_large_picture(options, part);
    return report::graph_svg(analysis, graph, part);
  }
  return {};
}

int graph(const Options &options) {
  // The bare list needs no decode sites.
  bool bare = options.format == Format::Json && options.around.empty() && !options.statistics;
  const Run *run = analysed(options, bare ? Stage::Package : Stage::Sites);
  if (run == nullptr)
    return kCannotRun;
  if (bare)
    return finish(options, report::graph_json(adjacency(*run->query)));

  report::Analysis analysis = run->analysis();
  report::GraphPart part;
  if (!options.around.empty()) {
    FoundFunctions found = find_functions(analysis, options.around);
    if (found.functions.empty())
      return say_no_functions(options, found);
    part.around = std::move(found.functions);
  }
  // The run's own query has been asked for the sites before; a fresh one gives the edges that the bare list has.
  dataflow::Query query(*run->model);
  dataflow::CallGraph graph = dataflow::build_call_graph(query);
  part.functions = part.around.empty()
                       ? all_functions(*run->model)
                       : functions_around(graph, run->model->num_functions(), part.around, options.depth);
  return finish(options, graph_result(options, analysis, graph, part));
}

int init(const Options &options) {
  // An empty file is what `> ledger.toml` makes before the program starts; anything else holds decisions.
  if (!options.output.empty() && path_kind(options.output) == PathKind::File &&
      !read_file(options.output).bytes.empty()) {
    error(
        fmt::format("`{}` is there already; `init` writes a first ledger alone", escape_for_terminal(options.output)));
    return kCannotRun;
  }
  const Run *run = analysed(options, Stage::Traces);
  if (run == nullptr)
    return kCannotRun;
  return finish(options, ledger::first_ledger(*run->model, run->sites, run->guards, run->traces, run->sources->roots));
}

int rules(const Options &options) {
  std::vector<diagnostics::Rule> listed = options.select;
  if (listed.empty())
    for (const diagnostics::RuleEntry &entry : diagnostics::rules())
      listed.push_back(entry.rule);
  return finish(options, options.format == Format::Json ? report::rules_json(listed)
                                                        : report::rules_text(listed, style_of(options)));
}

int explain(const Options &options) {
  if (options.format == Format::Json)
    return finish(options, report::rules_json({options.select.front()}));
  return finish(options, report::explain_text(options.select.front(), style_of(options)));
}

} // namespace

int run_command(const Options &options) {
  if (options.print != Print::None || options.show_files)
    return print_command(options);
  switch (options.command) {
  case Command::Check:
    return check(options);
  case Command::Inventory:
    return inventory(options);
  case Command::Trace:
    return trace(options);
  case Command::Graph:
    return graph(options);
  case Command::Init:
    return init(options);
  case Command::Rules:
    return rules(options);
  case Command::Explain:
    return explain(options);
  case Command::Print:
    return print_command(options);
  }
  return kCannotRun;
}

} // namespace decode_ledger::driver
