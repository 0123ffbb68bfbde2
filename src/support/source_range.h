// A place in the analysed package: a file and a half-open range of byte offsets. Lines and columns exist only where
// something is shown (source/source.h converts).
#pragma once

#include "support/ids.h"

namespace decode_ledger {

struct SourceRange {
  FileId file;
  uint32_t begin = 0;
  uint32_t end = 0;

  /// False for "no place".
  bool valid() const { return file.valid(); }
  uint32_t size() const { return end - begin; }
  bool contains(const SourceRange &other) const {
    return file == other.file && begin <= other.begin && other.end <= end;
  }
  auto operator<=>(const SourceRange &) const = default;
};

} // namespace decode_ledger
