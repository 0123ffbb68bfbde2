// The inventory as one page that opens offline: what there is in numbers, a table of the sites, and a part for each with
// its evidence and its way to the top of the run.
//
// The page needs nothing else: style and script stand in it, and its Content-Security-Policy allows these two by their
// hash and nothing besides, so that no name and no source line of the package can bring a script in, should it ever get
// past markup_text(). Without JavaScript everything can be read; search, filters and sorting are made by the script.

#include "report/formats.h"
#include "report/markup.h"
#include "report/page_parts.h"
#include "report/picture.h"
#include "report/places.h"
#include "report/site_html.h"
#include "report/site_words.h"
#include "support/version.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace decode_ledger::report {
namespace {

using decode_sites::DecodeSite;

/// A share of the sites: a tile of the summary and a piece of the bar.
struct Share {
  size_t count;
  std::string_view name;
  std::string_view css; ///< empty: no piece of the bar
  bool always = false;  ///< told when it is 0, too
};

std::vector<Share> shares_of(const Summary &summary, bool has_ledger) {
  std::vector<Share> shares = {{summary.guarded_heard, "guarded, fault heard", "good", true},
                               {summary.guarded_swallowed, "guarded, fault swallowed", "error"},
                               {summary.guarded_conditional, "guarded, heard on a condition", "warning"},
                               {summary.guarded_unknown, "guarded, ending unknown", "warning"}};
  if (has_ledger) {
    shares.push_back({summary.unproven, "guarded says the ledger, not proven", "error"});
    shares.push_back({summary.exempt, "exempt", "note", true});
    shares.push_back({summary.todo, "todo", "dim", true});
    shares.push_back({summary.new_, "new: not in the ledger", "error", true});
  } else {
    shares.push_back({summary.sites - summary.guarded, "without a guard", "error", true});
  }
  return shares;
}

std::vector<Share> further_counts(const Summary &summary) {
  return {{summary.unknown_receivers, "unknown receivers", ""},
          {summary.in_tests, "in tests", ""},
          {summary.opaque, "decoded inside a dependency", ""},
          {summary.files, "files read", "", true},
          {summary.files_not_read, "files not read", ""}};
}

/// One row of the table; the words by which the page's filters choose.
struct Row {
  SiteId site;
  std::string place, call, role, origin, guard, ending, state;
};

class PageWriter {
public:
  PageWriter(const Analysis &analysis, bool all)
      : analysis_(analysis), sites_(listed_sites(analysis, all)), opaque_(opaque_sites(analysis)),
        places_(analysis.sources()), details_(analysis) {}

  std::string write() {
    std::string body = fmt::format("<body>\n<a class=\"skip\" href=\"#sites\">Skip to the sites</a>\n{}{}"
                                   "<main>\n{}{}{}{}</main>\n{}",
                                   defs(), header(), summary_part(), sites_part(), opaque_part(), parts(), footer());
    const EmbeddedFile &script = page_part("inventory.js");
    return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n{}{}<script>{}</script>\n</body>\n</html>\n", head(), body,
                       script.text);
  }

private:
  static std::string head() {
    const EmbeddedFile &page = page_part("inventory.css"), &picture = page_part("picture.css");
    return fmt::format(
        "<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{}' "
        "'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"referrer\" content=\"no-referrer\">\n"
        "<title>Decode sites</title>\n<style>{}</style>\n<style>{}</style>\n</head>\n",
        page.sha256, picture.sha256, page_part("inventory.js").sha256, page.text, picture.text);
  }

  /// What all pictures of the page share.
  static std::string defs() {
    return fmt::format("<svg class=\"defs dl-picture\" width=\"0\" height=\"0\" aria-hidden=\"true\" "
                       "focusable=\"false\"><defs>{}</defs></svg>\n",
                       picture_arrow_head());
  }

  static std::string header() {
    return "<header>\n<h1>Decode sites</h1>\n<p>Every call that turns token ids into text: what decodes, where the ids "
           "come "
           "from, which guard stands before it, and who hears the guard.</p>\n</header>\n";
  }

  // ---- numbers ----

