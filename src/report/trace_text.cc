// One site's way to the top of the run: what it is, its guard, each handler that can catch the fault with the frames
// that lead there, and how the trace ends.

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

class TracePrinter {
public:
  TracePrinter(const Analysis &analysis, const Style &style)
      : analysis_(analysis), style_(style), places_(analysis.sources()), paint_(style.colour) {}

  std::string print(SiteId id) {
    const DecodeSite &site = analysis_.sites->sites[id.value];
    std::string out = site_lines(site, id) + guard_lines(id);
    const Trace *trace = analysis_.traces->of(id);
    if (!trace)
      return out + label("ending", "not traced: this is no decode site");
    out += label("fault", shown(trace->fault));
    for (size_t i = 0; i < trace->handlers.size(); ++i)
      out += handler_lines(*trace, i);
    return out + top_lines(*trace) + unresolved_lines(*trace) + ending_lines(*trace) + what_if(*trace);
  }

private:
  std::string label(std::string_view word, std::string_view text) const {
    return fmt::format("{}{}\n", paint_.padded(Ink::Strong, word, 8), text);
  }

  std::string site_lines(const DecodeSite &site, SiteId id) {
    std::string words = fmt::format("{}, {}", decode_sites::role_name(site.role), origin_words(site));
    if (std::string state = state_words(analysis_, id); !state.empty())
      words += ", " + state;
    std::string out =
        label("site", fmt::format("{}   {}   {}", paint_(Ink::Place, shown(places_.line_column(site.name_range))),
                                  shown(site.key.text()), words));
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

  std::string handler_lines(const Trace &trace, size_t number) {
    const HandlerMet &met = trace.handlers[number];
    std::string notes = met.possible ? ", possible: by method name alone" : "";
    notes += met.masked ? ", masked: a handler before it already swallows" : "";
    std::string out =
        label("way", fmt::format("{} of {}{}{}", number + 1, trace.handlers.size(), other_ways(met), notes));
    for (size_t i = 0; i < met.chain.size(); ++i)
      out += frame_line(met.chain[i], i == 0);
    std::string what = std::string(exceptions_trace::handler_verdict_name(met.verdict));
    if (met.rule != diagnostics::Rule{})
      what += fmt::format(" [{} {}]", diagnostics::rule_code(met.rule), diagnostics::rule_entry(met.rule).name);
    out += step(places_.line(met.place), shown(met.clause), paint_(ink_of(met.verdict), what) + ": " + shown(met.why));
    return out + excerpt(places_, met.place, met.evidence, {style_.width, ink_of(met.verdict)}, paint_);
  }

  static std::string other_ways(const HandlerMet &met) {
    return met.other_ways == 0 ? "" : fmt::format(", shortest of {}", met.other_ways + 1);
  }

  std::string frame_line(const Frame &frame, bool first) {
    std::string function = analysis_.model->full_name(frame.function);
    std::string what = first ? "raised" : "called here";
    if (frame.certainty == dataflow::Certainty::Possible)
      what += ", possible: by method name alone";
    return step(frame.place.valid() ? places_.line(frame.place) : "", shown(function), what);
  }

  std::string step(std::string_view place, std::string_view subject, std::string_view what) const {
    return fmt::format("        {} {} {}\n", paint_.padded(Ink::Place, shown(place), 34),
                       paint_.padded(Ink::Plain, subject, 44), what);
  }

  std::string top_lines(const Trace &trace) const {
    std::string out;
    for (const exceptions_trace::Top &top : trace.tops)
      out += label(out.empty() ? "tops" : "",
                   fmt::format("{} ({})", shown(analysis_.model->full_name(top.function)), shown(top.kind)));
    return out;
  }

  std::string unresolved_lines(const Trace &trace) {
    std::string out;
    for (size_t i = 0; i < std::min(trace.unresolved.size(), kMostUnresolved); ++i) {
      const dataflow::UnresolvedCall &call = trace.unresolved[i];
      out += label(i == 0 ? "open" : "",
                   fmt::format("{}: {}", shown(places_.line(analysis_.model->range(call.site))), shown(call.reason)));
    }
    if (trace.unresolved.size() > kMostUnresolved)
      out += label("", fmt::format("and {} more: see --format json", trace.unresolved.size() - kMostUnresolved));
    return out;
  }

  std::string ending_lines(const Trace &trace) const {
    std::string why = trace.ending_why.empty() ? "" : ": " + shown(trace.ending_why);
    return label("ending", paint_(ink_of(trace.ending), exceptions_trace::ending_name(trace.ending)) + why);
  }

  std::string what_if(const Trace &trace) const {
    const Trace *base = analysis_.assumed_base ? analysis_.assumed_base->of(trace.site) : nullptr;
    if (!base)
      return "";
    return label("what if", fmt::format("the fault type derived from BaseException: {}, {} of {} handlers can catch it",
                                        paint_(ink_of(base->ending), exceptions_trace::ending_name(base->ending)),
                                        base->handlers.size(), trace.handlers.size()));
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
