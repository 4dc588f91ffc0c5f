// Draws the source of one of two kernels that are stepped together. Lines that the other kernel does not
// contain are marked. The text is scrolled so that the line that is executed next is visible.
#pragma once

#include <string>
#include <vector>

#include "gui/editor/code_colours.hpp"

namespace lockstep::gui {

class PairSource {
 public:
  // Sets the text. `other`: the text of the other kernel.
  void prepare(const std::string& text, const std::string& other);
  // Draws the text. `next`: the line that is executed next, counted from 1; 0: none.
  void draw(Canvas& canvas, const Rect& area, std::uint32_t next);

  const std::vector<bool>& differs() const { return differs_; }  // indexed by line

 private:
  std::size_t first_difference() const;
  void draw_line(Canvas& canvas, const Rect& row, std::size_t line) const;

  std::string text_, other_;
  std::vector<std::string> lines_;
  std::vector<LineColours> colours_;
  std::vector<bool> differs_;
  std::size_t first_ = 0;  // first visible line
};

}  // namespace lockstep::gui
