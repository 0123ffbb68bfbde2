#include "report/excerpt.h"

#include "report/display_width.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace decode_ledger::report {
namespace {

constexpr size_t kTabWidth = 4;
/// Lines of code get at least this many columns, however narrow the terminal.
constexpr size_t kLeastCodeWidth = 40;
/// The texts on the right start no further out than this, so that one long line does not push them all away.
constexpr size_t kMostTextColumn = 72;
/// Code points of one line that are looked at.
constexpr size_t kMostCells = 1024;

/// One code point as it is shown.
struct Cell {
  std::string text;
  size_t width;
};

size_t utf8_length(char first) {
  auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/// Drops code points before the caret that cannot be shown; a line may be as long as a file. Returns how many.
size_t skip_far_ahead(std::string_view &line, size_t caret_begin) {
  size_t skipped = 0;
  for (; skipped + kMostCells / 2 < caret_begin && !line.empty(); ++skipped)
    line.remove_prefix(std::min(line.size(), utf8_length(line.front())));
  return skipped;
}

std::vector<Cell> cells_of(std::string_view line) {
  std::vector<Cell> cells;
  size_t column = 0;
  while (!line.empty() && cells.size() < kMostCells) {
    std::string_view code_point = line.substr(0, utf8_length(line.front()));
    line.remove_prefix(code_point.size());
    Cell cell{shown(code_point), 0};
    if (code_point == "\t")
      cell.text = std::string(kTabWidth - column % kTabWidth, ' ');
    cell.width = display_width(cell.text);
    column += cell.width;
    cells.push_back(std::move(cell));
  }
  return cells;
}

/// A line cut to a window of columns.
struct ShownLine {
  std::string text;
  size_t width = 0;
  size_t caret_begin = 0, caret_end = 0; ///< columns of `text`
};

/// The cells [first, last) to show so that `place` (a cell) is seen with some of what stands before it.
std::pair<size_t, size_t> window(const std::vector<Cell> &cells, size_t place, size_t width) {
  size_t total = 0;
  for (const Cell &cell : cells)
    total += cell.width;
  if (total <= width)
    return {0, cells.size()};
  size_t first = std::min(place, cells.size());
  for (size_t before = 0; first > 0 && before + cells[first - 1].width <= width / 3; --first)
    before += cells[first - 1].width;
  size_t last = first;
  for (size_t used = 0; last < cells.size() && used + cells[last].width <= width - 2; ++last)
    used += cells[last].width;
  return {first, last};
}

ShownLine show_line(std::string_view line, size_t caret_begin, size_t caret_end, size_t width) {
  size_t skipped = skip_far_ahead(line, caret_begin);
  caret_begin -= skipped;
  caret_end -= std::min(caret_end, skipped);
  std::vector<Cell> cells = cells_of(line);
  caret_begin = std::min(caret_begin, cells.size());
  caret_end = std::clamp(caret_end, caret_begin, cells.size());
  auto [first, last] = window(cells, caret_begin, width);

  ShownLine shown_line;
  auto append = [&](std::string_view text, size_t columns) {
    shown_line.text += text;
    shown_line.width += columns;
  };
  if (first > 0 || skipped > 0)
    append("…", 1);
  for (size_t i = first; i < last; ++i) {
    if (i == caret_begin)
      shown_line.caret_begin = shown_line.width;
    append(cells[i].text, cells[i].width);
    if (i < caret_end)
      shown_line.caret_end = shown_line.width;
  }
  if (caret_begin >= last)
    shown_line.caret_begin = shown_line.width;
  if (last < cells.size())
    append("…", 1);
  shown_line.caret_end = std::max(shown_line.caret_end, shown_line.caret_begin + 1);
  return shown_line;
}

struct Line {
  uint32_t number;
  std::string text; ///< on the right; several places of one line are joined
  bool primary = false;
  size_t caret_begin = 0, caret_end = 0;
};

class Excerpt {
public:
  Excerpt(Places &places, const ExcerptStyle &style, const Paint &paint)
      : places_(places), style_(style), paint_(paint) {}

  void add(const SourceRange &range, std::string_view text, bool primary) {
    ShownPlace at = places_.at(range);
    Line &line = line_of(range.file, at.begin.line);
    if (!text.empty() && line.text.find(text) == std::string::npos)
      line.text += (line.text.empty() ? "" : "; ") + std::string(text);
    if (!primary && line.caret_end != 0)
      return;
    line.primary |= primary;
    line.caret_begin = at.begin.column - 1;
    line.caret_end = at.end.line == at.begin.line ? at.end.column - 1 : SIZE_MAX;
  }

  std::string print(FileId first) {
    fill_gaps_of_one();
    measure();
    std::string out;
    print_file(first, out);
    for (const auto &[file, lines] : lines_)
      if (file != first) {
        out += fmt::format("{} {}\n", std::string(number_width_ + 2, ' '),
                           paint_(Ink::Place, shown(places_.sources().file(file).path)));
        print_file(file, out);
      }
    return out;
  }

private:
  Line &line_of(FileId file, uint32_t number) {
    std::map<uint32_t, Line> &lines = lines_[file];
    return lines.try_emplace(number, Line{number, {}, false, 0, 0}).first->second;
  }

  /// `⋮` takes a line; so does the one line that it would stand for.
  void fill_gaps_of_one() {
    for (auto &[file, lines] : lines_) {
      std::vector<uint32_t> missing;
      for (auto at = lines.begin(); at != lines.end() && std::next(at) != lines.end(); ++at)
        if (std::next(at)->first == at->first + 2)
          missing.push_back(at->first + 1);
      for (uint32_t number : missing)
        lines.try_emplace(number, Line{number, {}, false, 0, 0});
    }
  }

  ShownLine show(FileId file, const Line &line) {
    return show_line(places_.line_text(file, line.number), line.caret_begin, line.caret_end, code_width_);
  }

  void measure() {
    uint32_t highest = 1;
    for (const auto &[file, lines] : lines_)
      highest = std::max(highest, lines.empty() ? 1 : lines.rbegin()->first);
    number_width_ = std::max<size_t>(3, std::to_string(highest).size());
    size_t gutter = number_width_ + 5;
    code_width_ = std::max(kLeastCodeWidth, style_.width > gutter ? style_.width - gutter : 0);
    for (const auto &[file, lines] : lines_)
      for (const auto &[number, line] : lines)
        if (!line.text.empty())
          text_column_ = std::max(text_column_, std::min(kMostTextColumn, show(file, line).width + 3));
  }

  std::string gutter(std::string_view number) const {
    return paint_(Ink::Gutter, fmt::format("  {:>{}} | ", number, number_width_));
  }

  void print_file(FileId file, std::string &out) {
    auto found = lines_.find(file);
    if (found == lines_.end())
      return;
    uint32_t last = 0;
    for (const auto &[number, line] : found->second) {
      if (last != 0 && number != last + 1)
        out += fmt::format("  {:>{}} {}\n", "", number_width_, paint_(Ink::Gutter, "⋮"));
      print_line(file, line, out);
      last = number;
    }
  }

  void print_line(FileId file, const Line &line, std::string &out) {
    ShownLine code = show(file, line);
    std::string row = gutter(std::to_string(line.number)) + code.text;
    if (!line.text.empty()) {
      size_t gap = code.width < text_column_ ? text_column_ - code.width : 2;
      row += std::string(gap, ' ') + paint_(line.primary ? style_.caret : Ink::Note, shown(line.text));
    }
    out += without_trailing_space(std::move(row)) + "\n";
    if (line.primary)
      out += gutter("") + std::string(code.caret_begin, ' ') +
             paint_(style_.caret, std::string(code.caret_end - code.caret_begin, '^')) + "\n";
  }

  static std::string without_trailing_space(std::string row) {
    while (!row.empty() && row.back() == ' ')
      row.pop_back();
    return row;
  }

  Places &places_;
  const ExcerptStyle &style_;
  const Paint &paint_;
  std::map<FileId, std::map<uint32_t, Line>> lines_; ///< files are numbered by path
  size_t number_width_ = 3, code_width_ = 80, text_column_ = 0;
};

} // namespace

std::string excerpt(Places &places, const SourceRange &primary, const std::vector<diagnostics::Place> &told,
                    const ExcerptStyle &style, const Paint &paint) {
  Excerpt lines(places, style, paint);
  lines.add(primary, "", true);
  for (const diagnostics::Place &place : told)
    if (place.range.valid())
      lines.add(place.range, place.text, false);
  return lines.print(primary.file);
}

} // namespace decode_ledger::report
