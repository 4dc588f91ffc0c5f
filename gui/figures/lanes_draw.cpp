// A block of rows for each warp, 32 lanes a row at most; the mask stack of the warp that executes below them,
// under the columns of its lanes, so that it can grow and shrink without moving a lane.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "gui/figures/drawing.hpp"
#include "gui/figures/lanes.hpp"

namespace lockstep::gui {
namespace {

using namespace drawing;

constexpr float kLabelWidth = 78;
constexpr float kCellHeight = 36, kWarpGap = 8;
constexpr float kLowCellHeight = 22, kLowWarpGap = 4;  // where there is little room: numbers without values
constexpr float kFrameHeight = 17;
constexpr std::size_t kLeastFrames = 2;  // room kept for the mask stack
constexpr unsigned kMostColumns = 32;
constexpr float kTextPitch = 15;  // below it, lanes have no text

struct Grid {
  Rect area;  // of all warps
  unsigned columns = 32, rows_per_warp = 1;
  float pitch = 20, gap = 3, cell_height = kCellHeight, warp_gap = kWarpGap;
  std::size_t frames = kLeastFrames;  // rows of the mask stack
  float warp_pitch() const { return static_cast<float>(rows_per_warp) * (cell_height + 3) - 3 + warp_gap; }
  Rect cell(float top, unsigned lane) const {
    return {area.x + static_cast<float>(lane % columns) * pitch,
            top + static_cast<float>(lane / columns) * (cell_height + 3), pitch - gap, cell_height};
  }
};

Grid make_grid(const Lanes& lanes, const Rect& area) {
  Grid grid;
  const unsigned width = lanes.warps.empty() ? 32 : static_cast<unsigned>(lanes.warps.front().lanes.size());
  grid.columns = std::max(1u, std::min(width, kMostColumns));
  grid.rows_per_warp = (width + grid.columns - 1) / grid.columns;
  grid.area = {area.x + kLabelWidth, area.y, area.width - kLabelWidth, area.height};
  grid.pitch = std::min(grid.area.width / static_cast<float>(grid.columns), 44.0f);
  grid.gap = grid.pitch >= 18 ? 3.0f : grid.pitch >= kTextPitch ? 2.0f : 1.0f;
  if (grid.pitch < kTextPitch) grid.cell_height = kLowCellHeight;
  return grid;
}

std::size_t frame_rows(const Lanes& lanes) {
  std::size_t rows = kLeastFrames;
  for (const WarpView& warp : lanes.warps) {
    if (warp.executes) rows = std::max(rows, warp.stack.size());
  }
  return rows;
}

// All warps with their values where there is room for them, or for some of them to be scrolled; else low
// cells, and as much of the mask stack as is left.
void fit_height(const Lanes& lanes, Grid& grid, float height) {
  grid.frames = frame_rows(lanes);
  const float stack = static_cast<float>(grid.frames) * kFrameHeight;
  const auto warps = static_cast<float>(std::max<std::size_t>(1, lanes.warps.size()));
  if (std::min(warps, 2.0f) * grid.warp_pitch() + stack > height) {
    grid.cell_height = kLowCellHeight;
    grid.warp_gap = kLowWarpGap;
    const float left = height - std::min(warps, 2.0f) * grid.warp_pitch();
    grid.frames = std::min(grid.frames, static_cast<std::size_t>(std::max(0.0f, left / kFrameHeight)));
  }
  grid.area.height = std::max(0.0f, height - static_cast<float>(grid.frames) * kFrameHeight);
  // Where not all warps have room, as many as have it whole.
  const float whole = std::floor(grid.area.height / grid.warp_pitch());
  if (whole >= 1 && whole < warps) grid.area.height = whole * grid.warp_pitch();
}

// What fits the cell is shown whole; a number that is cut would be another number.
void cell_words(Canvas& canvas, const Rect& box, const WarpView& warp, unsigned lane, bool values,
                Role role) {
  const LaneView& view = warp.lanes[lane];
  const std::string number = fmt::format("{}", warp.of_items ? warp.warp + lane : lane);
  const Rect upper{box.x, box.y + 2, box.width, 16}, lower{box.x, box.y + 18, box.width, 16};
  const bool has_value = values && view.has_value && box.height > 30;
  TextStyle style = bold_text(role, Align::centre, 12);
  const bool quiet = view.state == LaneState::masked || view.state == LaneState::finished;
  if (quiet || box.width < 16) style = small_text(role, Align::centre);
  const bool shown = canvas.text_width(number, style) <= box.width;
  if (shown) text_at(canvas, box.centre().x, has_value ? upper.centre().y : box.centre().y, number, style);
  if (!has_value) return;
  const TextStyle value_style = small_text(role, Align::centre);
  const std::string value = format_value(view.bits, warp.type);
  const bool fits = canvas.text_width(value, value_style) <= box.width;
  text_at(canvas, box.centre().x, lower.centre().y, fits ? value : std::string("…"), value_style);
}

void draw_cell(Canvas& canvas, const Rect& box, const WarpView& warp, unsigned lane, bool values) {
  const bool words = box.width + 2 >= kTextPitch;
  const auto write = [&](Role role) {
    if (words) cell_words(canvas, box, warp, lane, values, role);
  };
  switch (warp.lanes[lane].state) {
    case LaneState::acts:
      canvas.fill_rect(box, Role::acts, 3);
      write(Role::on_acts);
      break;
    case LaneState::ready:
      canvas.fill_rect(box, Role::acts_pale, 3);
      canvas.stroke_rect(box, Role::acted, 1, 3);
      write(Role::second_ink);
      break;
    case LaneState::masked:
      canvas.hatch_rect(box, Role::masked, 5);
      canvas.stroke_rect(box, Role::line, 1, 3);
      write(Role::masked);
      break;
    case LaneState::waiting: {
      canvas.fill_rect(box, Role::ground, 3);
      canvas.stroke_rect(box, Role::line, 1, 3);
      const float width = std::max(4.0f, box.width - 10);
      canvas.fill_rect({box.centre().x - width / 2, box.centre().y - 2, width, 4}, Role::waiting, 2);
      break;
    }
    case LaneState::finished:
      canvas.stroke_rect(box, Role::waiting, 1, 3);
      write(Role::masked);
      break;
    case LaneState::absent:
      break;
  }
}

std::string lane_tooltip(const WarpView& warp, unsigned lane) {
  const LaneView& view = warp.lanes[lane];
  std::string text = warp.of_items ? fmt::format("work-item {}: ", warp.warp + lane)
                                   : fmt::format("warp {}, lane {}: ", warp.warp, lane);
  switch (view.state) {
    case LaneState::acts:
      text += "active";
      break;
    case LaneState::ready:
      text += warp.of_items ? "ready, another one executes" : "ready, another warp executes";
      break;
    case LaneState::masked:
      text += view.masked_by != 0 ? fmt::format("masked off by line {}", view.masked_by) : "masked off";
      break;
    case LaneState::waiting:
      text += "waits at the barrier";
      break;
    case LaneState::finished:
      text += "finished";
      break;
    case LaneState::absent:
      text += "no work-item";
      break;
  }
  if (view.has_value) text += fmt::format("\n{}: {}", warp.value_name, format_value(view.bits, warp.type));
  return text;
}

unsigned last_item(const WarpView& row) {
  return static_cast<unsigned>(row.lanes.size()) - row.count(LaneState::absent) - 1;
}

LaneId lane_id(const WarpView& warp, unsigned lane) {
  return warp.of_items ? LaneId{warp.warp + lane, 0} : LaneId{warp.warp, lane};
}

void draw_warp(Canvas& canvas, const Grid& grid, float left, float top, const WarpView& warp, bool values,
               const FigureInput& input, FigureOutput& output) {
  const TextStyle label =
      warp.executes ? bold_text(Role::ink, Align::left, 12) : small_text(Role::second_ink);
  const std::string name = warp.of_items ? fmt::format("{} to {}", warp.warp, warp.warp + last_item(warp))
                                         : fmt::format("warp {}", warp.warp);
  text_at(canvas, left, top + grid.cell_height / 2, name, label);
  for (unsigned lane = 0; lane < warp.lanes.size(); ++lane) {
    const Rect box = grid.cell(top, lane);
    draw_cell(canvas, box, warp, lane, values);
    if (warp.lanes[lane].state == LaneState::absent) continue;
    if (input.link.lane == lane_id(warp, lane))
      canvas.stroke_rect({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, Role::ink, 2, 4);
    if (!input.pointer.inside || !box.contains(input.pointer.at)) continue;
    output.hovered.lane = lane_id(warp, lane);
    if (warp.lanes[lane].masked_by != 0) output.hovered.line = warp.lanes[lane].masked_by;
    output.tooltip = lane_tooltip(warp, lane);
  }
}

// One strip a frame: a bar under the lanes that are inside it, a hatched one under those that it holds back.
void draw_stack(Canvas& canvas, const Grid& grid, const Rect& area, const WarpView& warp,
                const FigureInput& input, FigureOutput& output) {
  float top = area.y;
  // The innermost frames matter most where not all have room.
  const std::size_t hidden = warp.stack.size() - std::min(warp.stack.size(), grid.frames);
  for (std::size_t i = hidden; i < warp.stack.size(); ++i) {
    const MaskFrameView& frame = warp.stack[i];
    const float centre = top + kFrameHeight / 2;
    const std::string label = fmt::format("{}, line {}", frame.word, frame.line);
    const TextStyle style = small_text(Role::second_ink);
    const bool fits = canvas.text_width(label, style) <= kLabelWidth - 4;
    text_at(canvas, area.x, centre, fits ? label : fmt::format("line {}", frame.line), style);
    const auto lanes = static_cast<unsigned>(warp.lanes.size());
    for (unsigned begin = 0; begin < lanes;) {
      const auto kind = [&](unsigned lane) {
        return (frame.inside >> lane & 1) != 0 ? 1 : (frame.held >> lane & 1) != 0 ? 2 : 0;
      };
      unsigned end = begin + 1;
      while (end < lanes && end % grid.columns != 0 && kind(end) == kind(begin)) ++end;
      const Rect first = grid.cell(0, begin), last = grid.cell(0, end - 1);
      const float row_height = 10.0f / static_cast<float>(grid.rows_per_warp);
      const Rect bar{first.x, centre - 5 + static_cast<float>(begin / grid.columns) * row_height,
                     last.right() - first.x, row_height - 1};
      if (kind(begin) == 1) canvas.fill_rect(bar, Role::acted, 2);
      if (kind(begin) == 2) {
        canvas.hatch_rect(bar, Role::masked, 4);
        canvas.stroke_rect(bar, Role::line, 1, 2);
      }
      begin = end;
    }
    const Rect row{area.x, top, area.width, kFrameHeight};
    if (input.pointer.inside && row.contains(input.pointer.at)) {
      output.hovered.line = frame.line;
      output.tooltip = fmt::format("{} on line {}{}{}: {} inside, {} held back", frame.word, frame.line,
                                   frame.text.empty() ? "" : "  ", frame.text, std::popcount(frame.inside),
                                   std::popcount(frame.held));
    }
    top += kFrameHeight;
  }
}

const WarpView* executing(const Lanes& lanes) {
  for (const WarpView& warp : lanes.warps) {
    if (warp.executes) return &warp;
  }
  return nullptr;
}

float scrolled(const Lanes& lanes, const Grid& grid, LanesView& view) {
  const float content = static_cast<float>(lanes.warps.size()) * grid.warp_pitch();
  const WarpView* warp = executing(lanes);
  if (warp != nullptr && warp->warp != view.followed_warp) {
    const float top = static_cast<float>(warp - lanes.warps.data()) * grid.warp_pitch();
    const float bottom = top + grid.warp_pitch();
    view.scroll =
        std::clamp(view.scroll, bottom - grid.area.height, std::max(top, bottom - grid.area.height));
    view.followed_warp = warp->warp;
  }
  view.scroll = std::clamp(view.scroll, 0.0f, std::max(0.0f, content - grid.area.height));
  // The wheel moves by whole warps.
  return std::round(view.scroll / grid.warp_pitch()) * grid.warp_pitch();
}

// Says that there are more warps, and where one is among them.
void scroll_mark(Canvas& canvas, const Rect& seen, float content, float scroll) {
  if (content <= seen.height + 1) return;
  const float share = seen.height / content;
  const Rect bar{seen.right() + 4, seen.y, 4, seen.height};
  canvas.fill_rect(bar, Role::ground, 2);
  canvas.fill_rect({bar.x, bar.y + scroll * share, bar.width, std::max(8.0f, bar.height * share)},
                   Role::waiting, 2);
}

void footer(Canvas& canvas, const Rect& row, const Lanes& lanes, bool shows_values) {
  constexpr std::array entries{LegendEntry{Swatch::filled, Role::acts, "active"},
                               LegendEntry{Swatch::hatched, Role::masked, "masked off"},
                               LegendEntry{Swatch::bar, Role::waiting, "at the barrier"},
                               LegendEntry{Swatch::pale, Role::acts_pale, "its turn comes"},
                               LegendEntry{Swatch::outline, Role::waiting, "finished"}};
  const float left = legend(canvas, {row.x + 120, row.y, row.width - 120, row.height}, entries);
  const WarpView* warp = executing(lanes);
  if (!shows_values || warp == nullptr || warp->value_name.empty()) return;
  const TextStyle style = small_text(Role::second_ink);
  text_at(canvas, row.x, row.centre().y,
          fit_text(canvas, "below the lane's number: " + warp->value_name, style, left - row.x - 8), style);
}

}  // namespace

float lanes_height(const Lanes& shown, float width) {
  const Lanes rows = goes_by_items(shown) ? fold_items(shown) : Lanes{};
  const Lanes& lanes = rows.warps.empty() ? shown : rows;
  if (lanes.warps.empty()) return kHeadingHeight - 6;
  const Grid grid = make_grid(lanes, {0, 0, width, 0});
  const auto warps = static_cast<float>(std::max<std::size_t>(1, lanes.warps.size()));
  return kHeadingHeight + warps * grid.warp_pitch() + static_cast<float>(frame_rows(lanes)) * kFrameHeight +
         kLegendHeight + 4;
}

FigureOutput draw_lanes(Canvas& canvas, const Rect& area, const Lanes& shown, LanesView& view,
                        const FigureInput& input) {
  FigureOutput output;
  const Lanes rows = goes_by_items(shown) ? fold_items(shown) : Lanes{};
  const Lanes& lanes = rows.warps.empty() ? shown : rows;
  std::string words = lanes.headline;
  if (lanes.groups > 1 && !lanes.warps.empty())
    words = fmt::format("work-group {} (of {}) · {}", lanes.group, lanes.groups, words);
  const Rect body = heading(canvas, area, {"Lanes", words, {}});
  Grid grid = make_grid(lanes, body);
  // Two warps matter more than the key to their colours.
  const float least = static_cast<float>(grid.rows_per_warp) * (kLowCellHeight + 3) - 3 + kLowWarpGap;
  const float two = std::min(static_cast<float>(lanes.warps.size()), 2.0f) * least;
  const bool has_footer = !lanes.warps.empty() && body.height >= two + kLegendHeight + 4;
  fit_height(lanes, grid, body.height - (has_footer ? kLegendHeight + 4 : 0));
  const Rect grid_area{body.x, body.y, body.width, grid.area.height};
  const float stack = static_cast<float>(grid.frames) * kFrameHeight;
  const float scroll = scrolled(lanes, grid, view);

  const Rect clip{grid_area.x - 2, grid_area.y - 2, grid_area.width + 4, grid_area.height + 2};
  canvas.push_clip(clip);
  FigureInput inside = input;
  inside.pointer.inside = input.pointer.inside && clip.contains(input.pointer.at);
  const WarpView* acting = executing(lanes);
  for (std::size_t i = 0; i < lanes.warps.size(); ++i) {
    const float top = grid_area.y + static_cast<float>(i) * grid.warp_pitch() - scroll;
    if (top + grid.warp_pitch() < grid_area.y + 1 || top > grid_area.bottom() - 1) continue;
    // The footer names one kind of value, so no other may stand there; the tooltip tells them all.
    const bool values = acting == nullptr || lanes.warps[i].value_name == acting->value_name;
    draw_warp(canvas, grid, body.x, top, lanes.warps[i], values, inside, output);
  }
  canvas.pop_clip();
  const float content = static_cast<float>(lanes.warps.size()) * grid.warp_pitch();
  scroll_mark(canvas, grid_area, content, scroll);
  const float stack_top = std::min(grid_area.bottom(), grid_area.y + content);
  if (acting != nullptr)
    draw_stack(canvas, grid, {body.x, stack_top, body.width, stack}, *acting, input, output);
  if (has_footer)
    footer(canvas, {area.x, area.bottom() - kLegendHeight, area.width, kLegendHeight}, lanes,
           grid.cell_height == kCellHeight);
  return output;
}

}  // namespace lockstep::gui
