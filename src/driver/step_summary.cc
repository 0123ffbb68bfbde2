#include "driver/step_summary.h"

#include "driver/output.h"
#include "report/formats.h"
#include "support/environment.h"
#include "support/files.h"
#include "support/text.h"

#include <fmt/format.h>

namespace decode_ledger::driver {
namespace {

/// What GitHub takes of one step; a larger summary is refused whole.
constexpr size_t kMostOfSummary = 1 << 20;
/// Less room than this holds no report.
constexpr size_t kLeastRoom = 2000;

/// The report, set apart from what other programs of the step wrote.
std::string part_of_summary(const report::Analysis &analysis, const report::Findings &findings, size_t room,
                            std::string_view before) {
  std::string gap = before.empty() || before.ends_with("\n\n") ? "" : "\n\n";
  return gap + report::findings_markdown(analysis, findings, room - gap.size()) + "\n";
}

} // namespace

bool write_step_summary(const Options &options, const report::Analysis &analysis, const report::Findings &findings) {
  std::optional<std::string> path = environment_variable("GITHUB_STEP_SUMMARY");
  if (!path || path->empty())
    return true;
  std::string name = escape_for_terminal(*path);
  FileContents before = read_file(*path);
  if (before.bytes.size() + kLeastRoom > kMostOfSummary) {
    error(fmt::format("the step summary `{}` has {} bytes already, and GitHub takes {}: the findings are not added",
                      name, before.bytes.size(), kMostOfSummary));
    return false;
  }
  std::string part = part_of_summary(analysis, findings, kMostOfSummary - before.bytes.size() - 1, before.bytes);
  Result<Done> appended = append_to_file(*path, part);
  if (!appended) {
    error(fmt::format("cannot add the findings to the step summary: {}", escape_for_terminal(appended.message())));
    return false;
  }
  note(options, fmt::format("the findings are added to the step summary `{}`", name));
  return true;
}

} // namespace decode_ledger::driver
