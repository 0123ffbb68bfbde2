// The inventory for people: sites by file, one line each, their evidence below where it is asked for or is the point.

#include "report/display_width.h"
#include "report/site_words.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::report {
namespace {

using decode_sites::DecodeSite;
using decode_sites::Role;

/// One row, as text, before the columns are known.
using Row = std::vector<std::string>;

class InventoryPrinter {
public:
  InventoryPrinter(const Analysis &analysis, const Style &style)
      : analysis_(analysis), style_(style), places_(analysis.sources()), paint_(style.colour, style.links) {}

  std::string print(const std::vector<SiteId> &sites) {
    std::vector<Row> rows;
    for (SiteId site : sites)
      rows.push_back(row(site));
    std::vector<size_t> widths = widths_of(rows);
    std::string out;
    for (size_t i = 0; i < sites.size(); ++i) {
      if (i == 0 || file_of(sites[i]) != file_of(sites[i - 1]))
        out += heading(sites[i], i == 0);
      out += print_row(sites[i], rows[i], widths) + details(sites[i]);
    }
    return out;
  }

private:
  const DecodeSite &site(SiteId id) const { return analysis_.sites->sites[id.value]; }
  FileId file_of(SiteId id) const { return site(id).name_range.file; }

  std::string heading(SiteId id, bool first) {
    std::string path = paint_(Ink::Place, shown(analysis_.sources().file(file_of(id)).path));
    return fmt::format("{}{}\n", first ? "" : "\n", paint_.linked(places_.address(site(id).name_range), path));
  }

  Row row(SiteId id) {
    const DecodeSite &one = site(id);
    ShownPlace at = places_.at(one.name_range);
    Row cells = {fmt::format("{}:{}", at.begin.line, at.begin.column), shown(one.key.call),
                 std::string(decode_sites::role_name(one.role))};
    if (one.role == Role::Token || one.role == Role::Unknown) {
      cells.push_back(origin_words(one));
      cells.push_back(guard_words(analysis_.guards->sites[id.value]));
      cells.push_back(ending_words(analysis_, id));
      cells.push_back(state_words(analysis_, id));
    }
    return cells;
  }

  static std::vector<size_t> widths_of(const std::vector<Row> &rows) {
    constexpr size_t kMostWidth = 44;
    std::vector<size_t> widths(7, 0);
    for (const Row &row : rows)
      for (size_t i = 0; i < row.size(); ++i)
        widths[i] = std::max(widths[i], std::min(kMostWidth, display_width(row[i])));
    return widths;
  }

  std::string print_row(SiteId id, const Row &row, const std::vector<size_t> &widths) const {
    std::string out = " ";
    for (size_t i = 0; i < row.size(); ++i)
      if (widths[i] != 0)
        out += " " + paint_.padded(ink(id, i), row[i], widths[i] + 1);
    out += " " + paint_(Ink::Dim, shown(site(id).key.scope));
    return out + "\n";
  }

  Ink ink(SiteId id, size_t column) const {
    const DecodeSite &one = site(id);
    if (column == 1)
      return Ink::Strong;
    if (column == 2 && one.role == Role::Unknown)
      return Ink::Warning;
    if (column == 4 && analysis_.guards->sites[id.value].verdict == guards::GuardVerdict::Guarded)
      return Ink::Good;
    return Ink::Plain;
  }

  /// Which guard stands there and why it counts or not, in a line. Evidence is shown at -v, and where a candidate is not (known to be) a decode site: there it is the answer.
  std::string details(SiteId id) {
    const DecodeSite &one = site(id);
    std::string out;
    if (one.role == Role::Unknown && !one.unknown_reason.empty())
      out += fmt::format("        {}\n", shown(one.unknown_reason));
    if (style_.verbose || one.role != Role::Token)
      out += evidence_lines(places_, paint_, "receiver", one.role_evidence);
    const guards::SiteGuard &guard = analysis_.guards->sites[id.value];
    if (!style_.verbose) {
      if (one.role == Role::Token && guard.place.valid())
        out += evidence_lines(places_, paint_, "guard", {{analysis_.model->range(guard.place), guard.why}});
      return out;
    }
    out += evidence_lines(places_, paint_, "ids", one.origin_evidence);
    out += guard_lines(guard);
    if (const exceptions_trace::Trace *trace = analysis_.traces->of(id))
      out += line("ending", trace->ending_why);
    return out;
  }

  /// Why it counts or not, then where: the guard, and what leads from it to the site.
  std::string guard_lines(const guards::SiteGuard &guard) {
    std::string out = line("guard", guard.why);
    std::vector<decode_sites::Evidence> where;
    if (guard.place.valid())
      where.push_back({analysis_.model->range(guard.place),
                       guard.function.valid() ? fmt::format("`{}`", analysis_.model->full_name(guard.function))
                                              : std::string("written out here")});
    for (const diagnostics::Place &place : guard.evidence)
      where.push_back({place.range, place.text});
    return out + evidence_lines(places_, paint_, "", where);
  }

  static std::string line(std::string_view label, std::string_view text) {
    return text.empty() ? "" : fmt::format("        {:<10}{}\n", label, shown(text));
  }

  const Analysis &analysis_;
  const Style &style_;
  Places places_;
  Paint paint_;
};

} // namespace

std::string inventory_text(const Analysis &analysis, bool all, const Style &style) {
  InventoryPrinter printer(analysis, style);
  Paint paint(style.colour);
  std::string out = printer.print(listed_sites(analysis, all));
  if (std::vector<SiteId> opaque = opaque_sites(analysis); !opaque.empty())
    out += fmt::format("{}{}\n{}", out.empty() ? "" : "\n",
                       paint(Ink::Strong, "decoded inside a dependency, where no guard can stand:"),
                       printer.print(opaque));
  if (!style.summary)
    return out;
  Summary summary = summarise(analysis);
  out += fmt::format("{}{}   {} {}\n", out.empty() ? "" : "\n", summary_line(summary, analysis.verdicts != nullptr),
                     summary.files, summary.files == 1 ? "file" : "files");
  return out;
}

} // namespace decode_ledger::report
