#include "report/site_words.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::report {

std::string origin_words(const decode_sites::DecodeSite &site) {
  return fmt::format("{}{}", decode_sites::origin_name(site.origin), site.sentinel ? ", may hold -100" : "");
}

std::string state_words(const Analysis &analysis, SiteId site) {
  if (!analysis.verdicts)
    return {};
  const ledger::SiteVerdict &verdict = analysis.verdicts->sites[site.value];
  switch (verdict.state) {
  case ledger::SiteState::Guarded:
    return "guarded";
  case ledger::SiteState::Exempt:
    return verdict.entry ? fmt::format("exempt ({})", analysis.ledger->sites[*verdict.entry].category) : "exempt";
  case ledger::SiteState::Todo:
    return "todo";
  case ledger::SiteState::New:
    return "new";
  case ledger::SiteState::Test:
    return "test";
  case ledger::SiteState::Opaque:
    return "opaque";
  case ledger::SiteState::NoSite:
    return "no site";
  }
  return {};
}

std::string guard_words(const guards::SiteGuard &guard) {
  std::string rules;
  for (const guards::GuardFault &fault : guard.faults)
    if (std::string code = diagnostics::rule_code(fault.rule); rules.find(code) == std::string::npos)
      rules += (rules.empty() ? "" : ", ") + code;
  std::string verdict(guards::guard_verdict_name(guard.verdict));
  return rules.empty() ? verdict : fmt::format("{} ({})", verdict, rules);
}

std::string ending_words(const Analysis &analysis, SiteId site) {
  const exceptions_trace::Trace *trace = analysis.traces->of(site);
  return trace ? std::string(exceptions_trace::ending_name(trace->ending)) : "-";
}

std::string fault_words(const exceptions_trace::Trace &trace) {
  constexpr std::string_view kHypothetical = " (hypothetical subclass)";
  std::string_view fault = trace.fault;
  if (!fault.ends_with(kHypothetical))
    return shown(fault);
  fault.remove_suffix(kHypothetical.size());
  return fmt::format("no class is named: one derived from {} is supposed", shown(fault));
}

std::string evidence_lines(Places &places, const Paint &paint, std::string_view label,
                           const std::vector<decode_sites::Evidence> &evidence) {
  std::string out;
  for (const decode_sites::Evidence &step : evidence) {
    std::string_view word = out.empty() ? label : "";
    std::string text = shown(step.text);
    std::string place = step.place.valid() ? shown(places.line(step.place)) : "";
    out += fmt::format("        {:<10}{}{}\n", word, place.empty() ? text : paint.padded(Ink::Plain, text, 44),
                       place.empty() ? "" : " " + paint(Ink::Dim, place));
  }
  return out;
}

std::string ratchet_words(const Ratchet &ratchet) {
  std::string changes;
  for (auto [change, word] :
       {std::pair(ratchet.guarded, "guarded"), std::pair(ratchet.exempt, "exempt"), std::pair(ratchet.todo, "todo")})
    if (change != 0)
      changes += fmt::format("{}{:+} {}", changes.empty() ? "" : ", ", change, word);
  return changes.empty() ? "no change" : changes;
}

std::string counted(size_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string name_in_module(const package_model::PackageModel &model, FunctionId function) {
  const std::string &module = model.module_name(model.file_of(function));
  std::string name = model.full_name(function);
  return name.starts_with(module + ".") ? name.substr(module.size() + 1) : name;
}

Ink ink_of(exceptions_trace::HandlerVerdict verdict) {
  switch (verdict) {
  case exceptions_trace::HandlerVerdict::Swallows:
  case exceptions_trace::HandlerVerdict::StringMatch:
    return Ink::Error;
  case exceptions_trace::HandlerVerdict::Reraises:
  case exceptions_trace::HandlerVerdict::Exits:
    return Ink::Good;
  default:
    return Ink::Warning;
  }
}

Ink ink_of(exceptions_trace::Ending ending) {
  switch (ending) {
  case exceptions_trace::Ending::Heard:
    return Ink::Good;
  case exceptions_trace::Ending::Swallowed:
    return Ink::Error;
  case exceptions_trace::Ending::Conditional:
  case exceptions_trace::Ending::Unknown:
    return Ink::Warning;
  }
  return Ink::Warning;
}

} // namespace decode_ledger::report
