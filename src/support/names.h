// NameTable: strings told apart by number. Each file's tree has a table of its own, made without any shared state;
// linking the package merges them into one (package_model.h), after which equal names have equal ids everywhere.
#pragma once

#include "support/ids.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace decode_ledger {

class NameTable {
public:
  /// The id of `text`, made on first sight. Ids count up from 0 in order of first sight.
  NameId enter(std::string_view text);
  /// None when `text` was never entered.
  std::optional<NameId> find(std::string_view text) const;
  /// REQUIRES: `id` is of this table. The view lives as long as the table, also when the table is moved or grows.
  std::string_view text(NameId id) const { return texts_[id.value]; }
  size_t size() const { return texts_.size(); }

private:
  std::string_view keep(std::string_view text);
  void grow();

  // Open addressing over ids, at most half full: a file has some hundred names and some thousand uses of them, so a
  // look-up must cost little more than hashing the name.
  std::vector<uint32_t> slots_;
  std::vector<std::string_view> texts_;
  std::vector<std::unique_ptr<char[]>> chunks_; // the texts' bytes; chunks never move
  size_t chunk_free_ = 0;
  char *chunk_end_ = nullptr;
};

} // namespace decode_ledger
