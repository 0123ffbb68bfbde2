// The call graph as a picture: callers left, callees right.

#include "report/graph_view.h"
#include "report/picture.h"
#include "report/site_words.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::report {
namespace {

using dataflow::CallClass;
using dataflow::Certainty;
using dataflow::EdgeKind;
using Stroke = Picture::Stroke;

constexpr uint32_t kNoBox = 0xffffffffU;

class GraphDrawer {
public:
  GraphDrawer(const Analysis &analysis, const GraphView &view)
      : model_(*analysis.model), view_(view), places_(analysis.sources()), boxes_(model_.num_functions(), kNoBox) {}

  Picture draw() {
    choose_functions();
    for (FunctionId function : view_.functions())
      if (boxes_[function.value] != kNoBox)
        picture_.boxes.push_back(box(function));
    for (const Link &link : view_.links())
      picture_.arrows.push_back(arrow(link));
    picture_.title = title();
    if (size_t left_out = view_.functions().size() - picture_.boxes.size())
      picture_.note =
          fmt::format("{} that no function here calls, and that {} none, {} left out", counted(left_out, "function"),
                      left_out == 1 ? "calls" : "call", left_out == 1 ? "is" : "are");
    picture_.meanings = {{Ink::Plain, Stroke::Solid, false, "calls"},
                         {Ink::Plain, Stroke::Dashed, false, "calls, possibly"},
                         {Ink::Plain, Stroke::Dotted, false, "hands to code that is not read"},
                         {Ink::Note, Stroke::Solid, true, "has a decode site"}};
    return std::move(picture_);
  }

private:
  /// Without arrows a box tells nothing, unless it is what the picture is about.
  void choose_functions() {
    std::vector<bool> has_arrow(model_.num_functions(), false);
    for (const Link &link : view_.links())
      has_arrow[link.from.value] = has_arrow[link.to.value] = true;
    uint32_t next = 0;
    for (FunctionId function : view_.functions())
      if (has_arrow[function.value] || view_.num_sites(function) != 0 || view_.is_subject(function))
        boxes_[function.value] = next++;
  }

  std::string title() const {
    std::string around;
    for (FunctionId function : view_.functions())
      if (view_.is_subject(function) && around.empty())
        around = " around " + model_.full_name(function);
    return fmt::format("call graph{}: {}", around, counted(picture_.boxes.size(), "function"));
  }

  Picture::Box box(FunctionId function) {
    std::string name = model_.full_name(function);
    std::string place = places_.line(model_.range(model_.node_of(function)));
    Picture::Box box{name, {}, fmt::format("{} ({})", name, place), Ink::Plain, view_.is_subject(function)};
    box.lines.push_back({name_in_module(model_, function), Ink::Strong});
    box.lines.push_back({std::move(place), Ink::Dim});
    if (size_t sites = view_.num_sites(function)) {
      box.ink = Ink::Note;
      box.lines.push_back({counted(sites, "decode site"), Ink::Note});
    }
    if (size_t unresolved = view_.calls_of(function)[static_cast<size_t>(CallClass::Unresolved)])
      box.lines.push_back({fmt::format("{} unresolved", counted(unresolved, "call")), Ink::Dim});
    return box;
  }

  Picture::Arrow arrow(const Link &link) {
    Stroke stroke = link.certainty == Certainty::Possible ? Stroke::Dashed
                    : link.kind == EdgeKind::Boundary     ? Stroke::Dotted
                                                          : Stroke::Solid;
    std::string place = places_.line(model_.range(link.sites.front()));
    std::string more = link.sites.size() > 1 ? fmt::format(" and {} more", link.sites.size() - 1) : "";
    return {boxes_[link.from.value], boxes_[link.to.value], stroke,
            fmt::format("{} → {}: {} ({}{})", model_.full_name(link.from), model_.full_name(link.to), link_words(link),
                        place, more)};
  }

  const package_model::PackageModel &model_;
  const GraphView &view_;
  Places places_;
  std::vector<uint32_t> boxes_; // by FunctionId
  Picture picture_;
};

Picture graph_picture(const Analysis &analysis, const dataflow::CallGraph &graph, const GraphPart &part) {
  GraphView view(analysis, graph, part);
  return GraphDrawer(analysis, view).draw();
}

} // namespace

std::string graph_dot(const Analysis &analysis, const dataflow::CallGraph &graph, const GraphPart &part) {
  return picture_dot(graph_picture(analysis, graph, part));
}

std::string graph_svg(const Analysis &analysis, const dataflow::CallGraph &graph, const GraphPart &part) {
  return picture_svg(graph_picture(analysis, graph, part));
}

} // namespace decode_ledger::report
