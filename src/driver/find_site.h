// Which site or handler does the user mean?
#pragma once

#include "report/report.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::driver {

struct FoundSite {
  SiteId site; ///< none: not found, or several fit
  bool ambiguous = false;
  std::vector<std::string> nearest; ///< "module:scope:call#nth   file.py:LINE" of those that fit, or that come near
};

/// `wanted` is a key (`module:scope:call#nth`), a place (`file.py:LINE`, the path as the working folder sees it, as places
/// show it, or its last parts), or a part of either that fits one site alone. Decode sites go before other candidates.
FoundSite find_site(const report::Analysis &analysis, std::string_view wanted);

struct FoundHandler {
  std::optional<uint32_t> handler; ///< index into Verdicts::handlers; none: not found, or several fit
  bool ambiguous = false;
  std::vector<std::string> nearest; ///< as FoundSite's
};

/// The same for a handler (`module:scope:clause#nth`, or the line of its clause). Those that matter go before others.
/// REQUIRES: the run has verdicts.
FoundHandler find_handler(const report::Analysis &analysis, std::string_view wanted);

} // namespace decode_ledger::driver
