// The window without threads: the main loop gives each job slices of time, and the pictures are the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/app/window_pictures.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

struct SlicedWindow {
  explicit SlicedWindow(AppState state)
      : slices(std::make_shared<JobSlices>()), window(state, 1600, 900, 1, {{}, {{}, slices}, {}}) {}

  // Draws frames without waiting; returns true if all work has ended.
  bool run() {
    for (int i = 0; i < 5000; ++i) {
      window.frame();
      if (!slices->has_work()) return true;
    }
    return false;
  }
  Image picture() {
    window.frame();
    window.frame();
    return window.picture();
  }

  std::shared_ptr<JobSlices> slices;
  Headless window;
};

TEST(Slices, ARunIsRecordedBetweenFrames) {
  SlicedWindow sliced({});
  ASSERT_TRUE(sliced.run());
  ASSERT_NE(sliced.window.interface().session().run(), nullptr);
  DrivenWindow threaded;
  EXPECT_EQ(sliced.window.interface().session().size(), threaded.interface().session().size());
}

TEST(Slices, WhileWorkIsLeftTheNextFrameIsDue) {
  SlicedWindow sliced({});
  EXPECT_TRUE(sliced.window.interface().due());
  ASSERT_TRUE(sliced.run());
  EXPECT_FALSE(sliced.window.interface().due());
}

TEST(Slices, ComparePageLooksTheSame) {
  AppState state;
  state.tab = "compare";
  SlicedWindow sliced(state);
  ASSERT_TRUE(sliced.run());
  EXPECT_TRUE(sliced.window.interface().counting().snapshot().complete());
  EXPECT_TRUE(sliced.picture().rgba == render_frame(state, 1600, 900).rgba);
}

TEST(Slices, TwoRunsAreSteppedTogether) {
  AppState state;
  state.tab = "compare";
  state.compare.pair = {"reduce/divergent", "reduce/strided-index"};
  state.compare.stepping = true;
  SlicedWindow sliced(state);
  ASSERT_TRUE(sliced.run());
  EXPECT_EQ(sliced.window.interface().pair().runs().size(), 2u);
}

TEST(Slices, PicturesAreWrittenBetweenFrames) {
  const TemporaryFolder folder;
  AppState state;
  SlicedWindow sliced(state);
  ASSERT_TRUE(sliced.run());
  PictureRequest request;
  request.path = folder.file("out-%03d.png");
  request.from = 0;
  request.to = 3;
  request.by = sim::Trace::Step::instruction;
  const auto job = make_window_pictures(state, request, {{}, sliced.slices});
  for (int i = 0; i < 5000 && !job->progress().finished; ++i) {
    sliced.window.frame();
    job->go_on();
  }
  EXPECT_TRUE(job->progress().finished);
  EXPECT_EQ(job->progress().error, "");
  EXPECT_EQ(job->progress().done, 4u);
}

TEST(Slices, AHostImplementationIsMeasured) {
  const auto slices = std::make_shared<JobSlices>();
  BenchmarkRunner runner({}, {{}, slices});
  AppState state;
  state.benchmark.algorithms = {"cpu/sequential"};
  state.benchmark.sizes = {1000};
  state.benchmark.repetitions = 2;
  runner.discover();
  runner.run(state);  // as soon as the devices are known
  for (int i = 0; i < 1000 && (slices->has_work() || i < 5); ++i) {
    slices->run_slice(std::chrono::milliseconds(1));
    runner.update();
  }
  ASSERT_EQ(runner.snapshot().rows.size(), 1u);
  EXPECT_FALSE(runner.snapshot().running);
  EXPECT_EQ(runner.snapshot().rows[0].status, measure::BenchRow::Status::passed);
}

TEST(Slices, TheLatestLadderIsCounted) {
  const auto slices = std::make_shared<JobSlices>();
  LadderRunner runner({}, {{}, slices});
  PlanRequest request;
  request.n = 1024;
  request.group_size = 64;
  runner.want(request, *sim::find_device_model("cc9.0").value(), std::nullopt);
  request.n = 4096;
  runner.want(request, *sim::find_device_model("cc9.0").value(), std::nullopt);
  while (slices->run_slice(std::chrono::milliseconds(1))) {
  }
  ASSERT_NE(runner.answer(), nullptr);
  EXPECT_EQ(runner.answer()->request.request.n, 4096u);
}

}  // namespace
}  // namespace lockstep::gui
