// The scripts that let a shell complete the command line, written from its description.
#pragma once

#include "driver/command_line.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace decode_ledger::driver {

/// "bash", "zsh", "fish".
std::span<const std::string_view> shell_names();
std::optional<Shell> find_shell(std::string_view name);

/// The whole script. bash: to be sourced, or laid into bash-completion/completions/. zsh: a function file `_decode-ledger`
/// for fpath, which may be sourced after compinit, too. fish: to be sourced, or laid into vendor_completions.d/.
std::string completions(Shell shell, const CommandLine &line);

} // namespace decode_ledger::driver
