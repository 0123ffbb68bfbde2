// The style sheets and the script of HTML and SVG outputs (src/report/page/, compiled in).
#pragma once

#include "support/embedded.h"

namespace decode_ledger::report {

/// REQUIRES: there is a file of that name.
const EmbeddedFile &page_part(std::string_view name);

} // namespace decode_ledger::report
