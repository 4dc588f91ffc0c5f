#include "gui/figures/lanes/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "gui/canvas/text.hpp"
#include "gui/figures/lanes/values.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {
namespace {

using namespace drawing;

constexpr unsigned kMaxColumns = 32;
constexpr float kHighCell = 36, kLowLane = 17, kLowestLane = 13, kNumbers = 15, kStackRow = 14;
constexpr float kFoldedLabel = 48;  // enough for "warp 31"
constexpr float kWidestLanePitch = 56, kLeastPitch = 15;
constexpr float kNumberSize = 12;  // px, text size of the number in an active high cell

// Returns the width in px of the widest number of a lane or work-item.
float widest_lane_number(const Lanes& lanes, unsigned width, const TextStyle& style) {
  std::size_t most = width - 1;
  if (lanes.warps.front().of_items) most = lanes.warps.back().warp + lanes.warps.back().lanes.size() - 1;
  const std::size_t digits = fmt::format("{}", most).size();
  float widest = 0;
  for (const char digit : {'0', '4', '8'})
    widest = std::max(widest, nominal_text_width(std::string(digits, digit), style));
  return widest;
}

// The parts of the figure that are shown. The first combination that fits in the height is used.
struct Rows {
  bool high = false;
  std::size_t warps = 1, stack = 0;
  bool legend = false;
};
constexpr Rows kHighRows[] = {{true, 2, 3, true}, {true, 2, 2, true}};
// These combinations are in order of preference: two warps are more important than the legend.
constexpr Rows kLowRows[] = {{false, 3, 3, true},  {false, 2, 3, true},  {false, 2, 2, true},
                             {false, 2, 2, false}, {false, 1, 2, true},  {false, 1, 2, false},
                             {false, 1, 1, false}, {false, 2, 0, false}, {false, 1, 0, false}};

// Returns the number of lanes that need room in a row. In a work-group that is smaller than a warp, it is
// less than the warp width.
unsigned lanes_of_a_warp(const Lanes& lanes) {
  unsigned most = 1;
  for (const ShownWarp& warp : lanes.warps) {
    for (unsigned lane = 0; lane < warp.lanes.size(); ++lane) {
      if (warp.lanes[lane].state != LaneState::absent) most = std::max(most, lane + 1);
    }
  }
  return most;
}

float widest_label(const Lanes& lanes) {
  float widest = 0;
  for (const ShownWarp& warp : lanes.warps)
    widest = std::max(widest, nominal_text_width(warp_label(warp), bold_text(Role::ink, Align::left, 12)));
  return widest + 12;
}

class Placing {
 public:
  Placing(const Lanes& lanes, const Rect& body)
      : lanes_(lanes), body_(body), width_(lanes_of_a_warp(lanes)), widest_(widest_value(lanes)) {}

  LanesLayout place() const {
    LanesLayout usual = this->usual();
    if (shows_all(usual)) return usual;
    const std::optional<LanesLayout> all = of_all_warps(usual.columns);
    return all ? *all : usual;
  }

 private:
  LanesLayout usual() const {
    LanesLayout best;
    bool found = false;
    // If the rows of the work-group divide a warp, the rows of the figure are the same.
    if (lanes_.row > 1 && lanes_.row < width_ && width_ % lanes_.row == 0) {
      best = of_columns(static_cast<unsigned>(lanes_.row));
      best.pitch = std::min(best.pitch, kWidestLanePitch);
      if (usual_height(best, {false, 1, 0, false}) <= body_.height) {
        choose_rows(best);
        return best;
      }
    }
    for (const unsigned columns : {std::min(width_, kMaxColumns), 16u, 8u}) {
      if (found && columns >= best.columns) continue;
      LanesLayout layout = of_columns(columns);
      // Warps are folded further only if one warp and the stack still fit.
      if (found && usual_height(layout, {false, 1, 1, false}) > body_.height) break;
      best = layout;
      found = true;
      if (widest_ + 2 <= layout.pitch) break;
    }
    choose_rows(best);
    return best;
  }

  bool shows_all(const LanesLayout& layout) const {
    return layout.warps.height + 0.5f >= static_cast<float>(lanes_.warps.size()) * layout.warp_pitch;
  }

  // Returns a layout that shows all warps, with lower cells or longer rows if necessary; no value if cells
  // would have no room for a number.
  std::optional<LanesLayout> of_all_warps(unsigned least_columns) const {
    const bool is_grid = lanes_.row > 1 && lanes_.row == least_columns;
    for (const unsigned columns : {least_columns, 16u, kMaxColumns}) {
      const bool is_longer = columns > least_columns;
      if (columns < least_columns || columns > width_ || (is_longer && is_grid)) continue;
      LanesLayout layout = of_columns(columns);
      if (is_longer && layout.pitch < kLeastPitch) break;
      if (fit_all_warps(layout)) return layout;
    }
    return std::nullopt;
  }

