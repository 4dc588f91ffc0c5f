// Two runs stepped together in the whole window, with keys and clicks.
#include <gmock/gmock.h>

#include "core/catalogue/algorithm.hpp"
#include "gui/canvas/text_recording_canvas.hpp"
#include "gui/pages/compare/pair/model.hpp"
#include "gui/pages/compare/pair/source.hpp"
#include "gui/pages/layout.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/gui/app/frame_faults.hpp"
#include "tests/gui/app/seen_text.hpp"

namespace lockstep::gui {
namespace {

AppState comparing() {
  AppState state;
  state.tab = "compare";
  state.compare.pair = {"reduce/divergent", "scan/blelloch"};
  return state;
}

struct PairWindow : DrivenWindow {
  explicit PairWindow(AppState state = comparing(), int width = 1280, int height = 720)
      : DrivenWindow(std::move(state), width, height) {}
  // Waits until both runs have arrived.
  void open() {
    press({Key::b});
    interface().settle(kLong);
    frame();
  }
  PairRunner& pair() { return interface().pair(); }
  std::uint64_t step() { return pair().step(state()); }
  std::uint64_t most() { return pair_length(pair().runs()); }
  std::uint64_t at(std::size_t which) { return pair().moment(which).position; }
  // Both are after one of their own complete steps, at the position of the common step.
  void expect_locked(const char* when) {
    frame();
    for (std::size_t i = 0; i < 2; ++i) {
      const sim::Trace& trace = *pair().run(i)->trace;
      std::uint64_t own = 0;
      while (own < at(i)) own = trace.next(own, state().step);
      EXPECT_EQ(at(i), own) << when << ", run " << i;
      EXPECT_EQ(at(i), pair().steps(i).position_after(step())) << when << ", run " << i;
    }
  }
};

TEST(PairPage, StepsBothRunsTogetherByKeysAlone) {
  PairWindow window;
  window.open();
  ASSERT_TRUE(window.pair().is_open());
  ASSERT_EQ(window.pair().runs().size(), 2u);
  window.expect_locked("at first");
  window.press({Key::home});
  EXPECT_EQ(window.step(), 0u);
  for (int i = 0; i < 3; ++i) window.press({Key::right});
  EXPECT_EQ(window.step(), 3u);
  window.expect_locked("after three steps");
  window.press({Key::right, false, true});
  EXPECT_GT(window.step(), 3u);
  window.expect_locked("at a barrier");
  window.press({Key::end});
  EXPECT_EQ(window.step(), window.most());
  window.expect_locked("at the end");
  EXPECT_EQ(window.at(0), window.pair().run(0)->trace->size());
  EXPECT_EQ(window.at(1), window.pair().run(1)->trace->size());
  window.press({Key::left});
  EXPECT_EQ(window.at(0), window.pair().run(0)->trace->size()) << "the shorter waits";
  EXPECT_LT(window.at(1), window.pair().run(1)->trace->size());
  window.expect_locked("one back");
  window.press({Key::left, true});
  window.press({Key::home});
  EXPECT_EQ(window.at(0) + window.at(1), 0u);
  EXPECT_EQ(window.state().compare.column, CompareChoice().column) << "arrows do not sort here";
  EXPECT_FALSE(window.state().position) << "the run in Step stays where it is";
}

TEST(PairPage, OpensAndClosesByKeyAndByClick) {
  PairWindow window;
  window.click("step-pair");
  EXPECT_TRUE(window.state().compare.stepping);
  window.press({Key::escape});
  EXPECT_FALSE(window.pair().is_open());
  window.frame();
  EXPECT_TRUE(window.interface().item_place("close-pair")) << "the table is back, with its marks";
  window.press({Key::b});
  window.press({Key::b});
  EXPECT_FALSE(window.state().compare.stepping);
  window.press({Key::b});
  window.click("close-pair-view");
  EXPECT_FALSE(window.state().compare.stepping);
  EXPECT_EQ(window.state().tab, "compare");
}

TEST(PairPage, SaysWhyAResultIsWrong) {
  AppState state = comparing();
  state.algorithm = "reduce/divergent";
  std::string text = load_kernel(**find_algorithm("reduce/divergent"), "")->text;
  text.replace(text.find("s < L;"), 6, "s < 2;");
  state.edited_texts["reduce/divergent"] = text;
  state.compare.pair = {"reduce/divergent", "reduce/divergent*"};
  PairWindow window(state);
  window.interface().counting().wait(DrivenWindow::kLong);
  EXPECT_THAT(seen_text(window), testing::HasSubstr("✗ B: out[0] is ")) << "in the table";
  window.open();
  EXPECT_THAT(findings_explanation(prepare_pair(window.pair(), window.state())),
              testing::HasSubstr("B is wrong: out[0] is "));
  window.press({Key::end});
  EXPECT_THAT(seen_text(window), testing::HasSubstr("with a wrong result: out[0] is "));
}

TEST(PairPage, WithoutTwoMarksItExplainsWhatToDo) {
  AppState state = comparing();
  state.compare.pair.pop_back();
  PairWindow window(state);
  window.press({Key::b});
  EXPECT_FALSE(window.pair().is_open());
  EXPECT_THAT(window.interface().activity().notice, testing::HasSubstr("Mark two rows"));
}

TEST(PairPage, PlaysToTheEndOfTheLongerAndStops) {
  PairWindow window;
  window.open();
  window.press({Key::home});
  for (int i = 0; i < 8; ++i) window.press({Key::plus});
  window.press({Key::space});
  EXPECT_TRUE(window.interface().activity().playing);
  for (int i = 0; i < 2000 && window.interface().activity().playing; ++i) window.frame();
  EXPECT_FALSE(window.interface().activity().playing);
  EXPECT_EQ(window.step(), window.most());
  window.press({Key::space});
  EXPECT_LT(window.step(), window.most()) << "playing from the end starts again";
  window.press({Key::digit1, true});
  window.frame();
  EXPECT_FALSE(window.interface().activity().playing) << "the run in Step was not playing";
  EXPECT_FALSE(window.pair().is_open());
}

TEST(PairPage, ChangingTheKindOfStepKeepsThePosition) {
  PairWindow window;
  window.open();
  window.click("stepbarrier");
  EXPECT_EQ(window.state().step, sim::Trace::Step::barrier);
  window.press({Key::home});
  window.press({Key::right});
  window.press({Key::right});
  const std::uint64_t there = window.at(0);
  EXPECT_GT(there, 0u);
  window.click("stepinstruction");
  window.frame();
  EXPECT_EQ(window.at(0), there);
  window.expect_locked("by instruction");
}

TEST(PairPage, BothAreDraggedAlongTheBars) {
  PairWindow window;
  window.open();
  const Rect bars = *window.interface().item_place("pair-steps");
  window.click(bars.centre());
  EXPECT_NEAR(static_cast<double>(window.step()), static_cast<double>(window.most()) / 2, 2);
  window.expect_locked("in the middle");
  window.hold_button(true);
  window.frame();
  window.point_at({bars.right() + 30, bars.centre().y});
  window.frame();
  window.frame();
  EXPECT_EQ(window.step(), window.most()) << "positions beyond the bar are its end";
  window.point_at({bars.x - 30, bars.centre().y});
  window.frame();
  window.hold_button(false);
  window.frame();
  EXPECT_EQ(window.step(), 0u);
}

TEST(PairPage, AnEditIsSteppedBesideItsOriginalByOneKey) {
  AppState state = comparing();
  state.compare.pair.clear();
  state.edited_texts["reduce/divergent"] = "__kernel void wrong(";
  PairWindow window(state);
  window.open();
  ASSERT_TRUE(window.pair().is_open());
  EXPECT_NE(window.pair().run(0), nullptr);
  EXPECT_EQ(window.pair().run(1), nullptr);
  ASSERT_NE(window.pair().failure(1), nullptr);
  window.press({Key::end});
  EXPECT_EQ(window.step(), window.pair().steps(0).count()) << "the remaining run still steps";
}

TEST(PairPage, IsDrawnAtEverySizeAndTheme) {
  for (const ThemeName theme : kThemeNames) {
    for (const auto& [width, height] : {std::pair{640, 480}, {1280, 720}, {1600, 900}}) {
      AppState state = comparing();
      state.theme = theme;
      state.compare.stepping = true;
      PairWindow window(state, width, height);
      const auto figure = window.interface().item_place("figure A");
      ASSERT_TRUE(window.interface().item_place("close-pair-view"));
      const Rect close = *window.interface().item_place("close-pair-view");
      const auto pixels_x = static_cast<float>(width), pixels_y = static_cast<float>(height);
      const float scale = fitting_scale(1, pixels_x, pixels_y);
      EXPECT_LE(close.right(), pixels_x / scale);
      EXPECT_LE(close.bottom(), pixels_y / scale);
      if (height >= 720) {
        ASSERT_TRUE(figure);
        EXPECT_GT(figure->height, 200);
      }
    }
  }
}

// The differences are visible: the sources with their own lines marked, and the lanes.
TEST(PairPage, ShowsTheSourcesAndTheLanesOfBoth) {
  AppState state = comparing();
  state.compare.pair = {"reduce/divergent", "reduce/strided-index"};
  PairWindow window(state, 1600, 900);
  window.open();
  WrittenFrame written;
  window.interface().note_text(&written);
  window.frame();
  window.interface().note_text(nullptr);
  std::size_t lanes = 0, loops = 0;
  for (const WrittenText& text : written.texts) {
    lanes += text.text == "Lanes" ? 1 : 0;
    loops += text.text == "for" ? 1 : 0;
  }
  EXPECT_GE(lanes, 2u);
  EXPECT_GE(loops, 2u) << "the loop of each source";
}

// All 16 cells of both, readable from the last row, and keys instead of buttons.
TEST(PairPage, APresentationShowsAllCellsLegibly) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1920, 1080}}) {
    AppState state = comparing();
    state.n = state.group_size = 16;
    state.compare.pair = {"reduce/divergent", "reduce/strided-index"};
    state.compare.stepping = state.presentation = true;
    PairWindow window(state, width, height);
    window.interface().settle(DrivenWindow::kLong);
    window.press({Key::end});
    WrittenFrame written;
    window.interface().note_text(&written);
    window.frame();
    window.interface().note_text(nullptr);
    float smallest = 100;
    for (const WrittenText& text : written.texts) {
      EXPECT_EQ(text.text.find(" cells"), std::string::npos) << text.text;
      if (is_seen(text)) smallest = std::min(smallest, text.style.size);
    }
    EXPECT_GE(smallest * 1080 / kPresentedHeight, 19.9f);
    EXPECT_FALSE(window.interface().item_place("close-pair-view"));
    ASSERT_TRUE(window.interface().item_place("pair-steps"));
    EXPECT_LT(window.interface().item_place("pair-steps")->height, 0.1f * kPresentedHeight);
    EXPECT_THAT(text_faults(written, ThemeName::light), testing::IsEmpty());
    const std::uint64_t at = window.step();
    window.press({Key::left});
    EXPECT_LT(window.step(), at);
  }
}

TEST(PairSource, MarksTheLinesThatTheOtherDoesNotHave) {
  PairSource source;
  source.prepare("a\n  b\nc\n", "a\nb\nd\nc\n");
  EXPECT_EQ(source.differs(), (std::vector<bool>{false, false, false, false}))
      << "the indentation is no difference";
  source.prepare("a\nx\nc\n", "a\nb\nc\n");
  EXPECT_EQ(source.differs(), (std::vector<bool>{false, true, false, false}));
}

}  // namespace
}  // namespace lockstep::gui
