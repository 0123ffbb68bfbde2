// Where the boxes of a directed graph stand so that most arrows run from left to right, few cross, and no boxes overlap.
//
// Sugiyama's method ("Methods for Visual Understanding of Hierarchical System Structures", K. Sugiyama, S. Tagawa and
// M. Toda, IEEE SMC 11(2), 1981), turned on its side because boxes with names are wide:
//
//     1. cycles    an arrow that closes a cycle of a depth-first walk counts as its reverse
//     2. layers    a box stands one column right of its rightmost caller (longest path); a box that nobody calls is
//                  moved next to its callees
//     3. bends     an arrow over several columns gets a bend in each column between; one over more than
//                  kMostBends columns gets none and is drawn behind the boxes
//     4. order     sweeps right and left sort each column by the mean place of the neighbours (barycentre); the order
//                  with the fewest crossings is kept
//     5. places    sweeps move each column's boxes as near as they can come to their neighbours' middle, in least squares,
//                  order and gaps kept: pooling adjacent violators (Ayer et al., 1955) does that in one walk
//     6. parts     what is not connected is laid out apart and set in rows, largest first
//
//     a → b → c           a ─ b ─ c        (two columns apart, the bend of a → c lies between)
//     a → c                ╰─────╯
//
// Ends: each pass walks the boxes, bends and arrows once, and there are kOrderSweeps + kPlaceSweeps of them. Cost:
// n log n in boxes and bends, bends being at most kMostBends an arrow. The same input gives the same places.
//
// Tested by tests/unit/report/layered_layout_test.cc. Start reading at lay_out().
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace decode_ledger::report {

constexpr unsigned kMostBends = 32;  ///< of one arrow
constexpr unsigned kOrderSweeps = 8; ///< there and back counts two
constexpr unsigned kPlaceSweeps = 6;

struct BoxSize {
  double width = 0, height = 0;
};

struct ArrowEnds {
  uint32_t from = 0, to = 0; ///< indices of boxes; equal for a box that points at itself
};

struct Point {
  double x = 0, y = 0;
};

struct Layout {
  struct Box {
    double x = 0, y = 0; ///< the upper left corner
    uint32_t column = 0; ///< from 0 in its connected part
  };
  struct Arrow {
    /// Left to right: the right side of one box, then two points for each bend (entering and leaving its column), then
    /// the left side of the other box. Empty for an arrow from a box to itself.
    std::vector<Point> points;
    bool reversed = false; ///< the arrow's head is at the first point: it closes a cycle
  };
  std::vector<Box> boxes;    ///< as given
  std::vector<Arrow> arrows; ///< as given
  double width = 0, height = 0;
};

struct LayoutGaps {
  double columns = 48;       ///< between columns: arrows turn here
  double most_columns = 240; ///< between columns with many or long arrows between them
  double rows = 18;          ///< between boxes of a column
  double bends = 10;         ///< between a bend and what is next to it
  double parts = 36;         ///< between parts that are not connected
};

/// REQUIRES: the ends of each arrow are indices of `boxes`.
Layout lay_out(const std::vector<BoxSize> &boxes, const std::vector<ArrowEnds> &arrows, const LayoutGaps &gaps = {});

} // namespace decode_ledger::report
