// One site's way to the top of the run: what it is, its guard, a line for each handler that can catch the fault, the
// shortest way to each with source lines, where the others come out, and how the trace ends.

#include "report/display_width.h"
#include "report/excerpt.h"
#include "report/site_words.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::report {
namespace {

using decode_sites::DecodeSite;
using exceptions_trace::Frame;
using exceptions_trace::HandlerMet;
using exceptions_trace::Trace;

/// Unresolved calls that are listed; the rest is counted.
constexpr size_t kMostUnresolved = 10;
/// Tops of one kind that are named; the rest is counted.
constexpr size_t kMostTops = 4;
/// A column is as wide as its widest cell, but no wider; what is longer pushes its own line only.
constexpr size_t kWidestCell = 64;

/// Texts in columns, a row a line.
class Columns {
public:
  explicit Columns(std::vector<Ink> inks) : inks_(std::move(inks)), widths_(inks_.size(), 0) {}

  /// As many cells as columns, and what stands behind the last one.
  void add(std::vector<std::string> cells, std::string rest) {
    for (size_t i = 0; i < cells.size(); ++i)
      if (size_t width = display_width(cells[i]); width <= kWidestCell)
        widths_[i] = std::max(widths_[i], width);
    rows_.emplace_back(std::move(cells), std::move(rest));
  }

  std::string lines(const Paint &paint) const {
    std::string out;
    for (const auto &[cells, rest] : rows_) {
      out += "       ";
      for (size_t i = 0; i < cells.size(); ++i)
        out += " " + paint.padded(inks_[i], cells[i], widths_[i]) + " ";
      out += " " + rest + "\n";
    }
    return out;
  }

private:
  std::vector<Ink> inks_;
  std::vector<size_t> widths_;
  std::vector<std::pair<std::vector<std::string>, std::string>> rows_;
};

class TracePrinter {
public:
  TracePrinter(const Analysis &analysis, const Style &style)
      : analysis_(analysis), style_(style), places_(analysis.sources()), paint_(style.colour, style.links) {}

  std::string print(SiteId id) {
    const DecodeSite &site = analysis_.sites->sites[id.value];
    std::string out = site_lines(site, id) + guard_lines(id);
    const Trace *trace = analysis_.traces->of(id);
    if (!trace)
      return out + label("ending", "not traced: this is no decode site");
    out += label("fault", fault_words(*trace));
    out += handler_list(*trace);
    for (size_t i = 0; i < trace->handlers.size(); ++i)
      out += way_lines(*trace, i);
    return out + decode_error_lines(*trace) + top_lines(*trace) + unresolved_lines(*trace) + ending_lines(*trace) +
           what_if(*trace);
  }

private:
  std::string label(std::string_view word, std::string_view text) const {
    return fmt::format("{}{}\n", paint_.padded(Ink::Strong, word, 8), text);
  }

  std::string site_lines(const DecodeSite &site, SiteId id) {
    std::string words = fmt::format("{}, {}", decode_sites::role_name(site.role), origin_words(site));
    if (std::string state = state_words(analysis_, id); !state.empty())
      words += ", " + state;
    std::string place = paint_.linked(places_.address(site.name_range),
                                      paint_(Ink::Place, shown(places_.line_column(site.name_range))));
    std::string out = label("site", fmt::format("{}   {}   {}", place, shown(site.key.text()), words));
    if (!site.unknown_reason.empty())
      out += label("", shown(site.unknown_reason));
    out += evidence_lines(places_, paint_, "receiver", site.role_evidence);
    out += evidence_lines(places_, paint_, "ids", site.origin_evidence);
    return out;
  }

  std::string guard_lines(SiteId id) {
    const guards::SiteGuard &guard = analysis_.guards->sites[id.value];
    std::string words = guard_words(guard);
    if (guard.function.valid())
      words += " by " + shown(analysis_.model->full_name(guard.function));
    if (guard.place.valid())
      words += ", " + shown(places_.line(analysis_.model->range(guard.place)));
    if (!guard.why.empty())
      words += ": " + shown(guard.why);
    std::string out = label("guard", words);
    for (const guards::GuardFault &fault : guard.faults)
      out += label("", fmt::format("{}: {}", diagnostics::rule_code(fault.rule), shown(fault.message)));
    return out;
  }

  /// A line a handler: what it does, where it is, and why that is so.
  std::string handler_list(const Trace &trace) {
    if (trace.handlers.empty())
      return label("handlers", " none can catch it");
    Columns columns({Ink::Plain, Ink::Plain, Ink::Place, Ink::Plain});
    for (size_t i = 0; i < trace.handlers.size(); ++i) {
      const HandlerMet &met = trace.handlers[i];
      columns.add({std::to_string(i + 1), std::string(exceptions_trace::handler_verdict_name(met.verdict)),
                   shown(places_.line(met.place)), shown(met.clause)},
                  shown(met.why) + notes_of(met));
    }
    return label("handlers", fmt::format(" {} can catch it", trace.handlers.size())) + columns.lines(paint_);
  }

  static std::string notes_of(const HandlerMet &met) {
    std::string out = met.possible ? "; possible: by method name alone" : "";
    return out + (met.masked ? "; masked: a handler before it already swallows" : "");
  }

