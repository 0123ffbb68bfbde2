#include "report/page_parts.h"

#include "support/check.h"

#include <algorithm>

namespace decode_ledger::report {

const EmbeddedFile &page_part(std::string_view name) {
  auto found = std::ranges::find(embedded_page_parts(), name, &EmbeddedFile::name);
  DL_CHECK(found != embedded_page_parts().end());
  return *found;
}

} // namespace decode_ledger::report
