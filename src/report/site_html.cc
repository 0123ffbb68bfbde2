// One site's part of the page, from what it is to where its fault ends. The picture shows the shape of the way; the lists
// below it say the same in text, with every source line whole.

#include "report/site_html.h"

#include "report/markup.h"
#include "report/site_words.h"
#include "report/trace_picture.h"
#include "support/files.h"
#include "support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace decode_ledger::report {
namespace {

using decode_sites::DecodeSite;
using exceptions_trace::Frame;
using exceptions_trace::HandlerMet;
using exceptions_trace::Trace;

/// Handlers of one trace whose way is written out; each repeats much of the one before it. `trace` tells all.
constexpr size_t kMostWays = 6;
/// Tops and unresolved calls that are listed.
constexpr size_t kMostListed = 10;

std::string inked(Ink ink, std::string_view text) {
  return fmt::format("<span class=\"{}\">{}</span>", ink_class(ink), markup_text(text));
}

std::string code(std::string_view text) { return fmt::format("<code>{}</code>", markup_text(text)); }

std::string rule_words(diagnostics::Rule rule) {
  return fmt::format("{} {}", diagnostics::rule_code(rule), diagnostics::rule_entry(rule).name);
}

std::string fact(std::string_view name, std::string_view html) {
  return html.empty() ? "" : fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, html);
}

std::string list(const std::vector<std::string> &items) {
  if (items.empty())
    return "";
  if (items.size() == 1)
    return items.front();
  return fmt::format("<ul><li>{}</li></ul>", fmt::join(items, "</li><li>"));
}

} // namespace

std::string html_prose(std::string_view text) {
  std::string out;
  bool in_code = false;
  std::string safe = markup_text(text);
  bool paired = std::ranges::count(safe, '`') % 2 == 0;
  for (char c : safe) {
    if (c != '`' || !paired)
      out += c;
    else
      out += (in_code = !in_code) ? "<code>" : "</code>";
  }
  return out;
}

std::string html_part_id(SiteId site) { return fmt::format("part-{}", site.value + 1); }
std::string html_site_id(SiteId site) { return fmt::format("site-{}", site.value + 1); }

class SiteHtml::Writer {
public:
  explicit Writer(const Analysis &analysis) : analysis_(analysis), places_(analysis.sources()) {}

  std::string part(SiteId id) {
    const DecodeSite &one = site(id);
    const Trace *trace = analysis_.traces->of(id);
    std::string out = fmt::format("<details class=\"site\" id=\"{}\"><summary>{}</summary>\n<div id=\"{}\">\n",
                                  html_part_id(id), summary(id), html_site_id(id));
    out += fmt::format("<dl class=\"facts\">\n{}{}{}{}</dl>\n", site_facts(one), guard_facts(id), entry_facts(id),
                       trace ? trace_facts(*trace) : "");
    if (trace)
      out += picture(id) + ways(*trace);
    return out + "</div></details>\n";
  }

private:
  const DecodeSite &site(SiteId id) const { return analysis_.sites->sites[id.value]; }

  std::string place(const SourceRange &range) {
    return range.valid() ? fmt::format("<span class=\"place\">{}</span>", markup_text(places_.line(range))) : "";
  }

  std::string told(const SourceRange &range, std::string_view text) {
    return fmt::format("{} {}", html_prose(text), place(range));
  }

  template <class Steps, class RangeOf> std::string steps(const Steps &all, RangeOf range_of) {
    std::vector<std::string> items;
    for (const auto &one : all)
      items.push_back(told(range_of(one), one.text));
    return list(items);
  }

  std::string evidence(const std::vector<decode_sites::Evidence> &all) {
    return steps(all, [](const decode_sites::Evidence &one) { return one.place; });
  }

  std::string places(const std::vector<diagnostics::Place> &all) {
    return steps(all, [](const diagnostics::Place &one) { return one.range; });
  }

  /// The call and its place, and what is known of it in a line.
  std::string summary(SiteId id) {
    const DecodeSite &one = site(id);
    std::string words = fmt::format("{}, ids {}, {}", decode_sites::role_name(one.role), origin_words(one),
                                    guard_words(analysis_.guards->sites[id.value]));
    if (const Trace *trace = analysis_.traces->of(id))
      words += fmt::format(", fault {}", exceptions_trace::ending_name(trace->ending));
    if (std::string state = state_words(analysis_, id); !state.empty())
      words += ", ledger: " + state;
    return fmt::format("<code class=\"strong\">{}</code> {} <span class=\"words\">{}</span>", markup_text(one.key.call),
                       place(one.name_range), markup_text(words));
  }

