#include "driver/run_and_tell.h"

#include "driver/exit_status.h"
#include "driver/output.h"
#include "report/paint.h"
#include "support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace decode_ledger::driver {
namespace {

/// What was not read is counted always and named at -v.
void tell_passed_over(const Options &options, const source::SourceSet &sources) {
  if (sources.passed_over.empty())
    return;
  note(options, fmt::format("{} {} passed over{}", sources.passed_over.size(),
                            sources.passed_over.size() == 1 ? "file is" : "files are",
                            options.verbose ? ":" : " (-v names them)"));
  if (options.verbose && !options.quiet)
    for (const source::PassedOver &file : sources.passed_over)
      write_err(fmt::format("  {}: {}\n", report::shown(file.path), file.reason));
}

void tell_times(const Options &options, const Run &run) {
  if (!options.verbose || options.quiet)
    return;
  for (const auto &[step, seconds] : run.times)
    write_err(fmt::format("time: {:<18} {:7.3f} s\n", step, seconds));
  write_err(fmt::format("read: {} files, {:.1f} MB\n", run.sources->files.size(),
                        static_cast<double>(run.sources->num_bytes) / 1e6));
}

const Run *keep_until_exit(std::unique_ptr<Run> run) {
  static auto *kept = new std::vector<std::unique_ptr<Run>>; // never destroyed
  return kept->emplace_back(std::move(run)).get();
}

} // namespace

report::Style style_of(const Options &options) {
  constexpr unsigned kLeastWidth = 60, kMostWidth = 160, kNoTerminal = 100;
  report::Style style;
  // A file that --output names is no terminal.
  style.colour = options.output.empty() ? use_color(options.colour, Stream::Out) : options.colour == When::Always;
  style.links = options.output.empty() ? use_hyperlinks(options.links, Stream::Out) : options.links == When::Always;
  style.width = options.output.empty() && is_terminal(Stream::Out)
                    ? std::clamp(terminal_width(Stream::Out), kLeastWidth, kMostWidth)
                    : kNoTerminal;
  style.verbose = options.verbose;
  style.summary = !options.quiet;
  return style;
}

int finish(const Options &options, std::string_view result, int status) {
  return write_result(options, result) ? status : kCannotRun;
}

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

int say_no_ledger(const Run &run) {
  report::Summary summary = report::summarise(run.analysis());
  error("there is no ledger.toml here or in a folder above, so there is nothing to hold the package against");
  write_err(fmt::format("note: found {} in {} {}\n", report::summary_line(summary, false), summary.files,
                        summary.files == 1 ? "file" : "files"));
  write_err(
      "help: `decode-ledger init -o ledger.toml` writes a first ledger; `decode-ledger inventory` lists the sites\n");
  return kCannotRun;
}

int say_not_found(std::string_view wanted, std::string_view what, bool ambiguous,
                  const std::vector<std::string> &nearest) {
  std::string name = escape_for_terminal(wanted);
  if (ambiguous)
    error(fmt::format("`{}` fits {} {}s; name one of them:", name, nearest.size(), what));
  else if (nearest.empty())
    error(fmt::format("there is no {} `{}` (`decode-ledger inventory --all` lists the sites)", what, name));
  else
    error(fmt::format("there is no {} `{}`; the nearest are:", what, name));
  for (const std::string &line : nearest)
    write_err(fmt::format("  {}\n", report::shown(line)));
  return kCannotRun;
}

} // namespace decode_ledger::driver
