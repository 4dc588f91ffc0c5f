// Finds a place for a notice in a frame, where the notice covers no text.
#pragma once

#include <cstdint>
#include <vector>

#include "gui/canvas/text_recording_canvas.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Computes how much of a rectangle is covered by the added rectangles. Prefix sums over a grid make this
// possible in constant time.
class CoveredArea {
 public:
  CoveredArea(float width, float height);
  void add(const Rect& rect);
  void sum_up();  // call after the last addition
  // Returns the covered area of `rect`, as a number of grid cells; 0: nothing is covered.
  std::uint32_t in(const Rect& rect) const;

 private:
  struct Cells {
    std::size_t left, top, right, bottom;
  };
  Cells cells_of(const Rect& rect) const;
  std::uint32_t& at(std::size_t x, std::size_t y) { return sums_[y * (columns_ + 1) + x]; }
  std::uint32_t at(std::size_t x, std::size_t y) const { return sums_[y * (columns_ + 1) + x]; }

  std::size_t columns_, rows_;
  std::vector<std::uint32_t> sums_;  // sums of all cells above and to the left
};

struct FreePlace {
  Rect rect;
  double covered = 0;  // weighted area: text weighs more than items that can be pressed
};

class PlaceFinder {
 public:
  PlaceFinder(const WrittenFrame& written, const std::vector<NamedPlace>& items, const WindowArea& window);
  // Returns the lowest place of this size that covers no text and no items that can be pressed, as near to
  // the middle as possible. If there is no such place, returns the place with the smallest covered area.
  FreePlace find(float width, float height) const;
  double covered(const Rect& place) const;
  bool covers_text(const Rect& place) const { return texts_.in(place) > 0; }

 private:
  WindowArea window_;
  CoveredArea texts_, items_;
};

}  // namespace lockstep::gui
