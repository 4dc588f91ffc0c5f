// Selects the labels that are drawn in a row. Every figure and every axis uses the same rule: all labels,
// every second label, every fourth label and so on, or none. If only the labels that are too wide were
// omitted, readers could think that the gaps say something about the cells.
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

// The extent of a label along the row (or column), and the range in which it must lie: its cell, or an
// unlimited range.
struct RowLabel {
  float begin = 0, end = 0;
  float room_begin = std::numeric_limits<float>::lowest(), room_end = std::numeric_limits<float>::max();
};

// Returns the label for a text centred at `centre`. Its range is `room` pixels wide and has the same centre.
RowLabel centred_label(const Canvas& canvas, std::string_view text, const TextStyle& style, float centre,
                       float room = std::numeric_limits<float>::infinity());

// Returns the smallest power of two s for which the labels 0, s, 2s … lie in their ranges and are at least
// `gap` pixels apart; 0 if no label is shown. If only one of several labels would be left, no label is shown,
// because a single label is not informative.
std::size_t label_stride(std::span<const RowLabel> labels, float gap);

// The labels of a row; text i is centred at centres[i]. draw_labels() draws labels that are at least `gap`
// pixels apart.
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
