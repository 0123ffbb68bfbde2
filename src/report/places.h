// Ranges as people see them. Line tables are made for the files that are shown, once each. For one thread.
#pragma once

#include "source/source.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::report {

struct ShownPlace {
  std::string_view path;
  source::LineColumn begin;
  source::LineColumn end; ///< exclusive: the column behind the last code point
};

class Places {
public:
  explicit Places(const source::SourceSet &sources) : sources_(sources), tables_(sources.files.size()) {}

  /// REQUIRES: range.valid(), as for the other three.
  ShownPlace at(const SourceRange &range);
  /// "src/a.py:12", "src/a.py:12:5"; not escaped.
  std::string line(const SourceRange &range);
  std::string line_column(const SourceRange &range);
  /// "file:///home/mira/src/a.py#12": where the file lies on this machine. Terminals take the line or pass it over.
  std::string address(const SourceRange &range);
  /// Line `number` of the file without its line end, as in the source. REQUIRES: 1 <= number <= num_lines(file).
  std::string_view line_text(FileId file, uint32_t number);
  /// The byte at which line `number` begins. REQUIRES: as above.
  uint32_t line_begin(FileId file, uint32_t number) { return table(file).line_range(number).first; }
  /// The line where `range` begins, without its indentation. REQUIRES: the file was read.
  std::string_view code_at(const SourceRange &range);
  uint32_t num_lines(FileId file) { return table(file).num_lines(); }
  const source::SourceSet &sources() const { return sources_; }

private:
  const source::LineTable &table(FileId file);
  const source::SourceSet &sources_;
  std::vector<std::unique_ptr<source::LineTable>> tables_;
};

} // namespace decode_ledger::report
