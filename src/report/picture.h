// Boxes with a few lines of text, and arrows between them: what the call graph and a trace are drawn as.
//
// A Picture says what is there and leaves the looks to the format. picture_dot() gives Graphviz its source;
// picture_svg() lays the boxes out itself (layered_layout.h) and gives a picture that needs nothing else: no script,
// no font, no network. Texts come from the analysed package: each format escapes them for itself, after what `shown()`
// makes of control characters and bytes that are no UTF-8.
//
// Tested by tests/unit/report/picture_test.cc and tests/cli/.
#pragma once

#include "report/paint.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::report {

struct Picture {
  struct Line {
    std::string text;
    Ink ink = Ink::Plain;
  };
  struct Box {
    std::string name; ///< tells it apart where the format has names: equal ones are told apart by number
    std::vector<Line> lines;
    std::string hint; ///< what a pointer over the box shows
    Ink ink = Ink::Plain;
    bool is_subject = false; ///< what the picture was asked for: a thick outline
  };
  enum class Stroke : uint8_t { Solid, Dashed, Dotted };
  struct Arrow {
    uint32_t from = 0, to = 0; ///< indices of boxes
    Stroke stroke = Stroke::Solid;
    std::string hint;
  };
  /// What a stroke or a box's ink means, for the foot of the picture. Those that do not occur are left out.
  struct Meaning {
    Ink ink = Ink::Plain;
    Stroke stroke = Stroke::Solid;
    bool is_box = false; ///< else an arrow, and `ink` says nothing
    std::string text;
  };

  std::string title;
  std::string note; ///< one sentence below the picture, such as what is left out; may be empty
  std::vector<Box> boxes;
  std::vector<Arrow> arrows;
  std::vector<Meaning> meanings;
};

/// "solid", "dashed", "dotted": Graphviz's own words, and the classes of the SVG.
inline std::string_view stroke_name(Picture::Stroke stroke) {
  switch (stroke) {
  case Picture::Stroke::Solid:
    return "solid";
  case Picture::Stroke::Dashed:
    return "dashed";
  case Picture::Stroke::Dotted:
    return "dotted";
  }
  return "solid";
}

std::string picture_dot(const Picture &picture);
std::string picture_svg(const Picture &picture);

/// The same for a page of many pictures, which has the style (page/picture.css) and the arrows' head once for all of them.
std::string picture_svg_of_page(const Picture &picture);
/// A `<marker>` element, to stand in the `<defs>` of the page's first SVG.
std::string_view picture_arrow_head();

} // namespace decode_ledger::report
