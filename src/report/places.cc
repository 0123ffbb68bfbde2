#include "report/places.h"

#include "support/files.h"
#include "support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::report {

const source::LineTable &Places::table(FileId file) {
  std::unique_ptr<source::LineTable> &slot = tables_[file.value];
  if (!slot)
    slot = std::make_unique<source::LineTable>(sources_.file(file).text);
  return *slot;
}

ShownPlace Places::at(const SourceRange &range) {
  const source::SourceFile &file = sources_.file(range.file);
  const source::LineTable &lines = table(range.file);
  return {file.path, source::line_column(file, lines, range.begin), source::line_column(file, lines, range.end)};
}

std::string Places::line(const SourceRange &range) {
  ShownPlace place = at(range);
  return fmt::format("{}:{}", place.path, place.begin.line);
}

std::string Places::line_column(const SourceRange &range) {
  ShownPlace place = at(range);
  return fmt::format("{}:{}:{}", place.path, place.begin.line, place.begin.column);
}

std::string Places::address(const SourceRange &range) {
  ShownPlace place = at(range);
  return fmt::format("file://{}#{}", percent_encoded(join_path(sources_.base, place.path)), place.begin.line);
}

std::string_view Places::line_text(FileId file, uint32_t number) {
  auto [begin, end] = table(file).line_range(number);
  return std::string_view(sources_.file(file).text).substr(begin, end - begin);
}

std::string_view Places::code_at(const SourceRange &range) {
  std::string_view line = line_text(range.file, at(range).begin.line);
  return line.substr(std::min(line.find_first_not_of(" \t\f"), line.size()));
}

} // namespace decode_ledger::report
