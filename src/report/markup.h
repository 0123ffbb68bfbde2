#pragma once

#include "report/paint.h"

#include <string>
#include <string_view>

namespace decode_ledger::report {

/// `text` as the content of an element or of a quoted attribute, in XML and HTML alike. What a terminal may not show is
/// made visible (`shown()`), so that no control character and no byte outside UTF-8 is left; U+FFFE and U+FFFF, which XML
/// has no way to say, become U+FFFD.
std::string markup_text(std::string_view text);

/// The class of elements in that ink, which the style sheets in page/ have the colours of: "error", "dim".
std::string_view ink_class(Ink ink);

} // namespace decode_ledger::report
