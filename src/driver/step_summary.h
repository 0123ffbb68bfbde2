// The summary page of a GitHub Actions step.
#pragma once

#include "driver/options.h"
#include "report/report.h"

namespace decode_ledger::driver {

/// Appends the findings as Markdown to the file that GITHUB_STEP_SUMMARY names, and says so on stderr; without that
/// variable nothing is to be done. False, and said, when it could not be written.
bool write_step_summary(const Options &options, const report::Analysis &analysis, const report::Findings &findings);

} // namespace decode_ledger::driver
