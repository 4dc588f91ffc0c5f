// The Run on GPU tab with results, operated with keys and clicks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

struct GpuPage : testing::Test {
  static AppState state() {
    AppState state;
    state.tab = "gpu";
    state.benchmark.sizes = {1024, 4096};
    state.benchmark.algorithms = {"cpu/sequential", "cpu/sequential-scan"};
    state.benchmark.repetitions = 1;
    return state;
  }
  static void run(DrivenWindow& window) {
    window.press({Key::enter, true});
    for (int i = 0; i < 3000; ++i) {
      const BenchmarkSnapshot seen = window.interface().benchmark().snapshot();
      if (!seen.discovering && !seen.running && !seen.rows.empty()) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      window.frame();
    }
    window.frame();
  }
};

TEST_F(GpuPage, ChoosesTimesOrRatesIfNotAllColumnsFit) {
  DrivenWindow window(state(), 1280, 720);
  run(window);
  EXPECT_FALSE(window.interface().item_place("speed-up"));
  EXPECT_TRUE(window.interface().item_place("gaps"));
  window.click("columns-rates");
  window.frame();
  EXPECT_EQ(window.state().benchmark.columns, ResultColumns::rates);
  EXPECT_TRUE(window.interface().item_place("speed-up"));
  DrivenWindow wide(state(), 1600, 900);
  run(wide);
  EXPECT_FALSE(wide.interface().item_place("columns-rates")) << "there is nothing to choose";
  EXPECT_TRUE(wide.interface().item_place("speed-up") && wide.interface().item_place("gaps"));
}

TEST_F(GpuPage, ShowsChartsBelowTheTableAloneOrBesideIt) {
  DrivenWindow window(state(), 1280, 1300);
  run(window);
  window.click("results-charts");
  window.frame();
  EXPECT_EQ(window.state().benchmark.view, ResultDisplay::charts);
  EXPECT_FALSE(window.interface().item_place("median")) << "the table is gone";
  window.click("lines-device time");
  EXPECT_EQ(window.state().benchmark.lines, LineMeasure::device_time);
  window.click("lines-GB/s");
  window.click("scale-linear");
  EXPECT_TRUE(window.state().benchmark.linear);
  EXPECT_TRUE(window.interface().item_place("bars-n"));
  DrivenWindow wide(state(), 2560, 1440);
  run(wide);
  EXPECT_TRUE(wide.interface().item_place("median") && wide.interface().item_place("lines-GB/s"));
}

TEST_F(GpuPage, ShowsTheLaddersBeforeAnyRun) {
  AppState start = state();
  start.benchmark.sizes = {1024};
  DrivenWindow window(start, 1280, 720);
  while (window.interface().benchmark().snapshot().discovering) window.frame();
  window.frame();
  window.click("results-ladder");
  window.frame();
  EXPECT_EQ(window.state().benchmark.view, ResultDisplay::ladder);
  window.interface().ladder().wait(DrivenWindow::kLong);
  window.frame();
  EXPECT_TRUE(window.interface().item_place("ladder-" + main_ladders().front().front()->id));
}

TEST_F(GpuPage, ADocumentsLadderStandsBesideItsFigures) {
  AppState start = state();
  start.benchmark.view = ResultDisplay::ladder;
  DrivenWindow window(start, 1600, 1400);
  while (window.interface().benchmark().snapshot().discovering) window.frame();
  window.frame();
  window.click("ladder-002");
  window.frame();
  EXPECT_EQ(window.state().benchmark.ladder, "002");
  window.interface().ladder().wait(DrivenWindow::kLong);
  window.frame();
  for (const char* row : {"published-GeForce 8800 GTXKernel 1", "published-GeForce GTX 460Kernel 6"})
    EXPECT_TRUE(window.interface().item_place(row)) << row;
  window.click("ladder-fastest");
  window.frame();
  EXPECT_EQ(window.state().benchmark.ladder, "");
}

TEST_F(GpuPage, SizesAreTickedOneByOneOrAllThatFit) {
  AppState start = state();
  start.benchmark.sizes = {1024};
  DrivenWindow window(start, 1600, 1400);
  for (int i = 0; i < 1000 && window.interface().benchmark().snapshot().discovering; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    window.frame();
  }
  window.frame();
  window.click("size16384");
  EXPECT_THAT(window.state().benchmark.sizes, testing::ElementsAre(1024, 16384));
  window.click("sizes-that-fit");
  EXPECT_GE(window.state().benchmark.sizes.size(), 5u);
  window.click("sizes-that-fit");
  EXPECT_THAT(window.state().benchmark.sizes, testing::ElementsAre(1024));
}

}  // namespace
}  // namespace lockstep::gui
