#include "ledger/places.h"

#include <fmt/format.h>

namespace decode_ledger::ledger {

uint32_t Places::line(const SourceRange &range) {
  std::unique_ptr<source::LineTable> &table = tables_[range.file];
  if (!table)
    table = std::make_unique<source::LineTable>(model_.sources().file(range.file).text);
  return table->line(range.begin);
}

std::string Places::file_line(const SourceRange &range) {
  return fmt::format("{}:{}", model_.sources().file(range.file).path, line(range));
}

std::string Places::line_seen_from(const SourceRange &range, const SourceRange &seen_from) {
  return range.file == seen_from.file ? fmt::format("line {}", line(range)) : file_line(range);
}

std::string Places::function_line(FunctionId function, const SourceRange &range) {
  return fmt::format("{}:{}", model_.function(function).qualified, line(range));
}

} // namespace decode_ledger::ledger