  bool fit_all_warps(LanesLayout& layout) const {
    const std::size_t all = lanes_.warps.size();
    const Rows choices[] = {{false, all, 3, true}, {false, all, 2, true}, {false, all, 1, false}};
    for (const float cell : {kLowLane, kLowestLane}) {
      shape(layout, cell);
      const Rows* fitting = std::ranges::find_if(
          choices, [&](const Rows& rows) { return height(layout, rows) <= body_.height + 0.5f; });
      if (fitting == std::end(choices)) continue;
      if (cell < kLowLane) layout.value_size = kSmall;
      divide(layout, *fitting);
      return true;
    }
    return false;
  }

  LanesLayout of_columns(unsigned columns) const {
    LanesLayout layout;
    layout.columns = columns;
    layout.rows = (width_ + columns - 1) / columns;
    layout.label_width = layout.rows == 1 ? widest_label(lanes_) : kFoldedLabel;
    const float room = body_.width - layout.label_width;
    layout.pitch = std::min(room / static_cast<float>(columns), kWidestLanePitch);
    layout.gap = layout.pitch < 16 || widest_ + 4 > layout.pitch ? 1.0f : 3.0f;
    for (const float size : {13.0f, 12.0f, kSmall}) {
      layout.value_size = size;
      if (widest_ * size / kSmall + 4 <= layout.pitch - layout.gap) break;
    }
    return layout;
  }

  // Returns true if the number of each lane fits in a cell; otherwise only the columns are numbered.
  bool has_number_room(const LanesLayout& layout) const {
    return widest_lane_number(lanes_, width_, small_text(Role::ink)) <= layout.pitch - layout.gap;
  }

  static void shape(LanesLayout& layout, float cell) {
    const bool high = cell == kHighCell;
    layout.high = high;
    layout.cell_height = cell;
    layout.row_pitch = layout.cell_height + (high ? 3.0f : 2.0f);
    layout.warp_pitch = static_cast<float>(layout.rows) * layout.row_pitch + (high ? 5.0f : 3.0f);
  }

  // Returns the height of these parts with cells of the usual height.
  float usual_height(LanesLayout layout, const Rows& rows) const {
    shape(layout, rows.high ? kHighCell : kLowLane);
    return height(layout, rows);
  }

  float height(const LanesLayout& layout, const Rows& rows) const {
    const auto warps = static_cast<float>(std::min(rows.warps, lanes_.warps.size()));
    return warps * layout.warp_pitch + (rows.high ? 0 : kNumbers) +
           static_cast<float>(rows.stack) * kStackRow + (rows.legend ? kLegendHeight : 0);
  }

  void choose_rows(LanesLayout& layout) const {
    Rows chosen;
    bool fits = false;
    const auto choose = [&](const Rows& rows) {
      if (fits || (rows.warps > 1 && lanes_.warps.size() < rows.warps)) return;
      fits = usual_height(layout, rows) <= body_.height + 0.5f;
      if (fits) chosen = rows;
    };
    // Only warps that are not folded have high cells, because a folded warp would become too high.
    for (Rows rows : kHighRows) {
      rows.warps = std::min(rows.warps, lanes_.warps.size());
      if (layout.rows == 1 && has_number_room(layout)) choose(rows);
    }
    for (const Rows& rows : kLowRows) choose(rows);
    shape(layout, chosen.high ? kHighCell : kLowLane);
    layout.bold_numbers =
        widest_lane_number(lanes_, width_, bold_text(Role::ink, Align::centre, kNumberSize)) <=
        layout.pitch - layout.gap;
    divide(layout, chosen);
  }

  void divide(LanesLayout& layout, const Rows& rows) const {
    const float numbers = rows.high ? 0 : kNumbers, legend = rows.legend ? kLegendHeight : 0;
    const float left = layout.label_width;
    layout.header = {body_.x + left, body_.y, body_.width - left, numbers};
    layout.legend = {body_.x, body_.bottom() - kLegendHeight, body_.width, rows.legend ? kLegendHeight : 0};
    layout.stack_rows = rows.stack;
    layout.stack_row_height = kStackRow;
    const float stack = static_cast<float>(rows.stack) * kStackRow;
    const float room = std::max(0.0f, body_.height - numbers - legend - stack);
    const float all = static_cast<float>(lanes_.warps.size()) * layout.warp_pitch;
    // The height of the whole warps that fit.
    const float whole = std::floor(room / layout.warp_pitch) * layout.warp_pitch;
    const float seen = all <= room ? all : whole > 0 ? whole : room;
    layout.warps = {body_.x, body_.y + numbers, body_.width, seen};
    layout.stack = {body_.x, layout.warps.bottom(), body_.width, stack};
  }

  const Lanes& lanes_;
  const Rect body_;
  const unsigned width_;
  const float widest_;
};

}  // namespace

std::string warp_label(const ShownWarp& warp) {
  if (!warp.of_items) return fmt::format("warp {}", warp.warp);
  const auto last = static_cast<unsigned>(warp.lanes.size()) - warp.count(LaneState::absent) - 1;
  return fmt::format("{} to {}", warp.warp, warp.warp + last);
}

LanesLayout place_lanes(const Lanes& lanes, const Rect& body) {
  if (lanes.warps.empty()) {
    LanesLayout layout;
    layout.warps = layout.stack = layout.header = layout.legend = {body.x, body.y, body.width, 0};
    return layout;
  }
  return Placing(lanes, body).place();
}

}  // namespace lockstep::gui