  std::string summary_part() const {
    Summary summary = summarise(analysis_);
    bool has_ledger = analysis_.verdicts != nullptr;
    std::vector<Share> shares = shares_of(summary, has_ledger);
    std::string out = fmt::format("<section aria-labelledby=\"summary\">\n<h2 id=\"summary\">{}</h2>\n{}",
                                  counted(summary.sites, "site"), bar(shares, summary.sites));
    out += "<ul class=\"counts\">\n" + tiles(shares) + tiles(further_counts(summary)) + "</ul>\n";
    if (analysis_.ratchet)
      out += ratchet(*analysis_.ratchet);
    if (!has_ledger)
      out += "<p>There is no ledger: <code>decode-ledger init -o ledger.toml</code> writes a first one.</p>\n";
    return out + "</section>\n";
  }

  static std::string tiles(const std::vector<Share> &shares) {
    std::string out;
    for (const Share &share : shares)
      if (share.count != 0 || share.always)
        out += fmt::format("<li><strong{}>{}</strong><span>{}</span></li>\n",
                           share.css.empty() || share.count == 0 ? "" : fmt::format(" class=\"{}\"", share.css),
                           share.count, share.name);
    return out;
  }

  static std::string bar(const std::vector<Share> &shares, size_t total) {
    if (total == 0)
      return "";
    std::string pieces, words;
    size_t at = 0;
    for (const Share &share : shares) {
      if (share.count == 0)
        continue;
      pieces +=
          fmt::format("<rect class=\"{}\" x=\"{}\" y=\"0\" width=\"{}\" height=\"1\"/>", share.css, at, share.count);
      words += fmt::format("{}{} {}", words.empty() ? "" : "; ", share.count, share.name);
      at += share.count;
    }
    return fmt::format("<svg class=\"bar\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {} 1\" "
                       "preserveAspectRatio=\"none\">{}</svg>\n",
                       words, at, pieces);
  }

  static std::string ratchet(const Ratchet &ratchet) {
    return fmt::format("<p>The ledger since it left <code>{}</code>: <strong>{}</strong>.</p>\n",
                       markup_text(ratchet.base), ratchet_words(ratchet));
  }

  // ---- the table ----

  Row row(SiteId id) {
    const DecodeSite &one = analysis_.sites->sites[id.value];
    return {id,
            places_.line(one.name_range),
            one.key.call,
            std::string(decode_sites::role_name(one.role)),
            origin_words(one),
            std::string(guards::guard_verdict_name(analysis_.guards->sites[id.value].verdict)),
            ending_words(analysis_, id),
            analysis_.verdicts ? std::string(ledger::site_state_name(analysis_.verdicts->sites[id.value].state)) : ""};
  }

  std::string sites_part() {
    if (sites_.empty())
      return "<section aria-labelledby=\"sites\">\n<h2 id=\"sites\">Sites</h2>\n<p>None.</p>\n</section>\n";
    std::vector<Row> rows;
    for (SiteId site : sites_)
      rows.push_back(row(site));
    std::string out = "<section aria-labelledby=\"sites\">\n<h2 id=\"sites\">Sites</h2>\n" + filters(rows);
    out += fmt::format(
        "<table id=\"site-table\" role=\"table\">\n<thead role=\"rowgroup\"><tr role=\"row\">{}</tr></thead>\n"
        "<tbody role=\"rowgroup\">\n",
        headings());
    for (const Row &one : rows)
      out += table_row(one);
    return out + "</tbody></table>\n</section>\n";
  }

  std::string headings() const {
    std::string out;
    for (std::string_view name : {"Place", "Call", "Role", "Ids", "Guard", "Fault"})
      out += heading(name);
    return analysis_.verdicts ? out + heading("Ledger") : out;
  }

  static std::string heading(std::string_view name) {
    return fmt::format("<th scope=\"col\" role=\"columnheader\">{}</th>", name);
  }

