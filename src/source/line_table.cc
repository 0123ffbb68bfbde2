#include "source/source.h"

#include "support/check.h"
#include "support/text.h"

#include <algorithm>

namespace decode_ledger::source {

LineTable::LineTable(std::string_view text) {
  starts_.push_back(0);
  for (size_t i = text.find_first_of("\r\n"); i != std::string_view::npos; i = text.find_first_of("\r\n", i)) {
    ends_.push_back(static_cast<uint32_t>(i));
    i += text.substr(i).starts_with("\r\n") ? 2 : 1;
    starts_.push_back(static_cast<uint32_t>(i));
  }
  ends_.push_back(static_cast<uint32_t>(text.size()));
}

uint32_t LineTable::line(uint32_t offset) const {
  return static_cast<uint32_t>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin());
}

std::pair<uint32_t, uint32_t> LineTable::line_range(uint32_t line) const {
  DL_CHECK(line >= 1 && line <= num_lines());
  return {starts_[line - 1], ends_[line - 1]};
}

LineColumn line_column(const SourceFile &file, const LineTable &lines, uint32_t offset) {
  const uint32_t line = lines.line(offset);
  const uint32_t begin = lines.line_range(line).first;
  const std::string_view text = file.text;
  const size_t end = std::min<size_t>(offset, text.size());
  const size_t before = begin < end ? num_code_points(text.substr(begin, end - begin)) : 0;
  return {line, static_cast<uint32_t>(before) + 1};
}

} // namespace decode_ledger::source
