// The command line, read and checked.
#pragma once

#include "diagnostics/diagnostics.h"
#include "report/format.h"
#include "support/terminal.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace decode_ledger::driver {

enum class Command : uint8_t {
  Check,
  Inventory,
  Trace,
  Graph,
  Init,
  Sync,
  Exempt,
  Review,
  Rules,
  Explain,
  Completions,
  Manual,
  Print
};

/// --print=NAME: the result of which room.
enum class Print : uint8_t {
  None,
  Files,
  Syntax,
  ModuleModel,
  PackageModel,
  CallGraph,
  Cfg,
  Sites,
  Guards,
  Traces,
  Verdicts
};

enum class Shell : uint8_t { Bash, Zsh, Fish };

struct CommandLine; // command_line.h

struct Options {
  Command command{};
  std::vector<std::string> paths;
  std::string site; ///< trace, exempt: SITE
  bool all = false;
  bool assume_base = false;
  std::string base;                        ///< review: REV
  bool post = false;                       ///< review: send it to the forge
  std::string repository, number, api_url; ///< review --post; empty: from the CI's environment
  std::string root;                        ///< graph
  std::string around;                      ///< graph; empty: the whole graph
  std::optional<unsigned> depth;           ///< graph: calls away from `around`

  bool prune = false, dry_run = false;                                ///< sync: --prune, --check
  std::string category, reason, reviewed_by, reviewed_on, expires_on; ///< exempt; empty: not given
  double patience = 60; ///< sync, exempt: seconds to wait for another run that writes the ledger

  Shell shell = Shell::Bash;                       ///< completions
  std::shared_ptr<const CommandLine> command_line; ///< completions, man: what they tell; none for every other command

  report::Format format = report::Format::Text;
  Print print = Print::None;
  std::string stdin_filename;                      ///< the file that stdin stands in for; empty: stdin is not read
  std::string output;                              ///< empty: stdout
  std::string ledger;                              ///< empty: looked for from the working folder upwards
  std::optional<std::vector<std::string>> exclude; ///< --exclude: in place of the ledger's
  std::vector<std::string> extend_exclude;
  bool force_exclude = false;
  bool respect_gitignore = true;
  std::vector<diagnostics::Rule> select; ///< empty: every rule
  std::vector<diagnostics::Rule> ignore;
  diagnostics::Level fail_on = diagnostics::Level::Error;
  bool exit_zero = false;
  bool strict = false;
  bool statistics = false;
  bool show_files = false;
  bool quiet = false;
  bool verbose = false;
  When colour = When::Auto;
  When links = When::Auto;
  unsigned jobs = 0; ///< 0: one a core
  std::string today; ///< empty: today in UTC
};

/// The run ends here: help, version, or a usage error.
struct EarlyExit {
  int status = 0;
  std::string out; ///< for stdout
  std::string err; ///< for stderr
};

std::variant<Options, EarlyExit> read_options(int argc, const char *const *argv);

} // namespace decode_ledger::driver
