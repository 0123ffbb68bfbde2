// Was the file of an entry read whole? Only then can the entry be called stale. Private to this room.
#pragma once

#include "ledger/ledger.h"
#include "ledger/places.h"

#include <map>

namespace decode_ledger::ledger {

class Examined {
public:
  Examined(const Ledger &ledger, const dataflow::PackageModel &model, Places &places)
      : ledger_(ledger), model_(model), places_(places) {}

  /// Why nothing can be said of an entry for `module`; empty when its file was read whole, or is not there at all.
  const std::string &why_not(const std::string &module);
  bool is_whole(const std::string &module) { return why_not(module).empty(); }
  /// The same for the module of a function or class by full name: "asr_lab.faults.check".
  std::string why_not_of_name(std::string name);

private:
  std::string find_why_not(const std::string &module);
  std::string why_left_out(const std::string &module) const;
  /// The files that `module` could stand in.
  std::vector<std::string> paths_of(const std::string &module) const;

  const Ledger &ledger_;
  const dataflow::PackageModel &model_;
  Places &places_;
  std::map<std::string, std::string> known_; // by module
};

} // namespace decode_ledger::ledger
