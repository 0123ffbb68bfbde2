#include "report/layered_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

namespace decode_ledger::report {
namespace {

constexpr uint32_t kNone = 0xffffffffU;

/// A box, or the bend of an arrow in a column between its ends.
struct Item {
  double width = 0, height = 0;
  uint32_t column = 0;
  uint32_t rank = 0;    ///< place in the column, from 0
  double middle = 0;    ///< vertical
  uint32_t box = kNone; ///< none: a bend
  bool is_bend() const { return box == kNone; }
};

/// From an item to one in the next column.
struct Segment {
  uint32_t left = 0, right = 0;
};

using Columns = std::vector<std::vector<uint32_t>>; ///< items, from the top

/// Lists of numbers by number, in one array: `of(i)`.
class Lists {
public:
  template <class Pairs, class First, class Second>
  Lists(size_t size, const Pairs &pairs, First first, Second second) : starts_(size + 1, 0) {
    for (const auto &pair : pairs)
      ++starts_[first(pair) + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    values_.resize(pairs.size());
    std::vector<uint32_t> next(starts_.begin(), starts_.end() - 1);
    for (const auto &pair : pairs)
      values_[next[first(pair)]++] = second(pair);
  }

  const uint32_t *begin(size_t i) const { return values_.data() + starts_[i]; }
  const uint32_t *end(size_t i) const { return values_.data() + starts_[i + 1]; }
  size_t size(size_t i) const { return starts_[i + 1] - starts_[i]; }

private:
  std::vector<uint32_t> starts_, values_;
};

// ---- 1. cycles ----

/// Which arrows close a cycle of a depth-first walk that starts at the boxes nobody points at. Arrows from a box to
/// itself count as none.
std::vector<bool> find_reversed(size_t num_boxes, const std::vector<ArrowEnds> &arrows) {
  std::vector<uint32_t> indices(arrows.size());
  std::iota(indices.begin(), indices.end(), 0U);
  Lists out(
      num_boxes, indices, [&](uint32_t a) { return arrows[a].from; }, [](uint32_t a) { return a; });
  std::vector<uint32_t> num_in(num_boxes, 0);
  for (const ArrowEnds &arrow : arrows)
    num_in[arrow.to] += arrow.from != arrow.to;

  enum class Seen : uint8_t { No, Open, Done };
  std::vector<Seen> seen(num_boxes, Seen::No);
  std::vector<bool> reversed(arrows.size(), false);
  std::vector<std::pair<uint32_t, const uint32_t *>> open; // a box, and its next arrow
  auto walk_from = [&](uint32_t root) {
    if (seen[root] != Seen::No)
      return;
    seen[root] = Seen::Open;
    open.emplace_back(root, out.begin(root));
    while (!open.empty()) {
      auto &[box, next] = open.back();
      if (next == out.end(box)) {
        seen[box] = Seen::Done;
        open.pop_back();
        continue;
      }
      uint32_t arrow = *next++;
      uint32_t to = arrows[arrow].to;
      if (seen[to] == Seen::Open)
        reversed[arrow] = to != arrows[arrow].from;
      if (seen[to] != Seen::No)
        continue;
      seen[to] = Seen::Open;
      open.emplace_back(to, out.begin(to));
    }
  };
  for (uint32_t box = 0; box < num_boxes; ++box)
    if (num_in[box] == 0)
      walk_from(box);
  for (uint32_t box = 0; box < num_boxes; ++box)
    walk_from(box);
  return reversed;
}

// ---- 2. layers ----

/// `forward` has no cycle and no arrow from a box to itself.
std::vector<uint32_t> find_columns(size_t num_boxes, const std::vector<Segment> &forward) {
  Lists out(
      num_boxes, forward, [](const Segment &s) { return s.left; }, [](const Segment &s) { return s.right; });
  std::vector<uint32_t> num_in(num_boxes, 0);
  for (const Segment &segment : forward)
    ++num_in[segment.right];

  std::vector<uint32_t> columns(num_boxes, 0), order, waits_for = num_in;
  for (uint32_t box = 0; box < num_boxes; ++box)
    if (num_in[box] == 0)
      order.push_back(box);
  for (size_t i = 0; i < order.size(); ++i) // grows as it goes
    for (const uint32_t *to = out.begin(order[i]); to != out.end(order[i]); ++to) {
      columns[*to] = std::max(columns[*to], columns[order[i]] + 1);
      if (--waits_for[*to] == 0)
        order.push_back(*to);
    }
  // More arrows leave than come: moved right, towards the nearest callee, they get shorter on the whole. The boxes of
  // the longest path cannot move, so no column gets empty.
  for (size_t i = order.size(); i-- > 0;) {
    uint32_t box = order[i];
    if (out.size(box) <= num_in[box])
      continue;
    uint32_t nearest = kNone;
    for (const uint32_t *to = out.begin(box); to != out.end(box); ++to)
      nearest = std::min(nearest, columns[*to]);
    columns[box] = nearest - 1;
  }
  return columns;
}

// ---- 4. order ----

/// Crossings of segments between two columns: pairs whose ends are in opposite order, counted by a Fenwick tree.
uint64_t num_crossings(std::vector<std::pair<uint32_t, uint32_t>> ranks, size_t num_right) {
  std::ranges::sort(ranks);
  std::vector<uint32_t> tree(num_right + 1, 0);
  uint64_t crossings = 0;
  for (size_t i = 0; i < ranks.size(); ++i) {
    uint64_t not_below = 0; // earlier segments that end at or above this one
    for (size_t at = ranks[i].second + 1; at > 0; at -= at & (~at + 1))
      not_below += tree[at];
    crossings += i - not_below;
    for (size_t at = ranks[i].second + 1; at <= num_right; at += at & (~at + 1))
      ++tree[at];
  }
  return crossings;
}

// ---- 5. places ----

/// An item of a column, with where it would like to be.
struct Wish {
  double middle = 0;
  double weight = 0;
};

/// The middles nearest to the wishes, in weighted least squares, such that each is at least `gaps[i]` below the one
/// before it. Pools of items that would overlap move as one, to the mean of what they want.
std::vector<double> places_near(const std::vector<Wish> &wishes, const std::vector<double> &gaps) {
  struct Pool {
    double wanted = 0, weight = 0;
    size_t size = 0;
    double mean() const { return wanted / weight; }
  };
  std::vector<Pool> pools;
  double offset = 0;
  for (size_t i = 0; i < wishes.size(); ++i) {
    offset += gaps[i];
    pools.push_back({(wishes[i].middle - offset) * wishes[i].weight, wishes[i].weight, 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean() >= pools.back().mean()) {
      Pool last = pools.back();
      pools.pop_back();
      pools.back().wanted += last.wanted;
      pools.back().weight += last.weight;
      pools.back().size += last.size;
    }
  }
  std::vector<double> middles;
  offset = 0;
  for (const Pool &pool : pools)
    for (size_t i = 0; i < pool.size; ++i) {
      offset += gaps[middles.size()];
      middles.push_back(pool.mean() + offset);
    }
  return middles;
}

// ---- one connected part ----

/// A part's boxes and arrows by numbers of its own; the places start at 0, 0.
class Part {
public:
  Part(std::vector<BoxSize> boxes, std::vector<ArrowEnds> arrows, const LayoutGaps &gaps)
      : boxes_(std::move(boxes)), arrows_(std::move(arrows)), gaps_(gaps) {}

  Layout lay_out() {
    reversed_ = find_reversed(boxes_.size(), arrows_);
    enter_boxes();
    for (size_t i = 0; i < arrows_.size(); ++i)
      enter_arrow(i);
    first_order();
    improve_order();
    place_rows();
    return written();
  }

private:
  bool is_loop(size_t arrow) const { return arrows_[arrow].from == arrows_[arrow].to; }
  uint32_t left_end(size_t arrow) const { return reversed_[arrow] ? arrows_[arrow].to : arrows_[arrow].from; }
  uint32_t right_end(size_t arrow) const { return reversed_[arrow] ? arrows_[arrow].from : arrows_[arrow].to; }

  void enter_boxes() {
    std::vector<Segment> forward;
    for (size_t i = 0; i < arrows_.size(); ++i)
      if (!is_loop(i))
        forward.push_back({left_end(i), right_end(i)});
    std::vector<uint32_t> columns = find_columns(boxes_.size(), forward);
    for (uint32_t box = 0; box < boxes_.size(); ++box)
      items_.push_back({boxes_[box].width, boxes_[box].height, columns[box], 0, 0, box});
  }

  void enter_arrow(size_t arrow) {
    bends_.emplace_back();
    if (is_loop(arrow))
      return;
    uint32_t from = left_end(arrow), to = right_end(arrow);
    uint32_t num_bends = items_[to].column - items_[from].column - 1;
    if (num_bends > kMostBends)
      return;
    uint32_t last = from;
    for (uint32_t i = 1; i <= num_bends; ++i) {
      auto bend = static_cast<uint32_t>(items_.size());
      items_.push_back({0, 0, items_[from].column + i, 0, 0, kNone});
      bends_.back().push_back(bend);
      segments_.push_back({last, bend});
      last = bend;
    }
    segments_.push_back({last, to});
  }

  Lists neighbours_right() const {
    return {items_.size(), segments_, [](const Segment &s) { return s.left; },
            [](const Segment &s) { return s.right; }};
  }
  Lists neighbours_left() const {
    return {items_.size(), segments_, [](const Segment &s) { return s.right; },
            [](const Segment &s) { return s.left; }};
  }

  // ---- order ----

  /// As a walk along the segments meets them: what hangs together is together.
  void first_order() {
    for (const Item &item : items_)
      if (item.column >= columns_.size())
        columns_.resize(item.column + 1);
    Lists right = neighbours_right(), left = neighbours_left();
    std::vector<bool> seen(items_.size(), false);
    std::vector<uint32_t> open;
    for (int only_first = 1; only_first >= 0; --only_first)
      for (uint32_t root = 0; root < items_.size(); ++root) {
        if (seen[root] || (only_first == 1 && left.size(root) != 0))
          continue;
        open.push_back(root);
        while (!open.empty()) {
          uint32_t item = open.back();
          open.pop_back();
          if (seen[item])
            continue;
          seen[item] = true;
          columns_[items_[item].column].push_back(item);
          for (const uint32_t *next = right.end(item); next != right.begin(item);)
            open.push_back(*--next);
        }
      }
    rank(columns_);
  }

  void rank(const Columns &columns) {
    for (const std::vector<uint32_t> &column : columns)
      for (size_t i = 0; i < column.size(); ++i)
        items_[column[i]].rank = static_cast<uint32_t>(i);
  }

  uint64_t crossings() const {
    std::vector<std::vector<std::pair<uint32_t, uint32_t>>> between(columns_.size());
    for (const Segment &segment : segments_)
      between[items_[segment.left].column].emplace_back(items_[segment.left].rank, items_[segment.right].rank);
    uint64_t crossings = 0;
    for (size_t i = 0; i + 1 < columns_.size(); ++i)
      crossings += num_crossings(std::move(between[i]), columns_[i + 1].size());
    return crossings;
  }

  void improve_order() {
    Lists right = neighbours_right(), left = neighbours_left();
    Columns best = columns_;
    uint64_t fewest = crossings();
    for (unsigned sweep = 0; sweep < kOrderSweeps && fewest > 0; ++sweep) {
      for (size_t i = 1; i < columns_.size(); ++i)
        sort_column(sweep % 2 == 0 ? i : columns_.size() - 1 - i, sweep % 2 == 0 ? left : right);
      if (uint64_t now = crossings(); now < fewest) {
        fewest = now;
        best = columns_;
      }
    }
    columns_ = std::move(best);
    rank(columns_);
  }

  /// By the mean rank of the neighbours; an item without any stays where it is.
  void sort_column(size_t number, const Lists &neighbours) {
    std::vector<uint32_t> &column = columns_[number];
    std::vector<std::pair<double, uint32_t>> order;
    for (uint32_t item : column) {
      double sum = 0;
      for (const uint32_t *n = neighbours.begin(item); n != neighbours.end(item); ++n)
        sum += items_[*n].rank;
      size_t count = neighbours.size(item);
      order.emplace_back(count == 0 ? items_[item].rank : sum / static_cast<double>(count), item);
    }
    std::ranges::stable_sort(order, {}, &std::pair<double, uint32_t>::first);
    for (size_t i = 0; i < order.size(); ++i) {
      column[i] = order[i].second;
      items_[column[i]].rank = static_cast<uint32_t>(i);
    }
  }

  // ---- places ----

  /// How far the middle of the item at `rank` must be below that of the one before it.
  std::vector<double> least_gaps(const std::vector<uint32_t> &column) const {
    std::vector<double> gaps(column.size(), 0);
    for (size_t i = 1; i < column.size(); ++i) {
      const Item &above = items_[column[i - 1]], &below = items_[column[i]];
      gaps[i] = (above.height + below.height) / 2 + (above.is_bend() || below.is_bend() ? gaps_.bends : gaps_.rows);
    }
    return gaps;
  }

  void place_rows() {
    Lists right = neighbours_right(), left = neighbours_left();
    for (const std::vector<uint32_t> &column : columns_) {
      std::vector<double> gaps = least_gaps(column);
      double middle = 0;
      for (size_t i = 0; i < column.size(); ++i)
        items_[column[i]].middle = middle += gaps[i];
    }
    for (unsigned sweep = 0; sweep < kPlaceSweeps; ++sweep) {
      bool last = sweep + 2 >= kPlaceSweeps; // heeds both sides
      for (size_t i = 0; i < columns_.size(); ++i) {
        if (sweep % 2 == 0)
          place_column(i, &left, last ? &right : nullptr);
        else
          place_column(columns_.size() - 1 - i, &right, last ? &left : nullptr);
      }
    }
  }

  void place_column(size_t number, const Lists *near, const Lists *far) {
    const std::vector<uint32_t> &column = columns_[number];
    std::vector<Wish> wishes;
    for (uint32_t item : column)
      wishes.push_back(wish(item, near, far));
    std::vector<double> middles = places_near(wishes, least_gaps(column));
    for (size_t i = 0; i < column.size(); ++i)
      items_[column[i]].middle = middles[i];
  }

  /// The mean of the neighbours. A segment between two bends pulls hardest: a long arrow is to be straight.
  Wish wish(uint32_t item, const Lists *near, const Lists *far) const {
    constexpr double kHeld = 0.01, kBoxes = 1, kBoxAndBend = 2, kBends = 8;
    Wish wish{items_[item].middle * kHeld, kHeld};
    for (const Lists *side : {near, far})
      if (side != nullptr)
        for (const uint32_t *n = side->begin(item); n != side->end(item); ++n) {
          int bends = int{items_[item].is_bend()} + int{items_[*n].is_bend()};
          double weight = bends == 2 ? kBends : bends == 1 ? kBoxAndBend : kBoxes;
          wish.middle += items_[*n].middle * weight;
          wish.weight += weight;
        }
    wish.middle /= wish.weight;
    return wish;
  }

  // ---- the result ----

  Layout written() {
    Layout layout;
    std::vector<double> lefts, rights, gap_after = column_gaps();
    for (const std::vector<uint32_t> &column : columns_) {
      lefts.push_back(rights.empty() ? 0 : rights.back() + gap_after[lefts.size() - 1]);
      double width = 0;
      for (uint32_t item : column)
        width = std::max(width, items_[item].width);
      rights.push_back(lefts.back() + width);
    }
    layout.width = rights.empty() ? 0 : rights.back();
    move_to_top(layout);
    for (const Item &item : items_)
      if (!item.is_bend())
        layout.boxes.push_back({lefts[item.column], item.middle - item.height / 2, item.column});
    write_arrows(layout, lefts, rights);
    return layout;
  }

  /// Where many arrows turn, or one goes far up or down, there is more room.
  std::vector<double> column_gaps() const {
    constexpr double kForEach = 1.5, kForHeight = 0.06;
    std::vector<double> counts(columns_.size(), 0), heights(columns_.size(), 0);
    for (const Segment &segment : segments_) {
      uint32_t column = items_[segment.left].column;
      ++counts[column];
      heights[column] = std::max(heights[column], std::abs(items_[segment.left].middle - items_[segment.right].middle));
    }
    std::vector<double> gaps;
    for (size_t i = 0; i < columns_.size(); ++i)
      gaps.push_back(
          std::round(std::min(gaps_.columns + kForEach * counts[i] + kForHeight * heights[i], gaps_.most_columns)));
    return gaps;
  }

  /// Places are whole numbers from here on: the same on every machine, and lines are crisp.
  void move_to_top(Layout &layout) {
    double top = std::numeric_limits<double>::max();
    for (const Item &item : items_)
      top = std::min(top, item.middle - item.height / 2);
    for (Item &item : items_) {
      item.middle = std::round(item.middle - top - item.height / 2) + item.height / 2;
      layout.height = std::max(layout.height, item.middle + item.height / 2);
    }
  }

  void write_arrows(Layout &layout, const std::vector<double> &lefts, const std::vector<double> &rights) const {
    std::vector<double> leaves = ports(true), enters = ports(false);
    for (size_t i = 0; i < arrows_.size(); ++i) {
      Layout::Arrow &arrow = layout.arrows.emplace_back();
      if (is_loop(i))
        continue;
      arrow.reversed = reversed_[i];
      const Item &from = items_[left_end(i)], &to = items_[right_end(i)];
      arrow.points.push_back({lefts[from.column] + from.width, from.middle + leaves[i]});
      arrow.points.push_back({rights[from.column], from.middle + leaves[i]});
      for (uint32_t bend : bends_[i]) {
        arrow.points.push_back({lefts[items_[bend].column], items_[bend].middle});
        arrow.points.push_back({rights[items_[bend].column], items_[bend].middle});
      }
      arrow.points.push_back({lefts[to.column], to.middle + enters[i]});
    }
  }

  /// How far from its box's middle each arrow leaves it (or enters it): spread over the side in the order of where the
  /// arrows go.
  std::vector<double> ports(bool leaving) const {
    constexpr double kMostApart = 7, kShareOfSide = 0.7;
    std::vector<std::tuple<uint32_t, double, uint32_t>> ends; // box, where it goes, arrow
    for (uint32_t i = 0; i < arrows_.size(); ++i)
      if (!is_loop(i))
        ends.emplace_back(leaving ? left_end(i) : right_end(i), middle_beyond(i, leaving), i);
    std::ranges::sort(ends);
    std::vector<double> ports(arrows_.size(), 0);
    for (size_t begin = 0, end = 0; begin < ends.size(); begin = end) {
      uint32_t box = std::get<0>(ends[begin]);
      while (end < ends.size() && std::get<0>(ends[end]) == box)
        ++end;
      auto count = static_cast<double>(end - begin);
      double apart = count > 1 ? std::min(kMostApart, boxes_[box].height * kShareOfSide / (count - 1)) : 0;
      for (size_t i = begin; i < end; ++i)
        ports[std::get<2>(ends[i])] = apart * (static_cast<double>(i - begin) - (count - 1) / 2);
    }
    return ports;
  }

  double middle_beyond(uint32_t arrow, bool leaving) const {
    const std::vector<uint32_t> &bends = bends_[arrow];
    if (leaving)
      return items_[bends.empty() ? right_end(arrow) : bends.front()].middle;
    return items_[bends.empty() ? left_end(arrow) : bends.back()].middle;
  }

  std::vector<BoxSize> boxes_;
  std::vector<ArrowEnds> arrows_;
  const LayoutGaps &gaps_;
  std::vector<bool> reversed_;               // by arrow
  std::vector<Item> items_;                  // the boxes first, by their numbers
  std::vector<std::vector<uint32_t>> bends_; // by arrow, left to right
  std::vector<Segment> segments_;
  Columns columns_;
};

// ---- 6. parts ----

/// The number of the connected part of each box, counted up by the parts' first boxes.
std::vector<uint32_t> find_parts(size_t num_boxes, const std::vector<ArrowEnds> &arrows) {
  std::vector<uint32_t> parent(num_boxes);
  std::iota(parent.begin(), parent.end(), 0U);
  auto root_of = [&](uint32_t box) {
    while (parent[box] != box)
      box = parent[box] = parent[parent[box]];
    return box;
  };
  for (const ArrowEnds &arrow : arrows) {
    uint32_t from = root_of(arrow.from), to = root_of(arrow.to);
    parent[std::max(from, to)] = std::min(from, to); // the first box of a part stands for it
  }
  std::vector<uint32_t> parts(num_boxes);
  uint32_t num_parts = 0;
  for (uint32_t box = 0; box < num_boxes; ++box)
    parts[box] = root_of(box) == box ? num_parts++ : parts[root_of(box)];
  return parts;
}

/// A part with the numbers that its boxes and arrows have in the whole.
struct Piece {
  std::vector<uint32_t> boxes, arrows;
  Layout layout;
};

std::vector<Piece> take_apart(const std::vector<BoxSize> &boxes, const std::vector<ArrowEnds> &arrows) {
  std::vector<uint32_t> parts = find_parts(boxes.size(), arrows);
  std::vector<Piece> pieces(boxes.empty() ? 0 : std::ranges::max(parts) + 1);
  for (uint32_t i = 0; i < boxes.size(); ++i)
    pieces[parts[i]].boxes.push_back(i);
  for (uint32_t i = 0; i < arrows.size(); ++i)
    pieces[parts[arrows[i].from]].arrows.push_back(i);
  return pieces;
}

void lay_out_piece(Piece &piece, const std::vector<BoxSize> &boxes, const std::vector<ArrowEnds> &arrows,
                   std::vector<uint32_t> &local, const LayoutGaps &gaps) {
  std::vector<BoxSize> sizes;
  for (uint32_t box : piece.boxes) {
    local[box] = static_cast<uint32_t>(sizes.size());
    sizes.push_back(boxes[box]);
  }
  std::vector<ArrowEnds> ends;
  for (uint32_t arrow : piece.arrows)
    ends.push_back({local[arrows[arrow].from], local[arrows[arrow].to]});
  piece.layout = Part(std::move(sizes), std::move(ends), gaps).lay_out();
}

/// Copies a part's places into the whole, its upper left corner at `corner`.
void put(const Piece &piece, Point corner, Layout &whole) {
  for (size_t i = 0; i < piece.boxes.size(); ++i) {
    const Layout::Box &box = piece.layout.boxes[i];
    whole.boxes[piece.boxes[i]] = {box.x + corner.x, box.y + corner.y, box.column};
  }
  for (size_t i = 0; i < piece.arrows.size(); ++i) {
    Layout::Arrow arrow = piece.layout.arrows[i];
    for (Point &point : arrow.points)
      point = {point.x + corner.x, point.y + corner.y};
    whole.arrows[piece.arrows[i]] = std::move(arrow);
  }
  whole.width = std::max(whole.width, corner.x + piece.layout.width);
  whole.height = std::max(whole.height, corner.y + piece.layout.height);
}

/// A width at which the rows make a picture that is a little wider than high.
double row_width(const std::vector<Piece> &pieces, const LayoutGaps &gaps) {
  constexpr double kWiderThanHigh = 1.6;
  double area = 0, widest = 0;
  for (const Piece &piece : pieces) {
    area += (piece.layout.width + gaps.parts) * (piece.layout.height + gaps.parts);
    widest = std::max(widest, piece.layout.width);
  }
  return std::max(widest, std::sqrt(area * kWiderThanHigh));
}

} // namespace

Layout lay_out(const std::vector<BoxSize> &boxes, const std::vector<ArrowEnds> &arrows, const LayoutGaps &gaps) {
  std::vector<Piece> pieces = take_apart(boxes, arrows);
  std::vector<uint32_t> local(boxes.size());
  for (Piece &piece : pieces)
    lay_out_piece(piece, boxes, arrows, local, gaps);
  std::ranges::stable_sort(pieces, std::greater{}, [](const Piece &piece) { return piece.layout.height; });

  Layout whole;
  whole.boxes.resize(boxes.size());
  whole.arrows.resize(arrows.size());
  double most = row_width(pieces, gaps);
  Point corner;
  double row_height = 0;
  for (const Piece &piece : pieces) {
    if (corner.x > 0 && corner.x + piece.layout.width > most) {
      corner = {0, corner.y + row_height + gaps.parts};
      row_height = 0;
    }
    put(piece, corner, whole);
    corner.x += piece.layout.width + gaps.parts;
    row_height = std::max(row_height, piece.layout.height);
  }
  return whole;
}

} // namespace decode_ledger::report
