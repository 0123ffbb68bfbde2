#include "ledger/findings.h"

#include <algorithm>

namespace decode_ledger::ledger {

using decode_sites::DecodeSite;
using diagnostics::Diagnostic;
using diagnostics::Rule;

Diagnostic &FindingList::add(Rule rule, std::string message) {
  Diagnostic d;
  d.rule = rule;
  d.level = diagnostics::rule_entry(rule).level;
  d.message = std::move(message);
  findings_.push_back(std::move(d));
  return findings_.back();
}

Diagnostic &FindingList::at_entry(Rule rule, TomlPlace place, const std::string &subject, std::string message) {
  Diagnostic &d = add(rule, std::move(message));
  d.ledger = {std::max<uint32_t>(place.line, 1), std::max<uint32_t>(place.column, 1)};
  d.subject = subject;
  return d;
}

Diagnostic &FindingList::at_site(Rule rule, const DecodeSite &site, std::string message) {
  Diagnostic &d = add(rule, std::move(message));
  d.range = site.name_range;
  d.subject = site.key.text();
  d.fingerprint = site.fingerprint;
  return d;
}

} // namespace decode_ledger::ledger
