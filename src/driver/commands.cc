#include "driver/commands.h"

#include "driver/around.h"
#include "driver/call_graph.h"
#include "driver/completions.h"
#include "driver/exit_status.h"
#include "driver/find_site.h"
#include "driver/findings.h"
#include "driver/manual.h"
#include "driver/output.h"
#include "driver/pipeline.h"
#include "driver/print.h"
#include "driver/ratchet.h"
#include "driver/review.h"
#include "driver/run_and_tell.h"
#include "driver/step_summary.h"
#include "driver/write_ledger.h"
#include "support/files.h"
#include "support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <vector>

namespace decode_ledger::driver {
namespace {

using report::Format;

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

/// These say where in the repository a file lies; the others, where it lies for whoever runs the program.
bool takes_paths_from_top(Format format) {
  return format == Format::Sarif || format == Format::Github || format == Format::Gitlab || format == Format::Rdjson;
}

int check(const Options &options) {
  const Run *run = analysed(options, Stage::Verdicts);
  if (run == nullptr)
    return kCannotRun;
  if (!run->ledger)
    return say_no_ledger(*run);
  report::Findings findings = collect_findings(*run, options);
  if (takes_paths_from_top(options.format))
    findings.from_top = folder_from_top(*run);
  report::Analysis analysis = run->analysis();
  if (!options.statistics && (!options.quiet || options.format != Format::Text))
    analysis.ratchet = ratchet_of(*run);
  std::string result;
  if (!options.statistics)
    result = report::findings_in(options.format, analysis, findings, style_of(options));
  else if (options.format == Format::Json)
    result = report::statistics_json(findings);
  else
    result = report::statistics_text(findings);
  bool failed = any_at(findings, options.fail_on) && !options.exit_zero;
  int status = finish(options, result, failed ? kFindings : kClean);
  if (options.format == Format::Github && !write_step_summary(options, analysis, findings))
    return kCannotRun;
  return status;
}

int inventory(const Options &options) {
  const Run *run = analysed(options, Stage::Verdicts);
  if (run == nullptr)
    return kCannotRun;
  report::Analysis analysis = run->analysis();
  if (run->ledger && options.format == Format::Html)
    analysis.ratchet = ratchet_of(*run);
  return finish(options, report::inventory_in(options.format, analysis, options.all, style_of(options)));
}

std::vector<SiteId> traced_sites(const report::Analysis &analysis) {
  std::vector<SiteId> sites;
  for (const exceptions_trace::Trace &trace : analysis.traces->traces)
    if (report::is_reported(analysis, trace.site))
      sites.push_back(trace.site);
  return sites;
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
      return say_not_found(options.site, "site", found.ambiguous, found.nearest);
    sites.push_back(found.site);
  }
  return finish(options, report::traces_in(options.format, analysis, sites, style_of(options)));
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
  default:
    return {};
  }
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
  dataflow::Query query(*run->model, run->knowledge);
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
  int status =
      finish(options, ledger::first_ledger(*run->model, run->sites, run->guards, run->traces, run->sources->roots));
  if (status == kClean && !options.output.empty())
    note(options, fmt::format("`{}` is written for {}; from here on `decode-ledger check` fails on new sites",
                              escape_for_terminal(options.output),
                              report::summary_line(report::summarise(run->analysis()), false)));
  return status;
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
  case Command::Sync:
    return sync_ledger(options);
  case Command::Exempt:
    return exempt(options);
  case Command::Review:
    return review(options);
  case Command::Rules:
    return rules(options);
  case Command::Explain:
    return explain(options);
  case Command::Completions:
    return finish(options, completions(options.shell, *options.command_line));
  case Command::Manual:
    return finish(options, manual_page(*options.command_line));
  case Command::Print:
    return print_command(options);
  }
  return kCannotRun;
}

} // namespace decode_ledger::driver
