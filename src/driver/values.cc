// What may stand for a placeholder of the help. One that is not listed here stands for whatever the person likes.

#include "driver/command_line.h"
#include "driver/completions.h"
#include "driver/words.h"
#include "ledger/ledger.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace decode_ledger::driver {
namespace {

constexpr std::array<std::string_view, 3> kFiles = {"FILE", "PATH", "SITE"};
constexpr size_t kPrefixLength = 3; // DL1, DL2: rules of one kind

std::vector<Choice> choices(const auto &words) {
  std::vector<Choice> choices;
  for (std::string_view word : words)
    choices.push_back({std::string(word), {}});
  return choices;
}

/// Each rule by its code and by its name; with `prefixes` also all of one kind.
std::vector<Choice> rule_choices(bool prefixes) {
  std::vector<Choice> choices;
  std::string last;
  for (const diagnostics::RuleEntry &entry : diagnostics::rules()) {
    std::string code = diagnostics::rule_code(entry.rule);
    std::string prefix = code.substr(0, kPrefixLength);
    if (prefixes && prefix != last)
      choices.push_back({prefix, fmt::format("every rule from {} on", code)});
    last = prefix;
    choices.push_back({code, std::string(entry.name)});
  }
  for (const diagnostics::RuleEntry &entry : diagnostics::rules())
    choices.push_back({std::string(entry.name), diagnostics::rule_code(entry.rule)});
  return choices;
}

std::vector<Choice> words_of(Command command, std::string_view placeholder) {
  using namespace std::string_view_literals;
  if (placeholder == "FORMAT")
    return choices(names_of(formats_of(command)));
  if (placeholder == "LEVEL")
    return choices(std::array{"error"sv, "warning"sv, "note"sv});
  if (placeholder == "WHEN")
    return choices(std::array{"auto"sv, "always"sv, "never"sv});
  if (placeholder == "ROOM")
    return choices(print_words());
  if (placeholder == "CATEGORY")
    return choices(ledger::categories());
  if (placeholder == "SHELL")
    return choices(shell_names());
  if (placeholder == "RULES" || placeholder == "CODE")
    return rule_choices(command != Command::Explain);
  return {};
}

} // namespace

Value value_called(Command command, std::string_view placeholder) {
  Value value;
  value.placeholder = placeholder;
  value.choices = words_of(command, placeholder);
  if (!value.choices.empty())
    value.kind = Value::Kind::Choice;
  else if (std::ranges::find(kFiles, placeholder) != kFiles.end())
    value.kind = Value::Kind::File;
  else if (placeholder == "DIR")
    value.kind = Value::Kind::Folder;
  value.is_list = placeholder == "RULES";
  return value;
}

} // namespace decode_ledger::driver
