// Findings in the making, at an entry of the ledger or at a site. Private to this room.
#pragma once

#include "ledger/ledger.h"

namespace decode_ledger::ledger {

class FindingList {
public:
  /// What is given is good until the next one is added.
  diagnostics::Diagnostic &add(diagnostics::Rule rule, std::string message);
  diagnostics::Diagnostic &at_entry(diagnostics::Rule rule, TomlPlace place, const std::string &subject,
                                    std::string message);
  diagnostics::Diagnostic &at_site(diagnostics::Rule rule, const decode_sites::DecodeSite &site, std::string message);

  void add(diagnostics::Diagnostic finding) { findings_.push_back(std::move(finding)); }
  std::vector<diagnostics::Diagnostic> take() { return std::move(findings_); }

private:
  std::vector<diagnostics::Diagnostic> findings_;
};

} // namespace decode_ledger::ledger
