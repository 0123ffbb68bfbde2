// Traces as pictures: the fault goes from left to right, from the function that raises it to its callers. Each handler
// stands in the box of the function that has it. Of the way to a top of the run only its end is known here.

#include "report/trace_picture.h"

#include "report/site_words.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace decode_ledger::report {
namespace {

using exceptions_trace::Ending;
using exceptions_trace::Frame;
using exceptions_trace::HandlerMet;
using exceptions_trace::Trace;
using Stroke = Picture::Stroke;

/// Tops of one trace that get a box; the rest is counted.
constexpr size_t kMostTops = 12;

/// `text` in lines of at most `columns` bytes, broken at spaces.
std::vector<std::string> wrapped(std::string_view text, size_t columns) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find(' ', begin), text.size());
    std::string_view word = text.substr(begin, end - begin);
    if (lines.empty() || lines.back().size() + 1 + word.size() > columns)
      lines.emplace_back(word);
    else
      lines.back() += fmt::format(" {}", word);
    begin = end + 1;
  }
  return lines;
}

class TraceDrawer {
public:
  explicit TraceDrawer(const Analysis &analysis)
      : analysis_(analysis), model_(*analysis.model), places_(analysis.sources()) {}

  Picture draw(const std::vector<SiteId> &sites) {
    for (SiteId site : sites)
      add(site);
    picture_.title = fmt::format("traces of {}", counted(sites.size(), "site"));
    if (sites.size() == 1)
      tell_ending(sites.front());
    picture_.meanings = {{Ink::Plain, Stroke::Solid, false, "the fault goes on to the caller"},
                         {Ink::Plain, Stroke::Dashed, false, "possibly: a call by method name alone"},
                         {Ink::Plain, Stroke::Dotted, false, "through callers that are not drawn"},
                         {Ink::Note, Stroke::Solid, true, "has the decode site"},
                         {Ink::Error, Stroke::Solid, true, "stops the fault"},
                         {Ink::Warning, Stroke::Solid, true, "may stop it, or change it"},
                         {Ink::Good, Stroke::Solid, true, "lets it pass, or ends the run"}};
    return std::move(picture_);
  }

private:
  const decode_sites::DecodeSite &site(SiteId id) const { return analysis_.sites->sites[id.value]; }

  /// Each trace has boxes of its own: what one site's fault does in a function another's need not do.
  void add(SiteId id) {
    boxes_.clear();
    arrows_.clear();
    FunctionId function = model_.function_at(site(id).node);
    uint32_t start = box_of(function);
    enter_site(start, id);
    const Trace *trace = analysis_.traces->of(id);
    if (!trace)
      return;
    for (const HandlerMet &met : trace->handlers)
      add_handler(met, trace->fault);
    add_tops(*trace, start);
  }

  void enter_site(uint32_t start, SiteId id) {
    Picture::Box &box = picture_.boxes[start];
    box.ink = Ink::Note;
    box.is_subject = true;
    const decode_sites::DecodeSite &one = site(id);
    add_line(start, fmt::format("{}, {}", one.key.call, where(one.name_range, one.node.file)), Ink::Note);
    add_source(start, one.name_range);
    add_line(start, fmt::format("{}, {}", decode_sites::role_name(one.role), origin_words(one)), Ink::Note);
    const guards::SiteGuard &guard = analysis_.guards->sites[id.value];
    bool guarded = guard.verdict == guards::GuardVerdict::Guarded;
    std::string place = guard.place.valid() ? fmt::format(", {}", where(model_.range(guard.place), one.node.file)) : "";
    add_line(start, guard_words(guard) + place, guarded ? Ink::Good : Ink::Warning);
    if (guard.place.valid())
      add_source(start, model_.range(guard.place));
    const Trace *trace = analysis_.traces->of(id);
    if (!trace) {
      add_line(start, "not traced: this is no decode site", Ink::Dim);
      return;
    }
    add_line(start, fmt::format("ending: {}", exceptions_trace::ending_name(trace->ending)), ink_of(trace->ending));
    if (!trace->unresolved.empty())
      add_line(start, fmt::format("{} on the way not known", counted(trace->num_unresolved, "call")), Ink::Warning);
  }

  /// What was raised may have been converted on the way: `fault` is what it was.
  void add_handler(const HandlerMet &met, const std::string &fault) {
    for (size_t i = 0; i < met.chain.size(); ++i)
      add_frame(met.chain[i], i == 0 ? nullptr : &met.chain[i - 1]);
    uint32_t number = box_of(met.chain.empty() ? model_.function_at(met.handler) : met.chain.back().function);
    std::string verdict(exceptions_trace::handler_verdict_name(met.verdict));
    if (met.rule != diagnostics::Rule{})
      verdict += fmt::format(" [{} {}]", diagnostics::rule_code(met.rule), diagnostics::rule_entry(met.rule).name);
    if (met.exception != fault)
      verdict += fmt::format(", arrives as {}", met.exception);
    if (met.masked)
      verdict += ", masked: a handler before it swallows";
    add_line(number, fmt::format("{}, {}", met.clause, where(met.place, met.handler.file)), Ink::Plain);
    add_line(number, verdict, ink_of(met.verdict));
    constexpr size_t kMostColumns = 40;
    for (const std::string &line : wrapped(met.why, kMostColumns))
      add_line(number, line, Ink::Dim);
    Picture::Box &box = picture_.boxes[number];
    if (!box.is_subject && severity(ink_of(met.verdict)) > severity(box.ink))
      box.ink = ink_of(met.verdict);
  }