  std::string source_line(const SourceRange &range, bool stops = false) {
    if (!range.valid() || places_.sources().file(range.file).state != source::ReadState::Read)
      return "";
    constexpr size_t kMostBytes = 400;
    std::string_view line = places_.code_at(range);
    bool cut = line.size() > kMostBytes;
    return fmt::format("<pre{}><code>{}{}</code></pre>", stops ? " class=\"stops\"" : "",
                       markup_text(utf8_prefix(line, kMostBytes)), cut ? "…" : "");
  }

  // ---- facts ----

  std::string site_facts(const DecodeSite &one) {
    std::string out =
        fact("In", code(fmt::format("{}:{}", one.key.module, one.key.scope)) + source_line(one.name_range));
    if (one.role == decode_sites::Role::Unknown)
      out += fact("Not known", html_prose(one.unknown_reason));
    out += fact("Receiver", evidence(one.role_evidence));
    return out + fact("Ids", inked(Ink::Strong, origin_words(one)) + " " + evidence(one.origin_evidence));
  }

  std::string guard_facts(SiteId id) {
    const guards::SiteGuard &guard = analysis_.guards->sites[id.value];
    bool counts = guard.verdict == guards::GuardVerdict::Guarded;
    std::string html = inked(counts ? Ink::Good : Ink::Warning, guard_words(guard));
    if (!guard.why.empty())
      html += fmt::format(": {}", html_prose(guard.why));
    if (guard.place.valid()) {
      SourceRange range = analysis_.model->range(guard.place);
      html += fmt::format(" {}{}", place(range), source_line(range));
    }
    std::vector<std::string> items;
    for (const guards::GuardFault &fault : guard.faults)
      items.push_back(fmt::format("{}: {} {}", rule_words(fault.rule), html_prose(fault.message), place(fault.place)));
    html += list(items);
    if (!guard.evidence.empty())
      html += "<div>" + places(guard.evidence) + "</div>";
    return fact("Guard", html);
  }

  std::string entry_facts(SiteId id) {
    if (!analysis_.verdicts)
      return "";
    const ledger::SiteVerdict &verdict = analysis_.verdicts->sites[id.value];
    std::string html =
        inked(verdict.state == ledger::SiteState::New ? Ink::Warning : Ink::Strong, state_words(analysis_, id));
    if (verdict.entry) {
      const ledger::SiteEntry &entry = analysis_.ledger->sites[*verdict.entry];
      if (!entry.reason.empty())
        html += fmt::format(": {}", markup_text(entry.reason));
      if (!entry.reviewed_by.empty())
        html += fmt::format(" (reviewed by {}{})", markup_text(entry.reviewed_by),
                            entry.reviewed_on.empty() ? "" : ", " + markup_text(entry.reviewed_on));
      if (!entry.expires_on.empty())
        html += fmt::format(", expires on {}", markup_text(entry.expires_on));
      html += fmt::format(" <span class=\"place\">{}:{}</span>", markup_text(file_name(analysis_.ledger->path)),
                          entry.place.line);
    }
    return fact("Ledger", html);
  }

  std::string trace_facts(const Trace &trace) {
    std::string ending = inked(ink_of(trace.ending), exceptions_trace::ending_name(trace.ending));
    if (trace.ending == exceptions_trace::Ending::Swallowed && trace.ways > 1)
      ending += fmt::format(" on {} of {} ways", trace.ways_swallowed, trace.ways);
    if (!trace.ending_why.empty())
      ending += ": " + html_prose(trace.ending_why);
    std::string out = fact("Fault", markup_text(fault_words(trace)));
    out += fact("Ending", ending);
    out += fact("Also", decode_errors(trace));
    out += fact("Tops", tops(trace));
    return out + fact("Open", unresolved(trace));
  }

  /// Narrow handlers that keep what a tokenizer raises on ids out of range (DL313).
  std::string decode_errors(const Trace &trace) {
    std::vector<std::string> items;
    for (const HandlerMet &met : trace.decode_errors)
      items.push_back(fmt::format("{} keeps what tokenizers raise on ids out of range: {} [{}] {}{}", code(met.clause),
                                  html_prose(met.why), rule_words(diagnostics::Rule::DecodeErrorSwallowed),
                                  place(met.place), source_line(met.place)));
    return list(items);
  }

