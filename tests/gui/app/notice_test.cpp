// The position and the duration of a notice.
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
  EXPECT_GT(PlaceFinder(written, {}, window).find(300, 36).rect.y, 400) << "at the bottom";
  write({0, 380, 800, 70});
  EXPECT_LE(PlaceFinder(written, {}, window).find(300, 36).rect.bottom(), 380);
  write({0, 60, 400, 380});
  const Rect place = PlaceFinder(written, {}, window).find(300, 36).rect;
  EXPECT_GE(place.x, 400);
  EXPECT_EQ(covered(written, place), 0);
  const std::vector<NamedPlace> items{{"timeline", {400, 300, 400, 80}}};
  EXPECT_LE(PlaceFinder(written, items, window).find(300, 36).rect.bottom(), 300) << "nor on a control";
}

TEST(Notice, StaysAsLongAsReadingTakes) {
  EXPECT_LT(notice_time("Saved a.json."), std::chrono::seconds(4));
  EXPECT_GT(notice_time(std::string(80, 'x')), std::chrono::seconds(6));
  EXPECT_LE(notice_time(std::string(500, 'x')), std::chrono::seconds(8));
}

// The frame's texts without the text of the notice.
struct NoticeWindow : DrivenWindow {
  NoticeWindow(int width, int height, AppState state = {}) : DrivenWindow(std::move(state), width, height) {
    interface().note_text(&written);
  }
  // Compares the same view without and with the notice.
  void expect_free(const std::string& sentence) {
    interface().activity().notice.clear();
    frame();
    const WrittenFrame before = written;
    interface().notify(sentence);
    frame();
    frame();
    expect_free_of(before);
  }
  void expect_free_of(const WrittenFrame& before) {
    ASSERT_GT(written.texts.size(), before.texts.size());
    for (std::size_t i = before.texts.size(); i < written.texts.size(); ++i)
      EXPECT_EQ(covered(before, written.texts[i].bounds), 0) << written.texts[i].text;
  }
  WrittenFrame written;
};

// In the window, at the usual sizes; a long notice has several lines.
TEST(Notice, CoversNoTextOfStep) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1456, 819}, std::pair{1600, 900}}) {
    SCOPED_TRACE(width);
    NoticeWindow window(width, height);
    window.expect_free("A sentence for a few seconds.");
    window.expect_free(
        "Undone: document is 001/figure-6 again, elements is 16 again, title is 001 · Figure 6 again and 7 "
        "more.");
    window.interface().go_to(window.interface().session().size());
    window.expect_free("Saved /home/me/Documents/lockstep-scene.json. Ctrl+O opens it again.");
  }
}

// A presentation has larger text and other cards than the view in which the notice appeared.
TEST(Notice, FindsAnotherPlaceWhenTheViewChanges) {
  NoticeWindow window(1456, 819);
  window.interface().notify("Saved /home/me/Documents/lockstep-talk.talk.json. Changes are saved at once.");
  window.frame();
  window.frame();
  window.press({Key::f6});
  window.frame();
  window.frame();
  ASSERT_TRUE(window.state().presentation);
  const WrittenFrame with_notice = window.written;
  window.interface().activity().notice.clear();
  window.frame();
  const WrittenFrame before = window.written;
  window.written = with_notice;
  window.expect_free_of(before);
}

}  // namespace
}  // namespace lockstep::gui
