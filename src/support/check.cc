#include "support/check.h"

#include <cstdio>
#include <cstdlib>

namespace decode_ledger {

void check_failed(const char *condition, const char *file, int line) {
  std::fprintf(stderr, "decode-ledger: internal error: %s does not hold (%s:%d); please report it\n", condition, file,
               line);
  std::abort();
}

} // namespace decode_ledger
