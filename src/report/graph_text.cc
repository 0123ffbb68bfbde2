// The call graph for people: a function a line, below it what it calls and how sure that is; the shares of the calls last.

#include "report/display_width.h"
#include "report/graph_view.h"
#include "report/site_words.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace decode_ledger::report {
namespace {

using dataflow::CallClass;
using dataflow::Certainty;

/// Places of one link that are listed; the rest is counted.
constexpr size_t kMostPlaces = 3;

std::string percent(size_t part, size_t whole) {
  return fmt::format("{:.1f} %", whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

class GraphPrinter {
public:
  GraphPrinter(const Analysis &analysis, const GraphView &view, const Style &style)
      : model_(*analysis.model), view_(view), places_(analysis.sources()), paint_(style.colour) {}

  std::string print() {
    std::string out;
    auto link = view_.links().begin();
    for (FunctionId function : view_.functions()) {
      auto first = link;
      while (link != view_.links().end() && link->from == function)
        ++link;
      out += function_line(function) + link_lines({first, link});
    }
    return out;
  }

private:
  std::string function_line(FunctionId function) {
    std::string notes;
    auto note = [&](std::string text) { notes += (notes.empty() ? "   " : ", ") + std::move(text); };
    if (view_.is_subject(function))
      note("asked for");
    if (size_t sites = view_.num_sites(function))
      note(counted(sites, "decode site"));
    const CallCounts &calls = view_.calls_of(function);
    for (CallClass class_ : {CallClass::External, CallClass::Unresolved})
      if (size_t count = calls[static_cast<size_t>(class_)])
        note(fmt::format("{} {}", count, dataflow::call_class_name(class_)));
    return fmt::format("{}   {}{}\n", paint_(Ink::Strong, shown(model_.full_name(function))),
                       paint_(Ink::Dim, shown(places_.line(model_.range(model_.node_of(function))))), notes);
  }

  std::string link_lines(std::span<const Link> links) {
    constexpr size_t kMostWidth = 64;
    size_t name_width = 0, words_width = 0;
    for (const Link &link : links) {
      name_width = std::max(name_width, std::min(kMostWidth, display_width(shown(model_.full_name(link.to)))));
      words_width = std::max(words_width, link_words(link).size());
    }
    std::string out;
    for (const Link &link : links)
      out += fmt::format("    {}  {}  {}\n", paint_.padded(Ink::Plain, shown(model_.full_name(link.to)), name_width),
                         paint_.padded(ink(link), link_words(link), words_width), paint_(Ink::Dim, lines_of(link)));
    return out;
  }

  static Ink ink(const Link &link) {
    if (link.certainty == Certainty::Possible)
      return Ink::Warning;
    return link.kind == dataflow::EdgeKind::Boundary ? Ink::Note : Ink::Plain;
  }

  /// "line 12, 15, 80 and 2 more": all are in the caller's file.
  std::string lines_of(const Link &link) {
    std::vector<uint32_t> lines;
    for (NodeRef site : link.sites)
      if (uint32_t line = places_.at(model_.range(site)).begin.line; lines.empty() || lines.back() != line)
        lines.push_back(line);
    std::string out =
        fmt::format("line {}", fmt::join(std::span(lines).first(std::min(lines.size(), kMostPlaces)), ", "));
    if (lines.size() > kMostPlaces)
      out += fmt::format(" and {} more", lines.size() - kMostPlaces);
    return out;
  }

  const package_model::PackageModel &model_;
  const GraphView &view_;
  Places places_;
  Paint paint_;
};

/// "47 functions, 120 calls: 40 resolved (33.3 %), 70 external (58.3 %), …".
std::string shares_line(const CallShares &shares) {
  std::string out = fmt::format("{}, {}", counted(shares.functions, "function"), counted(shares.calls, "call"));
  for (size_t i = 0; i < shares.counts.size(); ++i)
    out += fmt::format("{}{} {} ({})", i == 0 ? ": " : ", ", shares.counts[i],
                       dataflow::call_class_name(static_cast<CallClass>(i)), percent(shares.counts[i], shares.calls));
  if (shares.in_tests != 0)
    out += fmt::format("; {} in tests not counted", counted(shares.in_tests, "call"));
  return out + "\n";
}

} // namespace

std::string graph_text(const Analysis &analysis, const dataflow::CallGraph &graph, const GraphPart &part,
                       const Style &style) {
  GraphView view(analysis, graph, part);
  std::string out = GraphPrinter(analysis, view, style).print();
  if (style.summary)
    out += (out.empty() ? "" : "\n") + shares_line(view.shares());
  return out;
}

std::string graph_statistics_text(const Analysis &analysis, const dataflow::CallGraph &graph, const GraphPart &part) {
  CallShares shares = GraphView(analysis, graph, part).shares();
  std::string out = fmt::format("{:>8}          functions\n{:>8}          calls", shares.functions, shares.calls);
  if (shares.in_tests != 0)
    out += fmt::format(", and {} in tests that are not counted", shares.in_tests);
  out += "\n";
  for (size_t i = 0; i < shares.counts.size(); ++i) {
    out += fmt::format("{:>8} {:>7}  {}", shares.counts[i], percent(shares.counts[i], shares.calls),
                       dataflow::call_class_name(static_cast<CallClass>(i)));
    if (shares.mixed[i] != 0)
      out += fmt::format(", {} of them not known on every way", shares.mixed[i]);
    out += "\n";
  }
  for (const auto &[reason, count] : shares.reasons)
    out += fmt::format("{:>8} {:>7}    {}\n", count, percent(count, shares.calls), shown(reason));
  return out;
}

} // namespace decode_ledger::report
