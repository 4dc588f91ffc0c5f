// The mask stack of the warp that executes: a row for each frame, outermost first, with the lanes inside it
// and those that it holds back, and in words how many of them, which line, and its condition. It grows and
// shrinks in room that is always kept for it.
#pragma once

#include <string>

#include "gui/figures/lanes/layout.hpp"

namespace lockstep::gui {

// "16 of 32 · if on line 14 · t < s"
std::string frame_words(const ShownMaskFrame& frame);

// Which frames are drawn, and where: in two columns when one has not enough rows for all.
struct StackPlaces {
  std::size_t first = 0, count = 0;  // frames; those before `first` are scrolled away
  std::size_t rows = 0, columns = 1;
  Rect area;
  float row_height = 14;
  Rect place(std::size_t frame) const;
};
// `back`: how many frames the user has scrolled outwards from the innermost ones; corrected when too many.
StackPlaces place_stack(const ShownWarp& warp, const LanesLayout& layout, std::size_t& back);

void draw_stack(Canvas& canvas, const LanesLayout& layout, const ShownWarp& warp, LanesView& view,
                const FigureInput& input, FigureOutput& output);

}  // namespace lockstep::gui
