// The tables of knowledge/, for tests of the rooms that read them.
#pragma once

#include "knowledge/knowledge.h"

namespace decode_ledger::knowledge {

inline const Knowledge &tables() {
  static const Knowledge kTables = load_knowledge().value();
  return kTables;
}

} // namespace decode_ledger::knowledge