  std::string way_lines(const Trace &trace, size_t number) {
    const HandlerMet &met = trace.handlers[number];
    std::string out = label("way", fmt::format("to handler {}{}", number + 1, other_ways(met)));
    Columns columns({Ink::Place, Ink::Plain});
    for (size_t i = 0; i < met.chain.size(); ++i)
      add_frame(met.chain[i], i == 0, columns);
    std::string what = paint_(ink_of(met.verdict), exceptions_trace::handler_verdict_name(met.verdict));
    if (met.rule != diagnostics::Rule{})
      what += fmt::format(" [{} {}]", diagnostics::rule_code(met.rule), diagnostics::rule_entry(met.rule).name);
    columns.add({shown(places_.line(met.place)), shown(met.clause)}, what);
    return out + columns.lines(paint_) +
           excerpt(places_, met.place, met.evidence, {style_.width, ink_of(met.verdict)}, paint_);
  }

  static std::string other_ways(const HandlerMet &met) {
    return met.other_ways == 0 ? "" : fmt::format(", the shortest of {}", met.other_ways + 1);
  }

  void add_frame(const Frame &frame, bool first, Columns &columns) {
    std::string what = first ? "raised" : "called here";
    if (frame.certainty == dataflow::Certainty::Possible)
      what += ", possible: by method name alone";
    columns.add({frame.place.valid() ? shown(places_.line(frame.place)) : "",
                 shown(name_in_module(*analysis_.model, frame.function))},
                what);
  }

  /// Narrow handlers that keep what a tokenizer raises on ids out of range (DL313).
  std::string decode_error_lines(const Trace &trace) {
    if (trace.decode_errors.empty())
      return "";
    Columns columns({Ink::Plain, Ink::Place, Ink::Plain});
    for (const HandlerMet &met : trace.decode_errors)
      columns.add({std::string(exceptions_trace::handler_verdict_name(met.verdict)), shown(places_.line(met.place)),
                   shown(met.clause)},
                  shown(met.why));
    return label("also", "keeps what tokenizers raise on ids out of range [DL313 decode-error-swallowed]") +
           columns.lines(paint_);
  }

  /// A line for each kind of top.
  std::string top_lines(const Trace &trace) const {
    std::vector<std::pair<std::string_view, std::vector<FunctionId>>> kinds;
    for (const exceptions_trace::Top &top : trace.tops) {
      auto kind = std::ranges::find(kinds, top.kind, [](const auto &one) { return one.first; });
      if (kind == kinds.end())
        kind = kinds.insert(kinds.end(), {top.kind, {}});
      kind->second.push_back(top.function);
    }
    std::string out;
    for (const auto &[kind, functions] : kinds) {
      std::string names;
      for (size_t i = 0; i < std::min(functions.size(), kMostTops); ++i)
        names += (i == 0 ? "" : ", ") + shown(analysis_.model->full_name(functions[i]));
      if (functions.size() > kMostTops)
        names += fmt::format(" and {} more", functions.size() - kMostTops);
      out += label(out.empty() ? "tops" : "", fmt::format("{}: {}", shown(kind), names));
    }
    return out;
  }

  std::string unresolved_lines(const Trace &trace) {
    if (trace.unresolved.empty())
      return "";
    std::string out = label(
        "open", fmt::format("{} that may lead here could not be resolved", counted(trace.num_unresolved, "call")));
    for (size_t i = 0; i < std::min(trace.unresolved.size(), kMostUnresolved); ++i) {
      const dataflow::UnresolvedCall &call = trace.unresolved[i];
      out +=
          label("", fmt::format("{}: {}", shown(places_.line(analysis_.model->range(call.site))), shown(call.reason)));
    }
    if (trace.num_unresolved > kMostUnresolved)
      out += label("", fmt::format("and {} more: see --format json", trace.num_unresolved - kMostUnresolved));
    return out;
  }

  std::string ending_lines(const Trace &trace) const {
    std::string ending = paint_(ink_of(trace.ending), exceptions_trace::ending_name(trace.ending));
    if (trace.ending == exceptions_trace::Ending::Swallowed && trace.ways > 1)
      ending += fmt::format(" on {} of {} ways", trace.ways_swallowed, trace.ways);
    return label("ending", ending + (trace.ending_why.empty() ? "" : ": " + shown(trace.ending_why)));
  }

  std::string what_if(const Trace &trace) {
    const Trace *base = analysis_.assumed_base ? analysis_.assumed_base->of(trace.site) : nullptr;
    if (!base)
      return "";
    std::string out = fmt::format("the fault type derived from BaseException: {}, {} of {} can catch it",
                                  paint_(ink_of(base->ending), exceptions_trace::ending_name(base->ending)),
                                  base->handlers.size(), counted(trace.handlers.size(), "handler"));
    if (base->ending == exceptions_trace::Ending::Unknown)
      out += ": " + shown(base->ending_why);
    for (const HandlerMet &met : base->handlers)
      out += fmt::format("\n        {} {}", paint_(Ink::Place, shown(places_.line(met.place))), shown(met.clause));
    return label("what if", out);
  }

  const Analysis &analysis_;
  const Style &style_;
  Places places_;
  Paint paint_;
};

} // namespace

std::string trace_text(const Analysis &analysis, const std::vector<SiteId> &sites, const Style &style) {
  TracePrinter printer(analysis, style);
  std::string out;
  for (SiteId site : sites)
    out += (out.empty() ? "" : "\n") + printer.print(site);
  return out;
}

} // namespace decode_ledger::report
