// Findings and the inventory as Markdown: for the summary of a CI step and for a comment under a change.
//
// The reader scans a table of one line a finding and unfolds what he wants to see. Everything of the package is code or
// a fenced block, where GitHub and GitLab find no links, mentions, images or commands; see markdown_text.h.

#include "report/excerpt.h"
#include "report/formats.h"
#include "report/markdown_text.h"
#include "report/markup.h"
#include "report/site_words.h"

#include <fmt/format.h>

namespace decode_ledger::report {
namespace {

using diagnostics::Diagnostic;

std::string place_words(const ToldPlace &place) {
  return fmt::format("{}:{}:{}", place.path, place.begin.line, place.begin.column);
}

std::string rule_words(const Diagnostic &finding) {
  return fmt::format("{} {}", diagnostics::rule_code(finding.rule), diagnostics::rule_entry(finding.rule).name);
}

class FindingsPage {
public:
  FindingsPage(const Analysis &analysis, const Findings &findings, size_t most_bytes)
      : analysis_(analysis), findings_(findings), places_(analysis, findings), most_bytes_(most_bytes) {}

  std::string print() {
    head();
    const std::vector<size_t> order = by_importance(findings_);
    size_t rows = 0, folds = 0;
    while (rows < order.size() && add_if_it_fits(row(findings_.shown[order[rows]])))
      ++rows;
    out_ += rows > 0 ? "\n" : "";
    while (folds < rows && add_if_it_fits(fold(findings_.shown[order[folds]])))
      ++folds;
    tell_left_out(order.size() - rows, order.size() - folds);
    return std::move(out_);
  }

private:
  void head() {
    Summary summary = summarise(analysis_);
    out_ = fmt::format("### {}: {}\n\n{}; {}\n\n", kToolName, level_words(findings_),
                       markdown_text(summary_line(summary, analysis_.verdicts != nullptr, analysis_.ratchet)),
                       counted(summary.files, "file"));
    if (!findings_.shown.empty())
      out_ += "| level | place | finding |\n| --- | --- | --- |\n";
  }

  std::string row(const Diagnostic &finding) {
    return fmt::format("| {} | {} | {}: {} |\n", diagnostics::level_name(finding.level),
                       markdown_cell_code(place_words(places_.of(finding))), rule_words(finding),
                       markdown_cell_text(finding.message));
  }

  std::string fold(const Diagnostic &finding) {
    return fmt::format("<details><summary>{}: {} <code>{}</code></summary>\n\n{}\n</details>\n\n",
                       diagnostics::level_name(finding.level), rule_words(finding),
                       markup_text(place_words(places_.of(finding))), finding_markdown(finding, places_));
  }

  /// Room is kept for the last line.
  bool add_if_it_fits(const std::string &part) {
    constexpr size_t kLastLine = 200;
    if (out_.size() + part.size() + kLastLine > most_bytes_)
      return false;
    out_ += part;
    return true;
  }

  void tell_left_out(size_t rows, size_t folds) {
    if (rows > 0)
      out_ += fmt::format("{} more {} and the code of {} did not fit here: `decode-ledger check` shows all.\n", rows,
                          rows == 1 ? "finding" : "findings", folds);
    else if (folds > 0)
      out_ +=
          fmt::format("The code of {} did not fit here: `decode-ledger check` shows it.\n", counted(folds, "finding"));
  }

  const Analysis &analysis_;
  const Findings &findings_;
  ToldPlaces places_;
  size_t most_bytes_;
  std::string out_;
};

class InventoryPage {
public:
  explicit InventoryPage(const Analysis &analysis) : analysis_(analysis), places_(analysis.sources()) {}

  std::string table(const std::vector<SiteId> &sites) {
    std::string out = "| place | call | function | receiver | ids | guard | fault |";
    out += has_ledger() ? " ledger |\n" : "\n";
    out += "| --- | --- | --- | --- | --- | --- | --- |";
    out += has_ledger() ? " --- |\n" : "\n";
    for (SiteId site : sites)
      out += row(site);
    return out;
  }

private:
  bool has_ledger() const { return analysis_.verdicts != nullptr; }

  std::string row(SiteId id) {
    const decode_sites::DecodeSite &site = analysis_.sites->sites[id.value];
    bool is_site = site.role == decode_sites::Role::Token || site.role == decode_sites::Role::Unknown;
    std::string out = fmt::format("| {} | {} | {} | {}", markdown_cell_code(places_.line_column(site.name_range)),
                                  markdown_cell_code(site.key.call), markdown_cell_code(site.key.scope),
                                  decode_sites::role_name(site.role));
    out += fmt::format(" | {} | {} | {} |", is_site ? origin_words(site) : "",
                       is_site ? guard_words(analysis_.guards->sites[id.value]) : "",
                       is_site ? ending_words(analysis_, id) : "");
    if (has_ledger())
      out += fmt::format(" {} |", markdown_cell_text(state_words(analysis_, id)));
    return out + "\n";
  }

  const Analysis &analysis_;
  Places places_;
};

} // namespace

std::string finding_markdown(const Diagnostic &finding, ToldPlaces &places) {
  constexpr ExcerptStyle kStyle{100, Ink::Plain};
  std::string out = markdown_text(finding.message) + "\n\n";
  if (finding.range.valid() && places.of(finding).has_text)
    out += markdown_block(excerpt(places.places(), finding.range, finding.excerpt, kStyle, Paint(false))) + "\n";
  if (!finding.way.empty())
    out += fmt::format("- way: {}\n", markdown_code(finding.way));
  for (const std::string &help : finding.help)
    out += fmt::format("- mend: {}\n", markdown_advice(help));
  return out;
}

std::string findings_markdown(const Analysis &analysis, const Findings &findings, size_t most_bytes) {
  return FindingsPage(analysis, findings, most_bytes).print();
}

std::string inventory_markdown(const Analysis &analysis, bool all) {
  InventoryPage page(analysis);
  Summary summary = summarise(analysis);
  std::string out =
      fmt::format("### {}: {}\n\n{}; {}\n", kToolName, counted(summary.sites, "decode site"),
                  markdown_text(summary_line(summary, analysis.verdicts != nullptr)), counted(summary.files, "file"));
  if (std::vector<SiteId> sites = listed_sites(analysis, all); !sites.empty())
    out += "\n" + page.table(sites);
  if (std::vector<SiteId> opaque = opaque_sites(analysis); !opaque.empty())
    out += "\nDecoded inside a dependency, where no guard can stand:\n\n" + page.table(opaque);
  return out;
}

} // namespace decode_ledger::report
