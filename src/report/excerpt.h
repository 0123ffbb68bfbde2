// Source lines with carets under the primary range and short texts on the right:
//
//    71 |     assert_ids_in_range(ids, tok)      guard, raises HardwareFault
//       ⋮
//    88 |     except Exception as error:         swallowed here
//       |     ^^^^^^^^^^^^^^^^^^^^^^^^^
//
// Tabs are expanded, long lines are cut around the place, everything from the source is escaped. Carets count what is
// shown: an escaped control character is as wide as its escape, a wide character two columns.
#pragma once

#include "diagnostics/diagnostics.h"
#include "report/paint.h"
#include "report/places.h"

namespace decode_ledger::report {

struct ExcerptStyle {
  unsigned width = 100;
  Ink caret = Ink::Error;
};

/// The first lines of `told`, in the order of files and lines; the file of `primary` first and unnamed, the others
/// under their names. `primary` is shown too when `told` leaves it out. Ends with a line end, unless empty.
std::string excerpt(Places &places, const SourceRange &primary, const std::vector<diagnostics::Place> &told,
                    const ExcerptStyle &style, const Paint &paint);

} // namespace decode_ledger::report
