// The flags and arguments of one command line as words, and what they must say to be options. CLI11 has filled them in
// (options.cc); what is wrong with one is told here, with the nearest word that would be right.
#pragma once

#include "driver/options.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace decode_ledger::driver {

struct Words {
  std::string format, print, fail_on, colour, links, jobs, depth, patience;
  std::vector<std::string> positionals, exclude, extend_exclude, select, ignore;
  bool gitignore = false, no_gitignore = false;
  bool quiet = false, verbose = false;
};

/// The commands of this version, in the order that the help lists them.
constexpr std::array<std::pair<Command, std::string_view>, 12> kCommands = {{
    {Command::Check, "check"},
    {Command::Inventory, "inventory"},
    {Command::Trace, "trace"},
    {Command::Graph, "graph"},
    {Command::Init, "init"},
    {Command::Sync, "sync"},
    {Command::Exempt, "exempt"},
    {Command::Review, "review"},
    {Command::Rules, "rules"},
    {Command::Explain, "explain"},
    {Command::Completions, "completions"},
    {Command::Manual, "man"},
}};
/// REQUIRES: there is such a command.
Command command_named(std::string_view name);
std::vector<std::string_view> command_names();

/// Which formats each command gives, in the order that its help tells them.
std::span<const report::Format> formats_of(Command command);
std::vector<std::string_view> names_of(std::span<const report::Format> formats);

/// What --print can be told to print.
std::vector<std::string_view> print_words();

/// The run ends with kCannotRun and "error: …" on stderr, escaped.
EarlyExit usage_error(std::string message);
/// "; did you mean `check`?"; empty when no candidate is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view> &candidates);

/// Fill in `options`, whose command is known. They give what is wrong with the first word that is.
std::optional<EarlyExit> read_words(const Words &words, Options &options);
std::optional<EarlyExit> read_positionals(const Words &words, Options &options);

} // namespace decode_ledger::driver
