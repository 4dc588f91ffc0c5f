// Draws the mask stack of the executing warp. Each frame is one row, with the outermost frame first; a row
// shows the active and the masked-off lanes, the number of active lanes, the line and the condition. Space
// for the stack is always reserved.
#pragma once

#include <string>

#include "gui/figures/lanes/layout.hpp"

namespace lockstep::gui {

// Describes a frame: "16 of 32 · if on line 14 · t < s".
std::string frame_words(const ShownMaskFrame& frame);

// The drawn frames and their positions. The frames are in two columns if one column is too short.
struct StackPlaces {
  std::size_t first = 0, count = 0;  // frames before `first` are scrolled out of view
  std::size_t rows = 0, columns = 1;
  Rect area;
  float row_height = 14;
  Rect place(std::size_t frame) const;
};
// Returns the places of the frames. `back` is the number of frames that the user has scrolled outwards from
// the innermost frame; it is corrected if it is too large.
StackPlaces place_stack(const ShownWarp& warp, const LanesLayout& layout, std::size_t& back);

void draw_stack(Canvas& canvas, const LanesLayout& layout, const ShownWarp& warp, LanesView& view,
                const FigureInput& input, FigureOutput& output);

}  // namespace lockstep::gui