  std::string tops(const Trace &trace) {
    std::vector<std::string> items;
    for (size_t i = 0; i < std::min(trace.tops.size(), kMostListed); ++i)
      items.push_back(fmt::format("{} {}", code(analysis_.model->full_name(trace.tops[i].function)),
                                  markup_text(trace.tops[i].kind)));
    add_rest(items, trace.tops.size());
    return list(items);
  }

  std::string unresolved(const Trace &trace) {
    if (trace.unresolved.empty())
      return "";
    std::vector<std::string> items;
    for (size_t i = 0; i < std::min(trace.unresolved.size(), kMostListed); ++i)
      items.push_back(told(analysis_.model->range(trace.unresolved[i].site), trace.unresolved[i].reason));
    add_rest(items, trace.num_unresolved);
    return counted(trace.num_unresolved, "call") + " that may lead here could not be resolved: " + list(items);
  }

  static void add_rest(std::vector<std::string> &items, size_t total) {
    if (total > kMostListed)
      items.push_back(fmt::format("and {} more: <code>trace --format json</code> has all", total - kMostListed));
  }

  // ---- where the fault goes ----

  /// Without the note: the facts above say how it ends.
  std::string picture(SiteId id) {
    Picture drawn = trace_picture(analysis_, id);
    drawn.note.clear();
    return fmt::format("<figure><figcaption>Where the fault goes: from the site on the left outwards to its callers"
                       "</figcaption>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
                       "aria-label=\"Picture of the call chain of {}\">{}</div></figure>\n",
                       markup_text(site(id).key.text()), picture_svg_of_page(drawn));
  }

  std::string ways(const Trace &trace) {
    std::string out;
    for (size_t i = 0; i < std::min(trace.handlers.size(), kMostWays); ++i)
      out += way(trace.handlers[i], i + 1);
    if (trace.handlers.size() > kMostWays)
      out += fmt::format("<p>{} more can catch it: <code>decode-ledger trace</code> tells each.</p>\n",
                         counted(trace.handlers.size() - kMostWays, "handler"));
    return out;
  }

  std::string way(const HandlerMet &met, size_t number) {
    std::string out =
        fmt::format("<h3>To handler {}: {} {}</h3>\n<ol class=\"way\">\n", number,
                    inked(ink_of(met.verdict), exceptions_trace::handler_verdict_name(met.verdict)), code(met.clause));
    for (size_t i = 0; i < met.chain.size(); ++i)
      out += frame(met.chain[i], i == 0);
    return out + handler(met) + "</ol>\n";
  }

  std::string frame(const Frame &frame, bool first) {
    std::string what = first ? "raised" : "called here";
    if (frame.certainty == dataflow::Certainty::Possible)
      what += ", possible: by method name alone";
    return fmt::format("<li>{} {} {}{}</li>\n", code(name_in_module(*analysis_.model, frame.function)), what,
                       place(frame.place), source_line(frame.place));
  }

  std::string handler(const HandlerMet &met) {
    std::string words = html_prose(met.why);
    if (met.rule != diagnostics::Rule{})
      words += fmt::format(" [{}]", rule_words(met.rule));
    if (met.possible)
      words += "; possible: by method name alone";
    if (met.masked)
      words += "; masked: a handler before it already swallows";
    if (met.other_ways != 0)
      words += fmt::format("; the shortest of {} ways", met.other_ways + 1);
    std::string out =
        fmt::format("<li>{} {} {}{}", inked(ink_of(met.verdict), exceptions_trace::handler_verdict_name(met.verdict)),
                    words, place(met.place), source_line(met.place, ink_of(met.verdict) == Ink::Error));
    for (const diagnostics::Place &one : met.evidence)
      if (one.range != met.place)
        out += fmt::format("<div>{}{}</div>", told(one.range, one.text), source_line(one.range));
    return out + "</li>\n";
  }

  const Analysis &analysis_;
  Places places_;
};

SiteHtml::SiteHtml(const Analysis &analysis) : writer_(std::make_unique<Writer>(analysis)) {}
SiteHtml::~SiteHtml() = default;
std::string SiteHtml::part(SiteId site) { return writer_->part(site); }

} // namespace decode_ledger::report
