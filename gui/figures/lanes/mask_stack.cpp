#include "gui/figures/lanes/mask_stack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {
namespace {

using namespace drawing;

constexpr float kStrip = 128, kBar = 9;
constexpr float kLeastWords =
    30;  // px next to the strip; with less room, the text appears only in the tooltip
constexpr std::size_t kMaxStackColumns = 2;

enum class Part : std::uint8_t { none, inside, held };

Part part_of(const ShownMaskFrame& frame, unsigned lane) {
  if ((frame.inside >> lane & 1) != 0) return Part::inside;
  return (frame.held >> lane & 1) != 0 ? Part::held : Part::none;
}

// Draws all lanes of the warp side by side. Lanes that are active in the frame are filled, and lanes that the
// frame masks off are hatched.
void draw_strip(Canvas& canvas, const Rect& strip, const ShownMaskFrame& frame, unsigned lanes) {
  const float pitch = strip.width / static_cast<float>(lanes);
  for (unsigned begin = 0; begin < lanes;) {
    unsigned end = begin + 1;
    while (end < lanes && part_of(frame, end) == part_of(frame, begin)) ++end;
    const Rect bar{strip.x + static_cast<float>(begin) * pitch, strip.y,
                   static_cast<float>(end - begin) * pitch, strip.height};
    if (part_of(frame, begin) == Part::inside) canvas.fill_rect(bar, Role::acted, 1);
    if (part_of(frame, begin) == Part::held) canvas.hatch_rect(bar, Role::masked, 4);
    begin = end;
  }
  canvas.stroke_rect(strip, Role::line, 1, 2);
}

void draw_frame(Canvas& canvas, const Rect& place, const ShownWarp& warp, const ShownMaskFrame& frame,
                const FigureInput& input, FigureOutput& output) {
  const auto lanes = static_cast<unsigned>(warp.lanes.size());
  const Rect strip{place.x, place.centre().y - kBar / 2, std::min(kStrip, place.width - 6), kBar};
  draw_strip(canvas, strip, frame, lanes);
  const auto linked = input.link.lane;
  const std::uint32_t first = warp.of_items ? warp.warp : 0;
  if (linked && (warp.of_items || linked->warp == warp.warp)) {
    const std::uint32_t lane = warp.of_items ? linked->warp - first : linked->lane;
    const float pitch = strip.width / static_cast<float>(lanes);
    if (lane < lanes)
      canvas.stroke_rect({strip.x + static_cast<float>(lane) * pitch - 1, strip.y - 1, pitch + 2, kBar + 2},
                         Role::ink, 1.5f, 1);
  }
  const TextStyle style = small_text(Role::second_ink);
  const float left = strip.right() + 8, room = place.right() - left - 6;
  if (room >= kLeastWords)
    text_at(canvas, left, place.centre().y, fit_parts(canvas, frame_words(frame), style, room), style);
  if (!input.pointer.inside || !place.contains(input.pointer.at)) return;
  output.hovered.line = frame.line;
  output.tooltip = fmt::format("{}: {} masked off", frame_words(frame), std::popcount(frame.held));
}

}  // namespace

std::string frame_words(const ShownMaskFrame& frame) {
  const int inside = std::popcount(frame.inside), came = inside + std::popcount(frame.held);
  std::string words = fmt::format("{} of {} · {} on line {}", inside, came, frame.word, frame.line);
  if (!frame.text.empty()) words += fmt::format(" · {}", frame.text);
  return words;
}

Rect StackPlaces::place(std::size_t frame) const {
  const std::size_t at = frame - first;
  const float width = area.width / static_cast<float>(columns);
  return {area.x + static_cast<float>(at / rows) * width, area.y + static_cast<float>(at % rows) * row_height,
          width, row_height};
}

StackPlaces place_stack(const ShownWarp& warp, const LanesLayout& layout, std::size_t& back) {
  StackPlaces places;
  places.rows = layout.stack_rows;
  places.row_height = layout.stack_row_height;
  places.area = {layout.stack.x + layout.label_width, layout.stack.y, layout.stack.width - layout.label_width,
                 layout.stack.height};
  const std::size_t depth = warp.stack.size();
  places.columns = depth > places.rows ? kMaxStackColumns : 1;
  places.count = std::min(depth, places.rows * places.columns);
  back = std::min(back, depth - places.count);
  places.first = depth - places.count - back;
  return places;
}

void draw_stack(Canvas& canvas, const LanesLayout& layout, const ShownWarp& warp, LanesView& view,
                const FigureInput& input, FigureOutput& output) {
  view.drawn_stack = layout.stack;
  if (layout.stack_rows == 0) return;
  const StackPlaces places = place_stack(warp, layout, view.stack_back);
  const TextStyle style = small_text(Role::second_ink);
  const float middle = layout.stack.y + layout.stack_row_height / 2;
  text_at(canvas, layout.stack.x, middle, "masks", style);
  if (warp.hides_stack)
    text_at(canvas, places.area.x, middle, "hidden until you answer", style);
  else if (warp.stack.empty())
    text_at(canvas, places.area.x, middle, "no open branch or loop: no lane is masked off", style);
  for (std::size_t i = 0; i < places.count; ++i)
    draw_frame(canvas, places.place(places.first + i), warp, warp.stack[places.first + i], input, output);
  const float row = layout.stack.height / static_cast<float>(std::max<std::size_t>(1, places.count));
  scroll_mark(canvas, layout.stack, row * static_cast<float>(warp.stack.size()),
              row * static_cast<float>(places.first));
}

}  // namespace lockstep::gui