  /// A swallowing handler gives its function's box its colour, whatever others there do.
  static int severity(Ink ink) { return ink == Ink::Error ? 3 : ink == Ink::Warning ? 2 : ink == Ink::Good ? 1 : 0; }

  /// `callee` is the frame that the fault comes from; none for the one that raises it.
  void add_frame(const Frame &frame, const Frame *callee) {
    uint32_t number = box_of(frame.function);
    if (frame.place.valid() && !is_told(frame, callee))
      add_place(number,
                fmt::format("{}, {}", callee ? "called here" : "raised here",
                            where(frame.place, model_.file_of(frame.function))),
                frame.place);
    if (callee)
      add_arrow(box_of(callee->function), number,
                frame.certainty == dataflow::Certainty::Possible ? Stroke::Dashed : Stroke::Solid,
                fmt::format("{} calls {}", model_.full_name(frame.function), model_.full_name(callee->function)));
  }

  /// The box of the site says where its guard is.
  bool is_told(const Frame &frame, const Frame *callee) {
    return !callee && picture_.boxes[box_of(frame.function)].is_subject;
  }

  void add_tops(const Trace &trace, uint32_t start) {
    for (size_t i = 0; i < std::min(trace.tops.size(), kMostTops); ++i) {
      const exceptions_trace::Top &top = trace.tops[i];
      bool is_new = !boxes_.contains(top.function);
      uint32_t number = box_of(top.function);
      add_line(number, fmt::format("top of the run: {}", top.kind), Ink::Good);
      if (is_new)
        add_arrow(start, number, Stroke::Dotted, fmt::format("reaches {}", model_.full_name(top.function)));
    }
    if (trace.tops.size() <= kMostTops)
      return;
    std::string rest = fmt::format("and {} more", counted(trace.tops.size() - kMostTops, "top"));
    picture_.boxes.push_back({rest, {{rest, Ink::Dim}}, rest, Ink::Plain, false});
    add_arrow(start, static_cast<uint32_t>(picture_.boxes.size() - 1), Stroke::Dotted, rest);
  }

  void tell_ending(SiteId id) {
    picture_.title = fmt::format("trace of {}", site(id).key.text());
    if (const Trace *trace = analysis_.traces->of(id))
      picture_.note = fmt::format("{}: ending {}{}{}", trace->fault, exceptions_trace::ending_name(trace->ending),
                                  trace->ending_why.empty() ? "" : ": ", trace->ending_why);
  }

  // ---- boxes and arrows, each once for a trace ----

  uint32_t box_of(FunctionId function) {
    auto [found, is_new] = boxes_.try_emplace(function, static_cast<uint32_t>(picture_.boxes.size()));
    if (is_new) {
      std::string name = model_.full_name(function);
      std::string place = places_.line(model_.range(model_.node_of(function)));
      std::string hint = fmt::format("{} ({})", name, place);
      picture_.boxes.push_back({std::move(name),
                                {{name_in_module(model_, function), Ink::Strong}, {std::move(place), Ink::Dim}},
                                std::move(hint),
                                Ink::Plain,
                                false});
    }
    return found->second;
  }

  void add_line(uint32_t box, std::string text, Ink ink) {
    picture_.boxes[box].lines.push_back({std::move(text), ink});
  }

  /// What happens at `place` and its source line, once in a box.
  void add_place(uint32_t box, std::string text, const SourceRange &place) {
    if (!told_.emplace(box, text).second)
      return;
    add_line(box, std::move(text), Ink::Dim);
    add_source(box, place);
  }

  void add_source(uint32_t box, const SourceRange &place) {
    add_line(box, fmt::format("  {}", places_.code_at(place)), Ink::Plain);
  }

  /// "line 12" in the file of the box, else "src/a.py:12".
  std::string where(const SourceRange &range, FileId file) {
    return range.file == file ? fmt::format("line {}", places_.at(range).begin.line) : places_.line(range);
  }

  /// The first that is told of two boxes counts: it is on the shorter chain.
  void add_arrow(uint32_t from, uint32_t to, Stroke stroke, std::string hint) {
    if (arrows_.emplace(from, to).second)
      picture_.arrows.push_back({from, to, stroke, std::move(hint)});
  }

  const Analysis &analysis_;
  const package_model::PackageModel &model_;
  Places places_;
  std::map<FunctionId, uint32_t> boxes_;            // of this trace
  std::set<std::pair<uint32_t, uint32_t>> arrows_;  // the same
  std::set<std::pair<uint32_t, std::string>> told_; // lines of frames, by box
  Picture picture_;
};

} // namespace

Picture trace_picture(const Analysis &analysis, SiteId site) { return TraceDrawer(analysis).draw({site}); }

std::string trace_dot(const Analysis &analysis, const std::vector<SiteId> &sites) {
  return picture_dot(TraceDrawer(analysis).draw(sites));
}

std::string trace_svg(const Analysis &analysis, const std::vector<SiteId> &sites) {
  return picture_svg(TraceDrawer(analysis).draw(sites));
}

} // namespace decode_ledger::report
