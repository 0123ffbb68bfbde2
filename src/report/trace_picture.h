#pragma once

#include "report/picture.h"
#include "report/report.h"

namespace decode_ledger::report {

/// One site's trace as boxes and arrows: the site and its guard, the callers that the fault comes by, their handlers, and
/// the tops that it reaches, each with its source line.
Picture trace_picture(const Analysis &analysis, SiteId site);

} // namespace decode_ledger::report
