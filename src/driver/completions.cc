// One writer a shell. The three say the same: words for a command, a flag or a value that has a fixed set of them, files
// or folders where those are meant, and nothing where the person alone knows.
//
// What is written into a script is the program's own text: names are [a-z0-9-], and help is quoted for its shell.

#include "driver/completions.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace decode_ledger::driver {
namespace {

using Kind = Value::Kind;

constexpr std::array<std::string_view, 3> kShellNames = {"bash", "zsh", "fish"};

/// `text` with `before` in front of each of `characters`, and `after` behind it.
std::string escaped(std::string_view text, std::string_view characters, std::string_view before = "\\",
                    std::string_view after = "") {
  std::string out;
  for (char c : text) {
    bool special = characters.find(c) != std::string_view::npos;
    out += special ? fmt::format("{}{}{}", before, c, after) : std::string(1, c);
  }
  return out;
}

std::vector<std::string> words_of(const Value &value) {
  std::vector<std::string> words;
  for (const Choice &choice : value.choices)
    words.push_back(choice.word);
  return words;
}

std::vector<std::string> flag_names(const CommandDescription &command) {
  std::vector<std::string> names;
  for (const Flag &flag : command.flags)
    names.insert(names.end(), flag.names.begin(), flag.names.end());
  return names;
}

std::vector<std::string> names_of_commands(const CommandLine &line) {
  std::vector<std::string> names;
  for (const CommandDescription &command : line.commands)
    names.push_back(command.name);
  return names;
}

/// The commands and, last, what is without one.
std::vector<const CommandDescription *> all_of(const CommandLine &line) {
  std::vector<const CommandDescription *> all;
  for (const CommandDescription &command : line.commands)
    all.push_back(&command);
  all.push_back(&line.bare);
  return all;
}

// ---- bash ----

constexpr std::string_view kBashHead =
    R"(# bash completion of decode-ledger, written by `decode-ledger completions bash`.
# shellcheck shell=bash

# Offers the words of $1 that go on with what is typed; $2 is a part of it that stays as it is.
_decode_ledger_words() {
  local match
  while IFS= read -r match; do
    COMPREPLY+=("$2$match")
  done < <(compgen -W "$1" -- "${word#"$2"}")
}

# The same behind the last comma.
_decode_ledger_list() {
  local typed=""
  [[ $word == *,* ]] && typed=${word%,*},
  _decode_ledger_words "$1" "$typed"
}

# Files ($1 is -f) or folders (-d), quoted by readline.
_decode_ledger_files() {
  local match
  compopt -o filenames 2>/dev/null
  while IFS= read -r match; do
    COMPREPLY+=("$match")
  done < <(compgen "$1" -- "$word")
}

_decode_ledger() {
  local word=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD - 1]} command="" i
  COMPREPLY=()
  # `--flag=value` comes as three words.
  if [[ $word == = ]]; then
    word=""
  elif [[ $flag == = ]]; then
    flag=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
)";

std::string bash_values(const Value &value) {
  switch (value.kind) {
  case Kind::Choice:
    return fmt::format("_decode_ledger_{} \"{}\"", value.is_list ? "list" : "words", fmt::join(words_of(value), " "));
  case Kind::File:
    return "_decode_ledger_files -f";
  case Kind::Folder:
    return "_decode_ledger_files -d";
  case Kind::Free:
    return "";
  }
  return "";
}

/// A branch for each flag with a value: `"check --format" | "check --output-format")`.
std::string bash_flag_values(const CommandDescription &command) {
  std::string out;
  for (const Flag &flag : command.flags) {
    if (!flag.value)
      continue;
    std::vector<std::string> patterns;
    for (const std::string &name : flag.names)
      patterns.push_back(fmt::format("\"{} {}\"", command.name, name));
    std::string values = bash_values(*flag.value);
    out += fmt::format("  {})\n{}    return\n    ;;\n", fmt::join(patterns, " | "),
                       values.empty() ? "" : fmt::format("    {}\n", values));
  }
  return out;
}

/// What may stand where no value of a flag is due.
std::string bash_words(const CommandLine &line, const CommandDescription &command) {
  std::string arguments = command.name.empty()
                              ? fmt::format("_decode_ledger_words \"{}\"", fmt::join(names_of_commands(line), " "))
                              : bash_values(command.argument);
  std::string flags = fmt::format("_decode_ledger_words \"{}\"", fmt::join(flag_names(command), " "));
  std::string pattern = command.name.empty() ? "\"\"" : command.name;
  if (arguments.empty())
    return fmt::format("  {})\n    {}\n    ;;\n", pattern, flags);
  return fmt::format("  {})\n    if [[ $word == -* ]]; then\n      {}\n    else\n      {}\n    fi\n    ;;\n", pattern,
                     flags, arguments);
}

