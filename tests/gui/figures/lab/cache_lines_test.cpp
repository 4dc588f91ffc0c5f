// The picture of the Lab's cache on a recording canvas: a cell for each line, and a bar for the requested
// elements.
#include "gui/figures/lab/cache_lines.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "gui/canvas/recorder.hpp"

namespace lockstep::gui {
namespace {

using Kind = DrawnItem::Kind;

// Two loads over three lines of four elements; the second load finds one of its lines.
lab::CacheLines two_loads() {
  lab::CacheLines shown;
  shown.title = "a kernel";
  shown.line_elements = 4;
  shown.first = 2;
  shown.count = 3;
  shown.loads = {{"1  loads in[…]", {9, 10}, {2}, {2}}, {"2  loads in[…]", {10, 12}, {2, 3}, {3}}};
  return shown;
}

CanvasRecorder drawn(const lab::CacheLines& shown, float width, float height) {
  CanvasRecorder canvas;
  draw_cache_lines(canvas, {10, 10, width, height}, shown);
  return canvas;
}

TEST(CacheLines, TellLoadedLinesFromFoundLines) {
  const lab::CacheLines shown = two_loads();
  const CanvasRecorder canvas = drawn(shown, 600, cache_lines_height(shown));
  EXPECT_EQ(canvas.count(Kind::fill_rect, Role::costs_pale), 2u) << "lines 2 and 3 are loaded once each";
  EXPECT_EQ(canvas.count(Kind::fill_rect, Role::acts_pale), 1u) << "line 2 is found once";
  EXPECT_EQ(canvas.count(Kind::stroke_rect, Role::line), 3u) << "line 4 twice, and line 3 in the first load";
  for (const char* text : {"a kernel", "3 cache lines", "in[8..11]", "in[16..19]", "1  loads", "2  loads"})
    EXPECT_NE(canvas.find_text(text), nullptr) << text;
}

TEST(CacheLines, StayInTheAreaAtEverySize) {
  lab::CacheLines shown = two_loads();
  shown.count = 40;
  for (const float width : {260.0f, 600.0f, 1500.0f})
    for (const float height : {80.0f, cache_lines_height(shown)}) {
      const CanvasRecorder canvas = drawn(shown, width, height);
      const bool stays = std::ranges::all_of(canvas.items(), [&](const DrawnItem& item) {
        return item.bounds.right() <= 10 + width + 1 && item.bounds.bottom() <= 10 + height + 6;
      });
      EXPECT_TRUE(stays) << width << " × " << height;
    }
}

TEST(CacheLines, OfNothingAreEmpty) {
  EXPECT_EQ(drawn({"a kernel", 4, 0, 0, {}}, 400, 80).count(Kind::stroke_rect, Role::line), 0u);
}

}  // namespace
}  // namespace lockstep::gui
