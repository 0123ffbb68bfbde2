// Lines for messages. Findings carry byte ranges; a sentence that names a line needs the number here already.
#pragma once

#include "package_model/package_model.h"

#include <memory>
#include <string>
#include <unordered_map>

namespace decode_ledger::ledger {

class Places {
public:
  explicit Places(const package_model::PackageModel &model) : model_(model) {}

  /// 1-based line of the range's begin. REQUIRES: `range` is valid.
  uint32_t line(const SourceRange &range);
  /// "pkg/load.py:17".
  std::string file_line(const SourceRange &range);
  /// "line 17" when `seen_from` is in the same file, else "pkg/load.py:17".
  std::string line_seen_from(const SourceRange &range, const SourceRange &seen_from);
  /// "Evaluator.run:203": the function's name in its file, and a line.
  std::string function_line(FunctionId function, const SourceRange &range);

private:
  const package_model::PackageModel &model_;
  std::unordered_map<FileId, std::unique_ptr<source::LineTable>> tables_;
};

} // namespace decode_ledger::ledger