std::string bash_script(const CommandLine &line) {
  std::string out(kBashHead);
  out += fmt::format("    {})\n      command=${{COMP_WORDS[i]}}\n      break\n      ;;\n    esac\n  done\n",
                     fmt::join(names_of_commands(line), " | "));
  out += "  case \"$command $flag\" in\n";
  for (const CommandDescription *command : all_of(line))
    out += bash_flag_values(*command);
  out += "  esac\n  case $command in\n";
  for (const CommandDescription *command : all_of(line))
    out += bash_words(line, *command);
  return out + "  esac\n}\n\ncomplete -F _decode_ledger decode-ledger\n";
}

// ---- zsh ----

/// Text for single quotes.
std::string zsh_quoted(std::string_view text) { return escaped(text, "'", "'\\", "'"); }

/// Text inside `[…]` or after a `:` of a spec, itself in single quotes.
std::string zsh_text(std::string_view text) { return zsh_quoted(escaped(text, "\\[]:")); }

/// Text with nothing that splits or expands words: an item of `((word\:text …))`.
std::string zsh_item(const Choice &choice) {
  if (choice.meaning.empty())
    return choice.word;
  return choice.word + "\\:" + escaped(zsh_text(choice.meaning), " ()");
}

std::string zsh_choices(const Value &value) {
  std::vector<std::string> items;
  if (value.is_list) {
    for (const Choice &choice : value.choices)
      items.push_back(choice.meaning.empty() ? choice.word : fmt::format("{}[{}]", choice.word, choice.meaning));
    return fmt::format("_values -s , {} \"{}\"", value.placeholder, fmt::join(items, "\" \""));
  }
  bool told = std::ranges::any_of(value.choices, [](const Choice &choice) { return !choice.meaning.empty(); });
  for (const Choice &choice : value.choices)
    items.push_back(zsh_item(choice));
  std::string listed = fmt::format("({})", fmt::join(items, " "));
  return told ? fmt::format("({})", listed) : listed;
}

/// The part of a spec behind its description: `:FORMAT:(text json)`.
std::string zsh_values(const Value &value) {
  switch (value.kind) {
  case Kind::Choice:
    return fmt::format(":{}:{}", value.placeholder, zsh_choices(value));
  case Kind::File:
    return fmt::format(":{}:_files", value.placeholder);
  case Kind::Folder:
    return fmt::format(":{}:_path_files -/", value.placeholder);
  case Kind::Free:
    return fmt::format(":{}: ", value.placeholder);
  }
  return "";
}

/// One spec a name; a name shuts out its twins, and itself unless it may come again.
std::string zsh_flag(const Flag &flag, std::string_view indent) {
  std::string out;
  for (const std::string &name : flag.names) {
    std::string_view takes = !flag.value ? "" : name.starts_with("--") ? "=" : "+";
    std::string head = flag.is_repeated ? "*" : fmt::format("({})", fmt::join(flag.names, " "));
    out += fmt::format("{}'{}{}{}[{}]{}' \\\n", indent, head, name, takes, zsh_text(flag.help),
                       flag.value ? zsh_values(*flag.value) : "");
  }
  return out;
}

std::string zsh_command(const CommandDescription &command) {
  std::string out = fmt::format("    {})\n      _arguments -s -S \\\n", command.name);
  for (const Flag &flag : command.flags)
    out += zsh_flag(flag, "        ");
  if (!command.arguments.empty())
    out += fmt::format("        '*{}' \\\n", zsh_values(command.argument));
  return out + "        && ret=0\n      ;;\n";
}

std::string zsh_script(const CommandLine &line) {
  std::string out =
      "#compdef decode-ledger\n# zsh completion of decode-ledger, written by `decode-ledger completions zsh`.\n\n"
      "_decode-ledger() {\n  local curcontext=\"$curcontext\" state ret=1\n  local -a line commands\n"
      "  typeset -A opt_args\n\n  _arguments -C -s -S -A '-*' \\\n";
  for (const Flag &flag : line.bare.flags)
    out += zsh_flag(flag, "    ");
  out += "    '1: :->command' \\\n    '*:: :->rest' && ret=0\n\n  case $state in\n  command)\n    commands=(\n";
  for (const CommandDescription &command : line.commands)
    out += fmt::format("      '{}:{}'\n", command.name, zsh_text(command.summary));
  out += "    )\n    _describe -t commands command commands && ret=0\n    ;;\n  rest)\n    case $line[1] in\n";
  for (const CommandDescription &command : line.commands)
    out += zsh_command(command);
  return out + "    esac\n    ;;\n  esac\n  return ret\n}\n\n"
               "# In fpath this file is the function's body; sourced, it only declares it.\n"
               "if [[ ${funcstack[1]} == _decode-ledger ]]; then\n  _decode-ledger \"$@\"\nelse\n"
               "  compdef _decode-ledger decode-ledger\nfi\n";
}

