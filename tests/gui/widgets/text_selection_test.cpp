// Text anywhere in the window can be selected by dragging, or copied from under the pointer.
#include "gui/widgets/text_selection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "gui/canvas/recorder.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr TextStyle kText{Font::text, Role::ink, Align::left, 10};
constexpr TextStyle kCodeText{Font::code, Role::ink, Align::left, 12};

// Two cards: a paragraph of two lines with a heading, and code next to its line numbers.
struct Written : testing::Test {
  Written() {
    TextRecordingCanvas canvas(recorder, frame);
    canvas.fill_rect({0, 0, 800, 400}, Role::ground);
    canvas.fill_rect({0, 0, 300, 400}, Role::card, 6);
    canvas.text({10, 10}, "Now", {Font::text_bold, Role::ink, Align::left, 13});
    canvas.text({10, 40}, "Warp 0 adds", kText);
    canvas.text({10, 54}, "two values.", kText);
    canvas.text({10, 90}, "steps", kText);
    canvas.text({200, 90}, "12", kText);
    canvas.fill_rect({400, 0, 400, 400}, Role::card, 6);
    for (int line = 0; line < 2; ++line) {
      const float y = 10 + 19 * static_cast<float>(line);
      canvas.text({420, y}, std::to_string(line + 1), {Font::code, Role::masked, Align::right, 11});
      canvas.text({440 + 14.4f * static_cast<float>(line), y}, line == 0 ? "if (a)" : "b = 1;", kCodeText);
    }
  }
  std::string between(Point from, Point to) {
    return join_text(recorder, select_text(recorder, frame, from, to));
  }
  CanvasRecorder recorder;
  WrittenFrame frame;
};

TEST_F(Written, ADragSelectsInTheOrderOfReading) {
  EXPECT_EQ(between({0, 42}, {299, 60}), "Warp 0 adds two values.") << "lines of a paragraph are joined";
  EXPECT_EQ(between({299, 60}, {0, 42}), "Warp 0 adds two values.") << "upwards, too";
  EXPECT_EQ(between({0, 12}, {299, 60}), "Now\nWarp 0 adds two values.");
  EXPECT_EQ(between({0, 92}, {299, 95}), "steps\t12") << "columns are separated";
}

TEST_F(Written, StaysInItsCard) {
  EXPECT_EQ(between({12, 15}, {790, 300}), "Now\nWarp 0 adds two values.\nsteps\t12");
}

TEST_F(Written, OfCodeTheIndentationButNoNumbers) {
  EXPECT_EQ(between({438, 15}, {790, 60}), "if (a)\n  b = 1;");
}

TEST_F(Written, UnderThePointerIsTheWholeParagraph) {
  EXPECT_EQ(text_at(recorder, frame, {20, 45}), "Warp 0 adds two values.");
  EXPECT_EQ(text_at(recorder, frame, {20, 58}), "Warp 0 adds two values.");
  EXPECT_EQ(text_at(recorder, frame, {205, 95}), "12");
  EXPECT_EQ(text_at(recorder, frame, {445, 15}), "if (a)");
  EXPECT_EQ(text_at(recorder, frame, {250, 300}), "");
}

// The positions of the window's texts.
struct CopyingWindow : DrivenWindow {
  explicit CopyingWindow(AppState state = {}) : DrivenWindow(std::move(state)) {
    interface().note_text(&written);
  }
  std::optional<Rect> place_of(std::string_view words) {
    frame();
    for (const WrittenText& text : written.texts)
      if (text.text.find(words) != std::string::npos) return text.bounds;
    return std::nullopt;
  }
  void drag(Point from, Point to) {
    point_at(from);
    frame();
    hold_button(true);
    frame();
    point_at({(from.x + to.x) / 2, (from.y + to.y) / 2});
    frame();
    point_at(to);
    frame();
    hold_button(false);
    frame();
  }
  WrittenFrame written;
};

TEST(CopyText, ADragOverASentenceAndCtrlC) {
  CopyingWindow window;
  const auto place = window.place_of("So far");
  ASSERT_TRUE(place);
  window.drag({place->x - 4, place->centre().y}, {place->right() + 2, place->centre().y});
  EXPECT_EQ(window.interface().selected_text(), "So far");
  window.press({Key::c, true});
  window.frame();
  EXPECT_EQ(window.clipboard(), "So far");
  EXPECT_EQ(window.interface().activity().notice, "Copied: So far");
  window.click({place->x + 200, place->centre().y + 300});
  EXPECT_EQ(window.interface().selected_text(), "") << "a click ends it";
}

TEST(CopyText, WithoutASelectionItIsWhatIsUnderThePointer) {
  CopyingWindow window;
  const auto place = window.place_of("barriers");
  ASSERT_TRUE(place);
  window.point_at(place->centre());
  window.frame();
  window.press({Key::c, true});
  window.frame();
  EXPECT_THAT(window.clipboard(), HasSubstr("barriers"));
  EXPECT_THAT(window.interface().activity().notice, StartsWith("Copied: "));
}

TEST(CopyText, WhileTheKernelIsEditedTheSelectionIsTheEditors) {
  CopyingWindow window;
  const auto text = window.interface().item_place("source-text");
  window.press({Key::f2});
  window.frame();
  window.drag({text->x + 80, text->y + 30}, {text->x + 200, text->y + 90});
  EXPECT_EQ(window.interface().selected_text(), "");
}

TEST(CopyText, AFindingIsCopiedWhereItIsListed) {
  AppState state;
  choose_algorithm(state, "hazards/missing-barrier");
  CopyingWindow copying;
  copying.interface().show(state);
  copying.interface().settle(DrivenWindow::kLong);
  copying.frame();
  const auto finding = copying.interface().item_place("finding0");
  ASSERT_TRUE(finding);
  copying.point_at({finding->x + 40, finding->centre().y});
  copying.frame();
  copying.press({Key::c, true});
  copying.frame();
  EXPECT_THAT(copying.clipboard(), HasSubstr("data race"));
}

TEST(CopyText, ADragInWhySelectsAndAClickShowsTheMoment) {
  AppState state;
  choose_algorithm(state, "hazards/missing-barrier");
  state.overlay = {"why", 0};
  CopyingWindow window(std::move(state));
  for (int i = 0; i < 500 && window.interface().session().explanation() == nullptr; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    window.frame();
  }
  window.frame();
  // The page below the sheet also contains this name; the sheet is drawn last.
  std::optional<Rect> place;
  window.frame();
  for (const WrittenText& text : window.written.texts)
    if (text.text.starts_with("Data race")) place = text.bounds;
  ASSERT_TRUE(place);
  window.drag({place->x + 1, place->centre().y}, {place->right() + 1, place->centre().y});
  EXPECT_EQ(window.interface().overlay(), "why");
  EXPECT_THAT(window.interface().selected_text(), StartsWith("Data race"));
  window.click(place->centre());
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "");
}

TEST(CopyText, ADragInTheListOfKeysSelectsAndAClickClosesIt) {
  AppState state;
  state.overlay = {"keys", 0};
  CopyingWindow window(std::move(state));
  const auto place = window.place_of("Previous barrier");
  ASSERT_TRUE(place);
  window.drag({place->x - 4, place->centre().y}, {place->right() + 2, place->centre().y});
  EXPECT_EQ(window.interface().overlay(), "keys");
  EXPECT_EQ(window.interface().selected_text(), "Previous barrier");
  window.click(place->centre());
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "");
}

}  // namespace
}  // namespace lockstep::gui
