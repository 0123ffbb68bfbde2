// The two streams. stdout, or --output's file, gets the result alone; stderr everything else.
#pragma once

#include "driver/options.h"

#include <string_view>

namespace decode_ledger::driver {

/// Writes the result where the options say; a file whole or not at all. False, and said on stderr, when it could not be
/// written. A reader that went away (`| head`) is no fault of ours.
bool write_result(const Options &options, std::string_view result);

/// On stderr. `note` and `error` put their word in front and end the line.
void write_err(std::string_view text);
void note(const Options &options, std::string_view text);
void error(std::string_view text);

} // namespace decode_ledger::driver