// ---- fish ----

std::string fish_quoted(std::string_view text) { return fmt::format("'{}'", escaped(text, "\\'")); }

/// Words with their meanings, as `complete --arguments` takes them.
std::string fish_choices(const Value &value) {
  std::vector<std::string> items;
  for (const Choice &choice : value.choices)
    items.push_back(choice.meaning.empty() ? choice.word : fmt::format("{}\\t\"{}\"", choice.word, choice.meaning));
  return fmt::format("{}", fmt::join(items, " "));
}

std::string fish_values(const Value &value) {
  switch (value.kind) {
  case Kind::Choice:
    if (value.is_list)
      return fmt::format(" -x -a '(__fish_complete_list , __decode_ledger_{})'", value.placeholder);
    return fmt::format(" -x -a '{}'", fish_choices(value));
  case Kind::File:
    return " -r -F";
  case Kind::Folder:
    return " -x -a '(__fish_complete_directories)'";
  case Kind::Free:
    return " -x";
  }
  return "";
}

/// __fish_complete_list asks a function for the words.
std::string fish_list_functions(const CommandLine &line) {
  std::string out;
  std::vector<std::string> written;
  for (const CommandDescription *command : all_of(line))
    for (const Flag &flag : command->flags) {
      if (!flag.value || !flag.value->is_list || std::ranges::count(written, flag.value->placeholder) != 0)
        continue;
      written.push_back(flag.value->placeholder);
      out += fmt::format("function __decode_ledger_{}\n", flag.value->placeholder);
      for (const Choice &choice : flag.value->choices)
        out += fmt::format("    printf '%s\\t%s\\n' {} {}\n", choice.word, fish_quoted(choice.meaning));
      out += "end\n\n";
    }
  return out;
}

std::string fish_flag(const Flag &flag, std::string_view condition) {
  std::string out = fmt::format("complete -c decode-ledger -n {}", fish_quoted(condition));
  for (const std::string &name : flag.names)
    out += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2)) : fmt::format(" -s {}", name.substr(1));
  return fmt::format("{} -d {}{}\n", out, fish_quoted(flag.help), flag.value ? fish_values(*flag.value) : "");
}

std::string fish_script(const CommandLine &line) {
  constexpr std::string_view kNoCommand = "__fish_use_subcommand";
  std::string out = "# fish completion of decode-ledger, written by `decode-ledger completions fish`.\n\n" +
                    fish_list_functions(line) + "complete -c decode-ledger -f\n";
  for (const Flag &flag : line.bare.flags)
    out += fish_flag(flag, kNoCommand);
  for (const CommandDescription &command : line.commands)
    out += fmt::format("complete -c decode-ledger -n {} -a {} -d {}\n", kNoCommand, command.name,
                       fish_quoted(command.summary));
  for (const CommandDescription &command : line.commands) {
    std::string condition = fmt::format("__fish_seen_subcommand_from {}", command.name);
    for (const Flag &flag : command.flags)
      out += fish_flag(flag, condition);
    if (command.argument.kind == Kind::File)
      out += fmt::format("complete -c decode-ledger -n '{}' -F\n", condition);
    else if (command.argument.kind == Kind::Choice)
      out += fmt::format("complete -c decode-ledger -n '{}' -a '{}'\n", condition, fish_choices(command.argument));
  }
  return out;
}

} // namespace

std::span<const std::string_view> shell_names() { return kShellNames; }

std::optional<Shell> find_shell(std::string_view name) {
  const auto *found = std::ranges::find(kShellNames, name);
  if (found == kShellNames.end())
    return std::nullopt;
  return static_cast<Shell>(found - kShellNames.begin());
}

std::string completions(Shell shell, const CommandLine &line) {
  switch (shell) {
  case Shell::Bash:
    return bash_script(line);
  case Shell::Zsh:
    return zsh_script(line);
  case Shell::Fish:
    return fish_script(line);
  }
  return "";
}

} // namespace decode_ledger::driver