  std::string table_row(const Row &row) const {
    const DecodeSite &one = analysis_.sites->sites[row.site.value];
    const guards::SiteGuard &guard = analysis_.guards->sites[row.site.value];
    const exceptions_trace::Trace *trace = analysis_.traces->of(row.site);
    bool guarded = guard.verdict == guards::GuardVerdict::Guarded;
    std::string out =
        fmt::format("<tr role=\"row\" data-site=\"{}\" data-words=\"{}\" data-role=\"{}\" data-origin=\"{}\" "
                    "data-guard=\"{}\" data-ending=\"{}\" data-state=\"{}\">",
                    row.site.value + 1, markup_text(one.key.text()), row.role, decode_sites::origin_name(one.origin),
                    row.guard, row.ending, row.state);
    out += fmt::format("<th scope=\"row\" role=\"rowheader\"><a href=\"#{}\">{}</a></th>", html_site_id(row.site),
                       markup_text(row.place));
    out += cell("Call", "strong", fmt::format("<code>{}</code>", markup_text(row.call)));
    out += cell("Role", one.role == decode_sites::Role::Unknown ? "warning" : "plain", row.role);
    out += cell("Ids", "plain", row.origin);
    out += cell("Guard", guarded ? "good" : "warning", guard_words(guard));
    out += cell("Fault", trace ? ink_class(ink_of(trace->ending)) : "dim", row.ending);
    if (analysis_.verdicts)
      out += cell("Ledger", row.state == "new" ? "error" : "plain", markup_text(state_words(analysis_, row.site)));
    return out + "</tr>\n";
  }

  static std::string cell(std::string_view label, std::string_view css, std::string_view html) {
    return fmt::format("<td role=\"cell\" data-label=\"{}\"><span class=\"{}\">{}</span></td>", label, css, html);
  }

  /// Hidden until the script is there to do what they ask for.
  std::string filters(const std::vector<Row> &rows) const {
    std::string out = "<form id=\"filters\" class=\"filters\" hidden>\n<div class=\"search\"><label "
                      "for=\"search\">Search (key /)</label><input "
                      "id=\"search\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\"></div>\n";
    out += filter("Role", "role", rows, &Row::role);
    out += filter("Guard", "guard", rows, &Row::guard);
    out += filter("Fault", "ending", rows, &Row::ending);
    if (analysis_.verdicts)
      out += filter("Ledger", "state", rows, &Row::state);
    return out + "<button type=\"reset\">Clear</button>\n<button type=\"button\" id=\"open-all\">Open all</button>\n"
                 "<button type=\"button\" id=\"close-all\">Close all</button>\n"
                 "<p id=\"shown\" role=\"status\"></p>\n</form>\n";
  }

  static std::string filter(std::string_view label, std::string_view name, const std::vector<Row> &rows,
                            std::string Row::*word) {
    std::map<std::string, size_t> counts;
    for (const Row &row : rows)
      ++counts[row.*word];
    std::string out = fmt::format(
        "<div><label for=\"by-{1}\">{0}</label><select id=\"by-{1}\" name=\"{1}\"><option value=\"\">all</option>",
        label, name);
    for (const auto &[value, count] : counts)
      out += fmt::format("<option value=\"{0}\">{0} ({1})</option>", value, count);
    return out + "</select></div>\n";
  }

  std::string opaque_part() {
    if (opaque_.empty())
      return "";
    std::string out = "<section aria-labelledby=\"opaque\">\n<h2 id=\"opaque\">Decoded inside a dependency</h2>\n"
                      "<p>No guard can stand there.</p>\n<ul>\n";
    for (SiteId site : opaque_) {
      const DecodeSite &one = analysis_.sites->sites[site.value];
      out += fmt::format("<li><code>{}</code> <span class=\"place\">{}</span></li>\n", markup_text(one.key.call),
                         markup_text(places_.line(one.name_range)));
    }
    return out + "</ul>\n</section>\n";
  }

  // ---- a part for each ----

  std::string parts() {
    if (sites_.empty())
      return "";
    std::string out = "<section aria-labelledby=\"parts\">\n<h2 id=\"parts\">Each site</h2>\n";
    for (SiteId site : sites_)
      out += details_.part(site);
    return out + "</section>\n";
  }

  static std::string footer() {
    return fmt::format(
        "<footer>Made by <code>decode-ledger inventory --format html</code>, version {} ({}).</footer>\n", version(),
        version_commit());
  }

  const Analysis &analysis_;
  std::vector<SiteId> sites_, opaque_;
  Places places_;
  SiteHtml details_;
};

} // namespace

std::string inventory_html(const Analysis &analysis, bool all) { return PageWriter(analysis, all).write(); }

} // namespace decode_ledger::report
