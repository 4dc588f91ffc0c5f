// Draws the figure of the lanes: the heading, the warps, the mask stack of the executing warp, and
// the legend.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gui/canvas/label_row.hpp"
#include "gui/figures/lanes/mask_stack.hpp"
#include "gui/figures/lanes/values.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {
namespace {

using namespace drawing;

constexpr float kLeastTextPitch = 15;  // narrower cells have no text
constexpr float kNumberGap = 3;        // px between the numbers above the columns

// Writes the whole value if it fits, otherwise a shorter form. The value is not truncated, because a
// truncated number would be wrong.
void value_in(Canvas& canvas, const Rect& box, const ShownLane& lane, ElementType type, TextStyle style) {
  for (const std::string& form : value_forms(lane.bits, type)) {
    if (canvas.text_width(form, style) > box.width) continue;
    return text_at(canvas, box.centre().x, box.centre().y, form, style);
  }
  text_at(canvas, box.centre().x, box.centre().y, "…", style);
}

struct CellText {
  const LanesLayout& layout;
  const ShownWarp& warp;
  unsigned lane = 0;
  bool value = false;  // the lane has a value to show

  void write(Canvas& canvas, const Rect& box, Role role) const {
    if (layout.high) {
      if (!value) return number(canvas, box, role);
      number(canvas, {box.x, box.y + 2, box.width, 16}, role);
      write_value(canvas, {box.x, box.y + 18, box.width, 16}, role);
    } else if (value) {
      write_value(canvas, box, role);
    }
  }
  void write_value(Canvas& canvas, const Rect& box, Role role) const {
    TextStyle style = reading_text(role, Align::centre);
    style.size = layout.value_size;
    if (style.size <= kSmall) style = small_text(role, Align::centre);
    value_in(canvas, box, warp.lanes[lane], warp.type, style);
  }

