// Where something may lie over a frame for a few seconds without covering what is read there.
#pragma once

#include <cstdint>
#include <vector>

#include "gui/canvas/text_recording_canvas.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// How much of any rectangle is covered by those that were added, in constant time: sums over a grid.
class CoveredArea {
 public:
  CoveredArea(float width, float height);
  void add(const Rect& rect);
  void sum_up();  // after all were added
  // In cells of the grid; 0: nothing is covered.
  std::uint32_t in(const Rect& rect) const;

 private:
  struct Cells {
    std::size_t left, top, right, bottom;
  };
  Cells cells_of(const Rect& rect) const;
  std::uint32_t& at(std::size_t x, std::size_t y) { return sums_[y * (columns_ + 1) + x]; }
  std::uint32_t at(std::size_t x, std::size_t y) const { return sums_[y * (columns_ + 1) + x]; }

  std::size_t columns_, rows_;
  std::vector<std::uint32_t> sums_;  // of all cells above and to the left
};

struct FreePlace {
  Rect rect;
  double covered = 0;  // text weighs more than items that can be pressed
};

class PlaceFinder {
 public:
  PlaceFinder(const WrittenFrame& written, const std::vector<NamedPlace>& items, const WindowArea& window);
  // The lowest place of this size, the middle first, where no text is written and nothing can be pressed;
  // where there is none, that with the least text.
  FreePlace find(float width, float height) const;
  double covered(const Rect& place) const;
  bool covers_text(const Rect& place) const { return texts_.in(place) > 0; }

 private:
  WindowArea window_;
  CoveredArea texts_, items_;
};

}  // namespace lockstep::gui
