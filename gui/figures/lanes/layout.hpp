// Determines the positions of the lanes. A warp is one row, or is folded into rows of 16 or 8 lanes if its
// values need wider cells. As many warps as fit are visible above the mask stack of the executing warp. The
// layout is the same for all steps of a run, so that lanes do not move.
#pragma once

#include <cstddef>

#include "gui/figures/lanes/lanes.hpp"

namespace lockstep::gui {

struct LanesLayout {
  // A high cell shows the lane's number above its value. A low cell shows the value or the number, and the
  // numbers of the lanes are shown once above all warps.
  bool high = true;
  unsigned columns = 32, rows = 1;  // columns and rows of each warp
  Rect header;                      // the numbers of the columns; height 0 if they are not shown
  Rect warps;                       // the visible warps, with their labels
  Rect stack;                       // the mask stack
  Rect legend;                      // the legend; height 0 if it is not shown
  float label_width = 0;
  float pitch = 20, gap = 3, cell_height = 36, row_pitch = 39, warp_pitch = 44;
  float value_size = 11;      // px, text size of values
  bool bold_numbers = false;  // numbers of active lanes in high cells are bold
  std::size_t stack_rows = 0;
  float stack_row_height = 14;

  Rect cell(float top, unsigned lane) const {
    return {warps.x + label_width + static_cast<float>(lane % columns) * pitch,
            top + static_cast<float>(lane / columns) * row_pitch, pitch - gap, cell_height};
  }
};

// Places the lanes in the area below the heading.
LanesLayout place_lanes(const Lanes& lanes, const Rect& body);

}  // namespace lockstep::gui
