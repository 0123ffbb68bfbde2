// The rules for people: the table, and one rule's page.

#include "report/paint.h"
#include "report/report.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::report {

std::string rules_text(const std::vector<diagnostics::Rule> &rules, const Style &style) {
  Paint paint(style.colour);
  size_t longest = 0;
  for (diagnostics::Rule rule : rules)
    longest = std::max(longest, diagnostics::rule_entry(rule).name.size());
  std::string out;
  for (diagnostics::Rule rule : rules) {
    const diagnostics::RuleEntry &entry = diagnostics::rule_entry(rule);
    out += fmt::format("{}  {}  {:<7}  {}{}\n", paint(Ink::Strong, diagnostics::rule_code(rule)),
                       paint.padded(Ink::Plain, entry.name, longest), diagnostics::level_name(entry.level),
                       entry.summary, entry.implemented ? "" : " (not reported yet)");
  }
  return out;
}

std::string explain_text(diagnostics::Rule rule, const Style &style) {
  std::string_view page = diagnostics::rule_page(rule);
  if (!page.empty())
    return std::string(page) + (page.ends_with('\n') ? "" : "\n");
  return rules_text({rule}, style);
}

} // namespace decode_ledger::report
