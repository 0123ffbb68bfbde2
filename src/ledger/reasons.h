#pragma once

#include <string_view>

namespace decode_ledger::ledger {

/// Why `reason` is no real reason, in a few words: "is missing", "is a placeholder", "has fewer than three words".
/// Empty: it is one. Whether it is true only a reader can say.
std::string_view problem_of_reason(std::string_view reason);

} // namespace decode_ledger::ledger
