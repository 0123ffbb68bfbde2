#include "support/memory.h"

#include <cstdlib> // defines __GLIBC__

// jemalloc has no mallopt, and in a static program glibc's would bring glibc's malloc with it.
#if defined(__GLIBC__) && !defined(DL_HAS_JEMALLOC)
#define DL_GLIBC_MALLOC
#include <malloc.h>
#endif

namespace decode_ledger {

void expect_growing_heap() {
#ifdef DL_GLIBC_MALLOC
  // glibc grows by 128 KB a step, with a system call and a lock each: a fifth of the time to read a large package.
  constexpr int kStepBytes = 32 << 20;
  mallopt(M_TOP_PAD, kStepBytes);
  mallopt(M_TRIM_THRESHOLD, 4 * kStepBytes);
#endif
}

} // namespace decode_ledger
