// The two clocks of the tool. Results never depend on them, but for `expires-on`, which is held against the day.
#pragma once

#include <string>

namespace decode_ledger {

/// Today in UTC, as "YYYY-MM-DD".
std::string today_utc();

/// Seconds since some fixed moment, never going back. For the times that are told on stderr, and for progress.
double monotonic_seconds();

} // namespace decode_ledger