 private:
  void number(Canvas& canvas, const Rect& box, Role role) const {
    const std::string text = fmt::format("{}", warp.of_items ? warp.warp + lane : lane);
    const LaneState state = warp.lanes[lane].state;
    const bool quiet = state == LaneState::masked || state == LaneState::finished;
    const TextStyle style =
        quiet || !layout.bold_numbers ? small_text(role, Align::centre) : bold_text(role, Align::centre, 12);
    text_at(canvas, box.centre().x, box.centre().y, text, style);
  }
};

// Draws a waiting lane as a bar. If the lane has a value, the bar is above the value, or below the value in a
// low cell.
void draw_waiting(Canvas& canvas, const Rect& box, const CellText& text) {
  canvas.fill_rect(box, Role::ground, 3);
  canvas.stroke_rect(box, Role::line, 1, 3);
  const float width = std::max(4.0f, box.width - 10);
  const bool low = box.height < 20;
  const float middle = !text.value ? box.centre().y : low ? box.bottom() - 2.5f : box.y + 11;
  const float height = text.value && low ? 2.5f : 4.0f;
  canvas.fill_rect({box.centre().x - width / 2, middle - height / 2, width, height}, Role::waiting, 2);
  if (!text.value) return;
  const Rect part =
      low ? Rect{box.x, box.y - 1, box.width, box.height - 2} : Rect{box.x, box.y + 18, box.width, 16};
  text.write_value(canvas, part, Role::second_ink);
}

void draw_cell(Canvas& canvas, const Rect& box, const CellText& text) {
  const bool words = box.width + 2 >= kLeastTextPitch;
  const auto write = [&](Role role) {
    if (words) text.write(canvas, box, role);
  };
  switch (text.warp.lanes[text.lane].state) {
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
    case LaneState::waiting:
      draw_waiting(canvas, box, text);
      break;
    case LaneState::finished:
      canvas.stroke_rect(box, Role::waiting, 1, 3);
      write(Role::masked);
      break;
    case LaneState::hidden:
      canvas.fill_rect(box, Role::ground, 3);
      canvas.stroke_rect(box, Role::waiting, 1, 3);
      write(Role::ink);
      break;
    case LaneState::absent:
      break;
  }
}

// Draws a lane that is chosen as an answer as a filled cell in a frame with a filled corner, regardless of
// the lane's state.
void draw_picked(Canvas& canvas, const Rect& box, const CellText& text) {
  canvas.fill_rect(box, Role::acts, 3);
  if (box.width + 2 >= kLeastTextPitch) text.write(canvas, box, Role::on_acts);
  canvas.stroke_rect({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, Role::ink, 2, 4);
  const float size = std::min(8.0f, box.width * 0.5f);
  canvas.fill_polygon(std::array{Point{box.right() - size, box.y}, Point{box.right(), box.y},
                                 Point{box.right(), box.y + size}},
                      Role::ink);
}

std::string lane_tooltip(const ShownWarp& warp, unsigned lane) {
  const ShownLane& view = warp.lanes[lane];
  std::string text = warp.of_items ? fmt::format("work-item {}: ", warp.warp + lane)
                                   : fmt::format("warp {}, lane {}: ", warp.warp, lane);
  text += state_words(warp, view);
  if (view.has_value)
    text += fmt::format("\n{}: {}", warp.value_name, sim::format_value(view.bits, warp.type));
  return text;
}

LaneId lane_id(const ShownWarp& warp, unsigned lane) {
  return warp.of_items ? LaneId{warp.warp + lane, 0} : LaneId{warp.warp, lane};
}

// Draws the labels at the left. In a folded warp, each row is labelled with its first lane, and the numbers
// above the columns are relative to this lane.
void draw_labels(Canvas& canvas, const LanesLayout& layout, float top, const ShownWarp& warp) {
  const float left = layout.warps.x, middle = top + layout.cell_height / 2;
  const TextStyle quiet = small_text(Role::second_ink);
  if (layout.rows == 1)
    return text_at(canvas, left, middle, warp_label(warp),
                   warp.executes ? bold_text(Role::ink, Align::left, 12) : quiet);
  const TextStyle name = warp.executes ? bold_text(Role::ink, Align::left, kSmall) : quiet;
  for (unsigned row = 0; row < layout.rows; ++row) {
    const float y = middle + static_cast<float>(row) * layout.row_pitch;
    const unsigned first = row * layout.columns;
    if (warp.of_items) {
      text_at(canvas, left, y, fmt::format("{} +", warp.warp + first), name);
    } else if (row == 0) {
      text_at(canvas, left, y, warp_label(warp), name);
    } else {
      TextStyle style = quiet;
      style.align = Align::right;
      text_at(canvas, left + layout.label_width - 8, y, fmt::format("{} +", first), style);
    }
  }
}

void draw_warp(Canvas& canvas, const LanesLayout& layout, float top, const ShownWarp& warp, bool values,
               const LanesView& view, const FigureInput& input, FigureOutput& output) {
  draw_labels(canvas, layout, top, warp);
  for (unsigned lane = 0; lane < warp.lanes.size(); ++lane) {
    if (warp.lanes[lane].state == LaneState::absent) continue;
    const Rect box = layout.cell(top, lane);
    const bool picked = std::ranges::find(view.picked, lane_id(warp, lane)) != view.picked.end();
    const CellText text{layout, warp, lane, values && warp.lanes[lane].has_value};
    picked ? draw_picked(canvas, box, text) : draw_cell(canvas, box, text);
    if (input.link.lane == lane_id(warp, lane))
      canvas.stroke_rect({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, Role::ink, 2, 4);
    if (!input.pointer.inside || !box.contains(input.pointer.at)) continue;
    output.hovered.lane = lane_id(warp, lane);
    if (warp.lanes[lane].masked_by != 0) output.hovered.line = warp.lanes[lane].masked_by;
    output.tooltip = lane_tooltip(warp, lane);
  }
}

void draw_numbers(Canvas& canvas, const LanesLayout& layout, bool of_items) {
  if (layout.header.height <= 0) return;
  const float middle = layout.header.centre().y - 1;
  text_at(canvas, layout.warps.x, middle, of_items ? "item" : "lane", small_text(Role::second_ink));
  LabelRow numbers;
  for (unsigned column = 0; column < layout.columns; ++column)
    numbers.add(fmt::format("{}", column), layout.cell(0, column).centre().x);
  draw_labels(canvas, numbers, middle, small_text(Role::second_ink), kNumberGap);
}

const ShownWarp* executing(const Lanes& lanes) {
  for (const ShownWarp& warp : lanes.warps) {
    if (warp.executes) return &warp;
  }
  return nullptr;
}

float scrolled(const Lanes& lanes, const LanesLayout& layout, LanesView& view) {
  const float content = static_cast<float>(lanes.warps.size()) * layout.warp_pitch;
  const ShownWarp* warp = executing(lanes);
  if (warp != nullptr && warp->warp != view.followed_warp) {
    const float top = static_cast<float>(warp - lanes.warps.data()) * layout.warp_pitch;
    const float bottom = top + layout.warp_pitch;
    view.scroll =
        std::clamp(view.scroll, bottom - layout.warps.height, std::max(top, bottom - layout.warps.height));
    view.followed_warp = warp->warp;
  }
  view.scroll = std::clamp(view.scroll, 0.0f, std::max(0.0f, content - layout.warps.height));
  // The wheel scrolls by whole warps.
  return std::round(view.scroll / layout.warp_pitch) * layout.warp_pitch;
}

void draw_warps(Canvas& canvas, const LanesLayout& layout, const Lanes& lanes, LanesView& view,
                const FigureInput& input, FigureOutput& output) {
  const float scroll = scrolled(lanes, layout, view);
  const Rect& seen = layout.warps;
  const Rect clip{seen.x - 2, seen.y - 2, seen.width + 4, seen.height + 2};
  canvas.push_clip(clip);
  FigureInput inside = input;
  inside.pointer.inside = input.pointer.inside && clip.contains(input.pointer.at);
  for (std::size_t i = 0; i < lanes.warps.size(); ++i) {
    const float top = seen.y + static_cast<float>(i) * layout.warp_pitch - scroll;
    if (top + layout.warp_pitch < seen.y + 1 || top > seen.bottom() - 1) continue;
    draw_warp(canvas, layout, top, lanes.warps[i], shows_values(lanes, lanes.warps[i]), view, inside, output);
  }
  canvas.pop_clip();
  scroll_mark(canvas, seen, static_cast<float>(lanes.warps.size()) * layout.warp_pitch, scroll);
}

// Returns "2 of 8 warps · " if the other warps are scrolled out of view.
std::string hidden_words(const Lanes& lanes, const LanesLayout& layout) {
  const auto seen = static_cast<std::size_t>((layout.warps.height + 1) / layout.warp_pitch);
  if (seen >= lanes.warps.size()) return {};
  return fmt::format("{} of {} {} · ", seen, lanes.warps.size(),
                     lanes.warps.front().of_items ? "rows" : "warps");
}

std::string heading_words(const Lanes& lanes, const LanesLayout& layout) {
  const std::string hidden = hidden_words(lanes, layout);
  if (lanes.groups <= 1 || lanes.warps.empty()) return hidden + lanes.headline;
  return fmt::format("{}work-group {} (of {}) · {}", hidden, lanes.group, lanes.groups, lanes.headline);
}

// Draws the legend. If a narrow card has no room for all states, states that no lane has are omitted.
void draw_legend(Canvas& canvas, const Rect& row, const Lanes& lanes) {
  constexpr std::array entries{
      std::pair(LaneState::acts, LegendEntry{Swatch::filled, Role::acts, "active"}),
      std::pair(LaneState::masked, LegendEntry{Swatch::hatched, Role::masked, "masked off"}),
      std::pair(LaneState::waiting, LegendEntry{Swatch::bar, Role::waiting, "at the barrier"}),
      std::pair(LaneState::ready, LegendEntry{Swatch::pale, Role::acts_pale, "ready"}),
      std::pair(LaneState::finished, LegendEntry{Swatch::outline, Role::waiting, "finished"})};
  if (row.height <= 0) return;
  std::vector<LegendEntry> all, seen;
  for (const auto& [state, entry] : entries) {
    all.push_back(entry);
    if (std::ranges::any_of(lanes.warps, [&](const ShownWarp& warp) { return warp.count(state) > 0; }))
      seen.push_back(entry);
  }
  legend(canvas, row, legend_width(canvas, all) <= row.width ? all : seen);
}

}  // namespace

std::string state_words(const ShownWarp& warp, const ShownLane& lane) {
  switch (lane.state) {
    case LaneState::acts:
      return "active";
    case LaneState::ready:
      return warp.of_items ? "ready, another work-item executes" : "ready, another warp executes";
    case LaneState::masked:
      return lane.masked_by != 0 ? fmt::format("masked off by line {}", lane.masked_by) : "masked off";
    case LaneState::waiting:
      return "waits at the barrier";
    case LaneState::finished:
      return "finished";
    case LaneState::hidden:
      return "hidden: the question asks for it";
    case LaneState::absent:
      break;
  }
  return "no work-item";
}

std::string values_name(const Lanes& lanes) {
  const ShownWarp* warp = executing(lanes);
  return warp == nullptr ? std::string() : warp->value_name;
}

float lanes_height(const Lanes& shown, float width) {
  const Lanes rows = goes_by_items(shown) ? fold_items(shown) : Lanes{};
  const Lanes& lanes = rows.warps.empty() ? shown : rows;
  if (lanes.warps.empty()) return kHeadingHeight - 6;
  const LanesLayout layout = place_lanes(lanes, {0, 0, width, 1e6f});
  return kHeadingHeight + layout.stack.bottom() + (layout.legend.height > 0 ? kLegendHeight + 4 : 0);
}

FigureOutput draw_lanes(Canvas& canvas, const Rect& area, const Lanes& shown, LanesView& view,
                        const FigureInput& input) {
  FigureOutput output;
  const Lanes rows = goes_by_items(shown) ? fold_items(shown) : Lanes{};
  const Lanes& lanes = rows.warps.empty() ? shown : rows;
  const Rect body{area.x, area.y + kHeadingHeight, area.width, std::max(0.0f, area.height - kHeadingHeight)};
  const LanesLayout layout = place_lanes(lanes, body);
  const std::string named = values_name(lanes), words = heading_words(lanes, layout);
  const std::string values = named.empty() || view.heading_right > 0 ? std::string() : "values: " + named;
  Rect top = area;
  top.width -= view.heading_right;
  heading(canvas, top, {"Lanes", words, values});
  draw_numbers(canvas, layout, !lanes.warps.empty() && lanes.warps.front().of_items);
  draw_warps(canvas, layout, lanes, view, input, output);
  if (const ShownWarp* acting = executing(lanes)) draw_stack(canvas, layout, *acting, view, input, output);
  draw_legend(canvas, layout.legend, lanes);
  return output;
}

}  // namespace lockstep::gui
