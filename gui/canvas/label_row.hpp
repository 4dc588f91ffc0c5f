// One rule for the labels of a row, in every figure and on every axis: all of them, or every second, every
// fourth …, or none. Labels that vanish one by one, wherever a number happens to be too wide, would look like
// a statement about their cells.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

// Along the row (or the column): the extent of a label, and where it may be, which is its cell or anywhere.
struct RowLabel {
  float begin = 0, end = 0;
  float room_begin = std::numeric_limits<float>::lowest(), room_end = std::numeric_limits<float>::max();
};

// A text centred at `centre`; within a room of `room` px around it.
RowLabel centred_label(const Canvas& canvas, std::string_view text, const TextStyle& style, float centre,
                       float room = std::numeric_limits<float>::infinity());

// The smallest power of two s for which the labels 0, s, 2 s … are in their rooms and `gap` px apart; 0: none
// is shown. A single label among several would say too little, so it is not shown.
std::size_t label_stride(std::span<const RowLabel> labels, float gap);

// Text i centred at centres[i], `gap` px apart.
struct LabelRow {
  std::vector<std::string> texts;
  std::vector<float> centres;
  void add(std::string text, float centre) {
    texts.push_back(std::move(text));
    centres.push_back(centre);
  }
};
void draw_labels(Canvas& canvas, const LabelRow& row, float centre_y, TextStyle style, float gap);

constexpr bool shows_label(std::size_t stride, std::size_t index) {
  return stride != 0 && index % stride == 0;
}

}  // namespace lockstep::gui
