// DL_CHECK: an invariant of our own that does not hold is a defect of the tool, and stops it with the place. Input can
// never make one fail; whatever input can do is a diagnostic or a Result.
#pragma once

namespace decode_ledger {
[[noreturn]] void check_failed(const char *condition, const char *file, int line);
} // namespace decode_ledger

#define DL_CHECK(condition)                                                                                            \
  do {                                                                                                                 \
    if (!(condition))                                                                                                  \
      ::decode_ledger::check_failed(#condition, __FILE__, __LINE__);                                                   \
  } while (false)
