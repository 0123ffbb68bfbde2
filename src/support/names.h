// NameTable: strings told apart by number. Each file's tree has a table of its own, made without any shared state;
// linking the package merges them into one (package_model.h), after which equal names have equal ids everywhere.
#pragma once

#include "support/ids.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace decode_ledger {

class NameTable {
public:
  /// The id of `text`, made on first sight. Ids count up from 0 in order of first sight.
  NameId enter(std::string_view text);
  /// None when `text` was never entered.
  std::optional<NameId> find(std::string_view text) const;
  /// REQUIRES: `id` is of this table. The view lives as long as the table, also when the table is moved.
  std::string_view text(NameId id) const { return texts_[id.value]; }
  size_t size() const { return texts_.size(); }

private:
  std::deque<std::string> texts_; // a deque: views into it stay valid while it grows
  std::unordered_map<std::string_view, NameId> ids_;
};

} // namespace decode_ledger
