#pragma once

namespace decode_ledger::driver {

/// Stable: scripts rely on them.
inline constexpr int kClean = 0;
inline constexpr int kFindings = 1;  ///< findings at error level (or at --fail-on's)
inline constexpr int kCannotRun = 2; ///< usage, ledger refused, nothing to read, I/O

} // namespace decode_ledger::driver
