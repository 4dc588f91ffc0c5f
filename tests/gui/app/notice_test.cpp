// Where a notice lies, and for how long.
#include "gui/app/notice.hpp"

#include <gtest/gtest.h>

#include "gui/canvas/recorder.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

float covered(const WrittenFrame& written, const Rect& place) {
  float area = 0;
  for (const WrittenText& text : written.texts) {
    const Rect both = intersection(intersection(text.bounds, text.clip), place);
    area += both.width * both.height;
  }
  return area;
}

TEST(Notice, LiesWhereNothingIsWritten) {
  WrittenFrame written;
  written.cards = {{0, 0, 800, 450}};
  const auto write = [&](const Rect& bounds) {
    written.texts.push_back({"text", {}, bounds, {0, 0, 800, 450}, Role::ground, 0});
  };
  const WindowArea window{800, 450};
  EXPECT_GT(free_place(written, {}, window, 300, 36).y, 400) << "at the bottom";
  write({0, 380, 800, 70});
  EXPECT_LE(free_place(written, {}, window, 300, 36).bottom(), 380);
  write({0, 60, 400, 380});
  const Rect place = free_place(written, {}, window, 300, 36);
  EXPECT_GE(place.x, 400);
  EXPECT_EQ(covered(written, place), 0);
  const std::vector<NamedPlace> items{{"timeline", {400, 300, 400, 80}}};
  EXPECT_LE(free_place(written, items, window, 300, 36).bottom(), 300) << "nor on a control";
}

TEST(Notice, StaysAsLongAsReadingTakes) {
  EXPECT_LT(notice_time("Saved a.json."), std::chrono::seconds(4));
  EXPECT_GT(notice_time(std::string(80, 'x')), std::chrono::seconds(6));
  EXPECT_LE(notice_time(std::string(500, 'x')), std::chrono::seconds(8));
}

// In the window, at the usual sizes and scales.
TEST(Notice, CoversNoTextOfStep) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1600, 900}}) {
    DrivenWindow window({}, width, height);
    WrittenFrame written;
    window.interface().note_text(&written);
    window.frame();
    const WrittenFrame before = written;
    window.interface().notify("A sentence for a few seconds.");
    window.frame();
    window.frame();
    const WrittenText* notice = nullptr;
    for (const WrittenText& text : written.texts)
      if (text.text == "A sentence for a few seconds.") notice = &text;
    ASSERT_NE(notice, nullptr);
    EXPECT_EQ(covered(before, notice->bounds), 0) << width;
  }
}

}  // namespace
}  // namespace lockstep::gui
