// What the commands share: the run with all that is to be said of it, and the refusals that more than one of them has.
#pragma once

#include "driver/pipeline.h"

#include <string_view>

namespace decode_ledger::driver {

/// How text is laid out where this run's result goes.
report::Style style_of(const Options &options);

/// Writes the result; `status`, or kCannotRun when it could not be written.
int finish(const Options &options, std::string_view result, int status = 0);

/// The run, with what is to be said of it said on stderr; null when it could not be made. It lives until the process ends:
/// taking a large one apart costs more than the report.
const Run *analysed(const Options &options, Stage last);

/// What a package without a ledger is told: what is there, and how it gets one. Gives kCannotRun.
int say_no_ledger(const Run &run);

/// `wanted` names no `what` ("site"), or several; `nearest` are those that it may mean. Gives kCannotRun.
int say_not_found(std::string_view wanted, std::string_view what, bool ambiguous,
                  const std::vector<std::string> &nearest);

} // namespace decode_ledger::driver
