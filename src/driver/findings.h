// Which findings are shown, at which level, in which order.
#pragma once

#include "driver/pipeline.h"

namespace decode_ledger::driver {

/// What the input itself gives cause to say: files that were not read (DL402) or not fully parsed (DL401), parts too deep
/// and bounds of the analysis that were reached (DL403).
std::vector<diagnostics::Diagnostic> input_findings(const Run &run);

/// All findings of the run: those of reported files and of the ledger, at the levels that [rules] sets, without the rules
/// that are switched off (these are counted), sorted by file, line, column, rule and message.
report::Findings collect_findings(const Run &run, const Options &options);

/// Findings::from_top of this run, asked of git; empty where there is none.
std::string folder_from_top(const Run &run);

/// True when one of the findings is at `level` or above.
bool any_at(const report::Findings &findings, diagnostics::Level level);

} // namespace decode_ledger::driver
