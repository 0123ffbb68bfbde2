#include "support/names.h"

namespace decode_ledger {

NameId NameTable::enter(std::string_view text) {
  if (auto it = ids_.find(text); it != ids_.end())
    return it->second;
  const NameId id{texts_.size()};
  ids_.emplace(texts_.emplace_back(text), id);
  return id;
}

std::optional<NameId> NameTable::find(std::string_view text) const {
  if (auto it = ids_.find(text); it != ids_.end())
    return it->second;
  return std::nullopt;
}

} // namespace decode_ledger
