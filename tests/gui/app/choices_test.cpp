// In the whole window, choices are visible and can be removed and undone.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "gui/pages/theory/model.hpp"
#include "gui/scene_files/scenes.hpp"
#include "gui/session/run_request.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

AppState with_chips() {
  AppState state;
  choose_typed_input(state, "3,1,7,0,4,1,6,3", 8);
  state.group_size = 8;
  choose_schedule(state, {sim::LaneSchedule::independent, {sim::ExecutionOrder::Kind::adversarial, 0}});
  return state;
}

TEST(Choices, TypedInputAndAnUnusualScheduleAreChipsWithACross) {
  for (const auto& [width, height] : {std::pair(1600, 900), std::pair(1280, 720), std::pair(640, 360)}) {
    DrivenWindow window(with_chips(), width, height);
    window.frame();
    window.click("schedule-usual");
    EXPECT_EQ(window.state().schedule, sim::Schedule{}) << width;
    window.click("input-usual");
    EXPECT_FALSE(window.state().has_typed_input()) << width;
    window.frame();
    EXPECT_FALSE(window.interface().item_place("input-usual")) << width;
  }
}

TEST(Choices, NFollowsTypedValuesWhateverChoseThem) {
  AppState state = with_chips();
  state.n = 64;
  DrivenWindow window(state);
  window.frame();
  EXPECT_EQ(window.state().n, 8u);
  window.click("n");
  EXPECT_FALSE(window.interface().item_place("n-choices")) << "another n would be ignored";
}

TEST(Choices, TheoryAndRunOnGpuUseRandomNumbersInPlaceOfTypedOnes) {
  AppState state = with_chips();
  state.benchmark.sizes = {1 << 20};
  for (const measure::BenchRequest& request : benchmark_requests(state, "")) {
    EXPECT_EQ(request.request.n, 1u << 20);
    EXPECT_EQ(request.request.input.pattern, Content::Pattern::random);
  }
  for (const CountRequest& request : theory_requests(state))
    EXPECT_EQ(request.run.pattern, Content::Pattern::random);
  const TheoryModel model = prepare_theory(state, {});
  ASSERT_EQ(model.problem, "");
  const auto efficiency = std::ranges::find(model.plots, Measure::efficiency, &TheoryPlot::measure);
  ASSERT_NE(efficiency, model.plots.end());
  for (const TheoryPoint& point : efficiency->fixed) EXPECT_LE(point.y, 1.0) << "at n = " << point.x;
}

TEST(Choices, AreUndoneAndRedoneWithKeysAndTheEditorKeepsItsOwn) {
  DrivenWindow window;
  const std::string before = window.state().algorithm;
  window.press({Key::a});
  window.frame();
  const std::string after = window.state().algorithm;
  ASSERT_NE(before, after);
  window.press({Key::z, true});
  window.frame();
  EXPECT_EQ(window.state().algorithm, before);
  window.press({Key::y, true});
  window.frame();
  EXPECT_EQ(window.state().algorithm, after);
  window.press({Key::f2});
  window.frame();
  window.type("x");
  window.press({Key::z, true});
  window.frame();
  EXPECT_EQ(window.state().algorithm, after);
  EXPECT_EQ(window.state().edited_text(), nullptr);
}

TEST(Choices, AnOwnFileAfterALessonADocumentOrASceneHasTheUsersSettings) {
  TemporaryFolder folder;
  std::ofstream(folder.file("p.cl"))
      << "kernel void copy(global int *out, global const int *in)\n{\n  out[get_global_id(0)] = "
         "in[get_global_id(0)];\n}\n";
  AppState scene;
  scene.model = "cc1.0";
  choose_schedule(scene, {sim::LaneSchedule::independent, {sim::ExecutionOrder::Kind::adversarial, 0}});
  scene.watches = {"t"};
  std::ofstream(folder.file("scene.json")) << to_scene(scene);
  for (const std::string& file : {std::string("lesson:reduction-six-kernels"),
                                  std::string("document:001/figure-6"), folder.file("scene.json")}) {
    DrivenWindow window;
    const AppState own = window.state();
    window.interface().open_file(file);
    window.pause();
    ASSERT_NE(run_request(window.state()), run_request(own)) << file;
    window.interface().open_file(folder.file("p.cl"));
    window.frame();
    ASSERT_EQ(window.state().kernel_file, folder.file("p.cl")) << file;
    EXPECT_EQ(window.state().model, own.model) << file;
    EXPECT_EQ(window.state().schedule, own.schedule) << file;
    EXPECT_EQ(window.state().pattern, own.pattern) << file;
    EXPECT_EQ(window.state().seed, own.seed) << file;
    EXPECT_EQ(window.state().watches, own.watches) << file;
  }
}

TEST(Choices, TheOwnRunComesBackFromADocumentAndALesson) {
  for (const char* file : {"document:001/figure-6", "lesson:first-steps"}) {
    AppState own;
    own.algorithm = "scan/blelloch";
    own.n = 48;
    DrivenWindow window(own);
    EXPECT_FALSE(window.interface().item_place("own-run"));
    window.interface().open_file(file);
    window.pause();
    EXPECT_NE(window.state().n, 48u) << file;
    window.click("own-run");
    window.frame();
    EXPECT_EQ(window.state().algorithm, "scan/blelloch") << file;
    EXPECT_EQ(window.state().n, 48u) << file;
    EXPECT_EQ(window.state().lesson.name, "") << file;
    EXPECT_FALSE(window.interface().item_place("own-run")) << file;
  }
}

}  // namespace
}  // namespace lockstep::gui
