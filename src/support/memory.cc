#include "support/memory.h"

#include <cstdlib> // defines __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace decode_ledger {

void expect_growing_heap() {
#ifdef __GLIBC__
  // glibc grows by 128 KB a step, with a system call and a lock each: a fifth of the time to read a large package.
  constexpr int kStepBytes = 32 << 20;
  mallopt(M_TOP_PAD, kStepBytes);
  mallopt(M_TRIM_THRESHOLD, 4 * kStepBytes);
#endif
}

} // namespace decode_ledger
