// One SVG 1.1 file that a browser, an editor or a README shows as it is. Colours follow the reader's light or dark
// theme. A box's text is as wide as its letters in a monospace font, which is what the boxes' sizes count on.

#include "report/display_width.h"
#include "report/layered_layout.h"
#include "report/markup.h"
#include "report/page_parts.h"
#include "report/picture.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace decode_ledger::report {
namespace {

constexpr double kLetter = 7.3; // of a monospace font of 12 px, with a little to spare
constexpr double kLine = 16;
constexpr double kPadX = 9, kPadY = 6;
constexpr double kMargin = 20;
constexpr size_t kMostLetters = 52, kMostDimLetters = 40; // of a line in a box

bool continues_code_point(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

/// Names and paths tell most at their end, sentences at their beginning.
std::string shortened(const Picture::Line &line) {
  size_t most = line.ink == Ink::Dim ? kMostDimLetters : kMostLetters;
  std::string safe = shown(line.text);
  if (display_width(safe) <= most)
    return safe;
  bool is_sentence = safe.find(' ') != std::string::npos;
  std::string_view rest = safe;
  while (display_width(rest) >= most) {
    do
      is_sentence ? rest.remove_suffix(1) : rest.remove_prefix(1);
    while (!rest.empty() && continues_code_point(is_sentence ? safe[rest.size()] : rest.front()));
  }
  return is_sentence ? fmt::format("{}…", rest) : fmt::format("…{}", rest);
}

constexpr std::string_view kHead =
    "<marker id=\"dl-head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
    "markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\"><path class=\"head\" d=\"M0 0.5L8 4L0 7.5z\"/>"
    "</marker>";

std::string text_at(double x, double y, Ink ink, std::string_view text) {
  return fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>", x, y, ink_class(ink), markup_text(text));
}

class SvgWriter {
public:
  explicit SvgWriter(const Picture &picture) : picture_(picture) {
    std::vector<BoxSize> sizes;
    for (const Picture::Box &box : picture.boxes) {
      lines_.emplace_back();
      for (const Picture::Line &line : box.lines)
        lines_.back().push_back(shortened(line));
      sizes.push_back(size_of(lines_.back()));
    }
    std::vector<ArrowEnds> ends;
    for (const Picture::Arrow &arrow : picture.arrows)
      ends.push_back({arrow.from, arrow.to});
    layout_ = lay_out(sizes, ends);
    sizes_ = std::move(sizes);
  }

  /// `head` stands before what is drawn.
  std::string write(std::string_view head) {
    std::string body = arrows() + boxes();
    std::string foot = this->foot(); // widens the picture
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"dl-picture\" role=\"img\" width=\"{0}\" "
                       "height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n<title>{2}</title>\n{3}"
                       "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{4}{5}</svg>\n",
                       width_, height_, markup_text(picture_.title), head, body, foot);
  }

private:
  static BoxSize size_of(const std::vector<std::string> &lines) {
    size_t letters = 0;
    for (const std::string &line : lines)
      letters = std::max(letters, display_width(line));
    return {std::ceil(static_cast<double>(letters) * kLetter + 2 * kPadX),
            static_cast<double>(lines.size()) * kLine + 2 * kPadY};
  }

  std::string arrows() {
    std::string out = "<g class=\"arrows\">\n";
    for (size_t i = 0; i < picture_.arrows.size(); ++i) {
      const Picture::Arrow &arrow = picture_.arrows[i];
      const Layout::Arrow &placed = layout_.arrows[i];
      out += fmt::format("<g><title>{}</title><path class=\"arrow {}\" {}=\"url(#dl-head)\" d=\"{}\"/></g>\n",
                         markup_text(arrow.hint), stroke_name(arrow.stroke),
                         placed.reversed ? "marker-start" : "marker-end",
                         placed.points.empty() ? loop_path(arrow.from) : path(placed.points));
    }
    return out + "</g>\n";
  }

  /// Straight through a column, in a curve from one to the next.
  static std::string path(const std::vector<Point> &points) {
    auto x = [&](size_t i) { return points[i].x + kMargin; };
    auto y = [&](size_t i) { return points[i].y + kMargin; };
    std::string out = fmt::format("M{:.1f} {:.1f}", x(0), y(0));
    for (size_t i = 1; i + 1 < points.size(); i += 2) {
      if (x(i) > x(i - 1))
        out += fmt::format("H{:.1f}", x(i));
      double middle = (x(i) + x(i + 1)) / 2;
      out += fmt::format("C{0:.1f} {1:.1f} {0:.1f} {2:.1f} {3:.1f} {2:.1f}", middle, y(i), y(i + 1), x(i + 1));
    }
    return out;
  }

  /// From a box to itself: out of its right upper corner and back to its top.
  std::string loop_path(uint32_t box) const {
    double right = layout_.boxes[box].x + sizes_[box].width + kMargin, top = layout_.boxes[box].y + kMargin;
    return fmt::format(
        "M{0:.1f} {1:.1f}C{2:.1f} {1:.1f} {2:.1f} {3:.1f} {4:.1f} {3:.1f}Q{5:.1f} {3:.1f} {5:.1f} {6:.1f}", right,
        top + 8, right + 10, top - 8, right - 4, right - 12, top);
  }

  std::string boxes() {
    std::string out = "<g class=\"boxes\">\n";
    for (size_t i = 0; i < picture_.boxes.size(); ++i)
      out += box(i);
    return out + "</g>\n";
  }

  std::string box(size_t number) {
    const Picture::Box &box = picture_.boxes[number];
    double x = layout_.boxes[number].x + kMargin, y = layout_.boxes[number].y + kMargin;
    std::string out =
        fmt::format("<g><title>{}</title><rect class=\"box {}{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" "
                    "rx=\"5\"/>",
                    markup_text(box.hint), ink_class(box.ink), box.is_subject ? " subject" : "", x, y,
                    sizes_[number].width, sizes_[number].height);
    for (size_t i = 0; i < box.lines.size(); ++i)
      out += text_at(x + kPadX, y + kPadY + static_cast<double>(i) * kLine + 12, box.lines[i].ink, lines_[number][i]);
    return out + "</g>\n";
  }

  // ---- the foot: title, what strokes and colours mean, the note ----

  std::string foot() {
    constexpr double kSample = 26;
    width_ = layout_.width + 2 * kMargin;
    height_ = layout_.height + 2 * kMargin;
    std::string out = "<g class=\"foot\">\n" + foot_line(picture_.title, Ink::Strong);
    for (const Picture::Meaning &meaning : picture_.meanings) {
      if (!occurs(meaning))
        continue;
      double y = height_;
      out += meaning.is_box
                 ? fmt::format("<rect class=\"box {}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"10\" rx=\"3\"/>",
                               ink_class(meaning.ink), kMargin, y - 2, kSample - 6)
                 : fmt::format("<path class=\"arrow {0}\" marker-end=\"url(#dl-head)\" d=\"M{1} {2}H{3}\"/>",
                               stroke_name(meaning.stroke), kMargin, y + 3, kMargin + kSample - 4);
      out += foot_line(meaning.text, Ink::Plain, kSample + 4);
    }
    if (!picture_.note.empty())
      out += foot_line(picture_.note, Ink::Dim);
    height_ += kMargin / 2;
    return out + "</g>\n";
  }

  std::string foot_line(std::string_view text, Ink ink, double indent = 0) {
    std::string line = text_at(kMargin + indent, height_ + 7, ink, text) + "\n";
    width_ =
        std::max(width_, std::ceil(2 * kMargin + indent + static_cast<double>(display_width(shown(text))) * kLetter));
    height_ += kLine + 2;
    return line;
  }

  bool occurs(const Picture::Meaning &meaning) const {
    if (meaning.is_box)
      return std::ranges::any_of(picture_.boxes, [&](const Picture::Box &box) { return box.ink == meaning.ink; });
    return std::ranges::any_of(picture_.arrows,
                               [&](const Picture::Arrow &arrow) { return arrow.stroke == meaning.stroke; });
  }

  const Picture &picture_;
  std::vector<std::vector<std::string>> lines_; // by box, shortened
  std::vector<BoxSize> sizes_;
  Layout layout_;
  double width_ = 0, height_ = 0;
};

} // namespace

std::string picture_svg(const Picture &picture) {
  return SvgWriter(picture).write(
      fmt::format("<style>\n{}</style>\n<defs>{}</defs>\n", page_part("picture.css").text, kHead));
}

std::string picture_svg_of_page(const Picture &picture) { return SvgWriter(picture).write(""); }

std::string_view picture_arrow_head() { return kHead; }

} // namespace decode_ledger::report
