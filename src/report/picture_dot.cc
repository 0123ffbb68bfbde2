// The DOT language of Graphviz (graphviz.org/doc/info/lang.html). Every string is quoted. In one only `\"` and, in
// labels, sequences such as `\n` mean anything, so that a doubled backslash is safe everywhere.

#include "report/picture.h"

#include <fmt/format.h>
#include <map>
#include <set>
#include <string_view>

namespace decode_ledger::report {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : shown(text)) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c;
  }
  return out;
}

std::string quoted(std::string_view text) { return fmt::format("\"{}\"", escaped(text)); }

/// Dark enough to be read on white, and light enough on black.
std::string_view colour(Ink ink) {
  switch (ink) {
  case Ink::Error:
    return "#cf222e";
  case Ink::Warning:
    return "#9a6700";
  case Ink::Good:
    return "#1a7f37";
  case Ink::Note:
    return "#0969da";
  default:
    return "#6e7781";
  }
}

/// The boxes' names as they are shown, equal ones with a number behind them that makes a name which no other box has.
std::vector<std::string> node_names(const Picture &picture) {
  std::vector<std::string> names;
  for (const Picture::Box &box : picture.boxes)
    names.push_back(shown(box.name));
  std::set<std::string> taken(names.begin(), names.end());
  std::map<std::string, size_t> counts;
  for (std::string &name : names) {
    const std::string base = name;
    size_t &number = counts[base];
    if (number++ > 0)
      while (!taken.insert(name = fmt::format("{}#{}", base, number)).second)
        ++number;
    name = quoted(name);
  }
  return names;
}

std::string label(const Picture::Box &box) {
  std::string out;
  for (const Picture::Line &line : box.lines)
    out += (out.empty() ? "" : "\\n") + escaped(line.text);
  return out;
}

} // namespace

std::string picture_dot(const Picture &picture) {
  std::string out = fmt::format("digraph {} {{\n", quoted(picture.title));
  out += "  rankdir=LR;\n";
  if (!picture.note.empty())
    out += fmt::format("  label={};\n", quoted(picture.note));
  out += "  node [shape=box, style=rounded, fontname=\"monospace\", fontsize=10];\n";
  out += "  edge [color=\"#6e7781\"];\n";
  std::vector<std::string> names = node_names(picture);
  for (size_t i = 0; i < picture.boxes.size(); ++i) {
    const Picture::Box &box = picture.boxes[i];
    out += fmt::format("  {} [label=\"{}\", tooltip={}, color=\"{}\"{}];\n", names[i], label(box), quoted(box.hint),
                       colour(box.ink), box.is_subject ? ", penwidth=2.5" : "");
  }
  for (const Picture::Arrow &arrow : picture.arrows)
    out += fmt::format("  {} -> {} [style={}, tooltip={}];\n", names[arrow.from], names[arrow.to],
                       stroke_name(arrow.stroke), quoted(arrow.hint));
  return out + "}\n";
}

} // namespace decode_ledger::report
