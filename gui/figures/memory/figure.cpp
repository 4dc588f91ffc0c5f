// Draws the figure of an access: the heading, the picture, the sentence, and the address arithmetic of
// a lane.
#include <fmt/format.h>

#include <algorithm>

#include "gui/figures/memory/access.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {
namespace {

using namespace drawing;

constexpr float kWords = 3 * kParagraphLine + 4;  // height of the sentence and a lane's address arithmetic

// Returns the lane whose arithmetic is shown: the lane under the pointer, otherwise a lane of the shown pass,
// otherwise a lane of the last pass.
unsigned lane_in_words(const MemoryAccess& access, int pass, const FigureInput& input) {
  if (input.link.lane && input.link.lane->warp == access.warp) {
    const unsigned lane = input.link.lane->lane;
    if (!lane_arithmetic(access, lane).empty()) return lane;
  }
  for (const AccessLane& lane : access.lanes) {
    if (static_cast<int>(lane.pass) == pass) return lane.lane;
  }
  const auto last =
      std::max_element(access.lanes.begin(), access.lanes.end(),
                       [](const AccessLane& a, const AccessLane& b) { return a.pass < b.pass; });
  return access.costs && has_passes(access) ? last->lane : access.lanes.front().lane;
}

std::string verdict_words(const MemoryAccess& access, int pass) {
  if (!has_passes(access) || pass < 0 || access.passes <= 1) return access.verdict;
  return fmt::format(
      "pass {} of {}{}", std::min<unsigned>(static_cast<unsigned>(pass) + 1, access.passes), access.passes,
      access.costs && is_local(access) ? fmt::format(", {}-way conflict", access.detail.local.degree) : "");
}

// Removes the last parts of the text until it fits in one line.
std::string one_line(const Canvas& canvas, std::string arithmetic, float width) {
  for (std::size_t end = arithmetic.rfind(", "); end != std::string::npos; end = arithmetic.rfind(", ")) {
    if (canvas.text_width(arithmetic, reading_text(Role::second_ink)) <= width) break;
    arithmetic.resize(end);
  }
  return arithmetic;
}

float picture_height(const MemoryAccess& access) {
  if (!access.present || access.lanes.empty()) return 0;
  return is_local(access) ? banks_height(access) : segments_height();
}

// Returns the sentence about the shown pass, or about the whole access if no single pass is shown.
std::string sentence_of(const MemoryAccess& access, int pass) {
  const bool plays = has_passes(access) && pass >= 0 && static_cast<unsigned>(pass) < access.passes;
  return plays ? pass_sentence(access, static_cast<unsigned>(pass)) : access.sentence;
}

void draw_words(Canvas& canvas, const Rect& area, const MemoryAccess& access, int pass,
                const std::string& arithmetic) {
  canvas.push_clip({area.x, area.y - 2, area.width, std::max(0.0f, area.height + 2)});
  const float next =
      paragraph(canvas, {area.x, area.y}, sentence_of(access, pass), reading_text(Role::ink), area.width);
  paragraph(canvas, {area.x, next + 1}, arithmetic, reading_text(Role::second_ink), area.width);
  canvas.pop_clip();
}

}  // namespace

float memory_access_height(const MemoryAccess& access, float) {
  return kHeadingHeight + picture_height(access) + 8 + kWords;
}

float least_memory_access_height(const MemoryAccess& access) {
  const float picture = is_local(access) && !access.lanes.empty() ? least_banks_height(access) : 0;
  return kHeadingHeight + picture + 8 + kWords;
}

FigureOutput draw_memory_access(Canvas& canvas, const Rect& area, const MemoryAccess& access,
                                MemoryAccessView& view, const FigureInput& input) {
  FigureOutput output;
  if (!access.present) {
    const Rect body = heading(canvas, area, {"Memory", {}, {}});
    paragraph(canvas, {body.x, body.y}, access.sentence, reading_text(Role::second_ink), body.width);
    return output;
  }
  // Room for the sentence about the whole access is reserved even while a single pass is shown, so that
  // nothing moves while the passes are played.
  const auto lines = [&](const std::string& text) {
    return static_cast<float>(wrap(canvas, text, reading_text(Role::ink), area.width).size());
  };
  std::string arithmetic =
      access.lanes.empty() ? std::string() : lane_arithmetic(access, lane_in_words(access, view.pass, input));
  const auto words = [&] {
    return (lines(access.sentence) + std::max(1.0f, lines(arithmetic))) * kParagraphLine + 4;
  };
  // The rows of the picture are more important than a second line of arithmetic.
  const bool is_tight = kHeadingHeight + picture_height(access) + 8 + words() > area.height;
  if (is_tight) arithmetic = one_line(canvas, std::move(arithmetic), area.width);
  const float words_height = words();
  const float picture =
      std::min(picture_height(access), std::max(0.0f, area.height - kHeadingHeight - words_height - 8));
  const Rect drawn{area.x, area.y + kHeadingHeight, area.width, picture};
  view.drawn_picture = drawn;
  const std::string place =
      access.line == 0
          ? std::string()
          : fmt::format("line {} · {} {}{}", access.line, access.warp_width == 1 ? "work-item" : "warp",
                        access.warp, access.upcoming ? "" : " · the last access");
  heading(canvas, {area.x, area.y, area.width - view.heading_right, area.height},
          {access.heading, place, verdict_words(access, view.pass),
           access.costs ? Role::costs : Role::second_ink});
  if (access.lanes.empty()) {
    paragraph(canvas, {drawn.x, drawn.y}, access.sentence, reading_text(Role::second_ink), area.width);
    return output;
  }
  if (is_local(access)) {
    draw_banks(canvas, drawn, access, view, input, output);
  } else {
    canvas.push_clip({drawn.x - 2, drawn.y - 2, drawn.width + 4, drawn.height + 4});
    if (is_constant(access))
      draw_addresses(canvas, drawn, access, view.pass, input, output);
    else
      draw_segments(canvas, drawn, access, input, output);
    canvas.pop_clip();
  }
  const float top = drawn.bottom() + 8;
  draw_words(canvas, {area.x, top, area.width, area.bottom() - top}, access, view.pass, arithmetic);
  return output;
}

}  // namespace lockstep::gui
