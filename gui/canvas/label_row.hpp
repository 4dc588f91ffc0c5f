// The same rule selects the labels of a row in every figure and on every axis: all of them, every second,
// every fourth and so on, or none. If single labels were omitted wherever a number is too wide, the gaps
// would seem to say something about the cells.
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

// The extent of a label along the row (or column), and the room in which it may lie: its cell, or unlimited.
struct RowLabel {
  float begin = 0, end = 0;
  float room_begin = std::numeric_limits<float>::lowest(), room_end = std::numeric_limits<float>::max();
};

// A text centred at `centre`, in a room of width `room` (pixels) with the same centre.
RowLabel centred_label(const Canvas& canvas, std::string_view text, const TextStyle& style, float centre,
                       float room = std::numeric_limits<float>::infinity());

// The smallest power of two s for which the labels 0, s, 2s … lie in their rooms and are `gap` pixels apart;
// 0 if no label is shown. A single label among several would not be informative, so it is not shown.
std::size_t label_stride(std::span<const RowLabel> labels, float gap);

// Text i is centred at centres[i]; neighbours are at least `gap` pixels apart.
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
