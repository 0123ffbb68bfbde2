// The command line as data, for those who write it down: the shells' completions and the manual page. options.cc makes
// it of what CLI11 was given, so they tell exactly what the program takes.
#pragma once

#include "driver/options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::driver {

/// One word that a value may be; `meaning` is empty where the word says it all.
struct Choice {
  std::string word, meaning;
};

struct Value {
  enum class Kind : uint8_t { Free, File, Folder, Choice };
  std::string placeholder; ///< what help calls it: `FORMAT`
  Kind kind = Kind::Free;
  std::vector<Choice> choices;
  bool is_list = false; ///< several may stand with commas between them
};

struct Flag {
  std::vector<std::string> names; ///< "--output", "-o"
  std::string help;
  std::optional<Value> value; ///< none: the flag stands alone
  bool is_repeated = false;
};

struct CommandDescription {
  Command command = Command::Print;
  std::string name; ///< empty: without a command
  std::string summary;
  std::vector<Flag> flags;
  std::string arguments; ///< as usage shows them, "[PATH…]"; empty: none
  std::string arguments_help;
  Value argument;    ///< what each of them may be
  std::string notes; ///< what help says below the flags
};

struct CommandLine {
  CommandDescription bare; ///< without a command
  std::vector<CommandDescription> commands;
};

/// What a value of `command` may be, by the placeholder that its help has for it: FORMAT, FILE, RULES.
Value value_called(Command command, std::string_view placeholder);

} // namespace decode_ledger::driver
