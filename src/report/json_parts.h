// Parts of the JSON outputs that several of them have. Private to this room.
#pragma once

#include "report/json_text.h"
#include "report/report.h"

namespace decode_ledger::report {

/// Schema number and tool, with which each document begins.
JsonValue json_document();
/// As `check` tells it.
JsonValue finding_json(const Analysis &analysis, const diagnostics::Diagnostic &finding,
                       const std::string &ledger_shown);
} // namespace decode_ledger::report
