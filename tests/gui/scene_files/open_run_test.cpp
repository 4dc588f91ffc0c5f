#include "gui/scene_files/open_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "gui/scene_files/scenes.hpp"
#include "gui/session/run.hpp"
#include "gui/session/run_maker.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

class OpenRun : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_.file(name)) << text;
    return folder_.file(name);
  }
  // The run of the state, with the kernel's text from its file.
  static tl::expected<lockstep::gui::Run, RunFailure> run_of(const AppState& state) {
    RunRequest request = run_request(state);
    request.text = *read_own_kernel(state.kernel_file);
    return make_run(request);
  }

  TemporaryFolder folder_;
};

const char* const kSquare =
    "kernel void square(global int* out, global const int* in, int n) {\n"
    "  int i = get_global_id(0); if (i < n) out[i] = in[i] * in[i]; }\n";

TEST_F(OpenRun, AKernelOfOnesOwnGetsALaunch) {
  AppState state;
  const auto opened = open_run(state, write("square.cl", kSquare));
  ASSERT_TRUE(opened) << opened.error().message;
  ASSERT_TRUE(state.launch);
  EXPECT_EQ(state.overlay.name, "launch");
  const auto run = run_of(state);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->trace->plan().launches[0].kernel, "square");
  EXPECT_TRUE(run->trace->findings().empty());
}

TEST_F(OpenRun, TheCataloguesKernelReplacesIt) {
  AppState state;
  const std::string text = load_kernel(**find_algorithm(state.algorithm), "")->text;
  ASSERT_TRUE(open_run(state, write("mine.cl", text)));
  EXPECT_FALSE(state.launch);
  EXPECT_EQ(state.algorithm, "reduce/divergent");
}

TEST_F(OpenRun, AKernelWithAnErrorStaysOnesOwn) {
  AppState state;
  std::string broken = kSquare;
  broken.erase(broken.rfind(';'), 1);
  const auto opened = open_run(state, write("square.cl", broken));
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_THAT(*opened, HasSubstr("as soon as the file compiles"));
  ASSERT_TRUE(state.launch);
  EXPECT_TRUE(state.launch->is_awaited());
  const auto run = run_of(state);
  ASSERT_FALSE(run);
  ASSERT_FALSE(run.error().diagnostics.empty());
  EXPECT_EQ(run.error().diagnostics.front().line, 2u);
  const auto kept = parse_scene(to_scene(state));
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->state.launch, state.launch) << "also after a restart";
}

TEST_F(OpenRun, TheCataloguesKernelWithAnErrorReplacesIt) {
  AppState state;
  std::string text = load_kernel(**find_algorithm(state.algorithm), "")->text;
  text.erase(text.rfind(';'), 1);
  ASSERT_TRUE(open_run(state, write("mine.cl", text)));
  EXPECT_FALSE(state.launch);
}

TEST_F(OpenRun, ALaunchDescriptionAndAPlanFileOpen) {
  write("square.cl", kSquare);
  AppState state;
  const auto opened =
      open_run(state, write("square.sim", folder_.file("square.cl") +
                                              " square 4 1 1 2 1 1\n"
                                              "<size=16 fill=0 dump>\n<size=16> 1 2 3 4\n<size=4> 4\n"));
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(state.launch->description.buffers[1].fill, "1,2,3,4");
  ASSERT_TRUE(run_of(state)) << run_of(state).error().message;

  LaunchDescription plan = state.launch->description;
  plan.file = "square.cl";
  plan.expectation = {DescribedExpectation::Kind::values, "out", "1,4,9,15", ""};
  AppState other;
  ASSERT_TRUE(open_run(other, write("square.plan.json", to_text(plan))));
  const auto run = run_of(other);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->verdict.first->index, 3u);
  EXPECT_EQ(run->verdict.first->expected, "15");
}

TEST_F(OpenRun, APlanFileIncludesNothingOutsideItsFolder) {
  write("square.cl", kSquare);
  AppState state;
  ASSERT_TRUE(open_run(state, write("square.cl", kSquare)));
  LaunchDescription plan = state.launch->description;
  plan.file = "square.cl";
  plan.options = "-I /etc";
  AppState other;
  const auto opened = open_run(other, write("square.plan.json", to_text(plan)));
  const auto run = opened ? run_of(other) : tl::unexpected(RunFailure{});
  EXPECT_THAT(opened ? run.error().message : opened.error().message, HasSubstr("is outside the folder"));
}

TEST_F(OpenRun, AnErrorLeavesTheStateAsItIs) {
  AppState state;
  const AppState before = state;
  EXPECT_FALSE(open_run(state, write("broken.plan.json", "{}")));
  EXPECT_FALSE(open_run(state, write("broken.sim", "nothing.cl k 1 1 1 1 1 1")));
  EXPECT_EQ(state, before);
}

TEST_F(OpenRun, AMistakeInTheLaunchNamesItsField) {
  AppState state;
  ASSERT_TRUE(open_run(state, write("square.cl", kSquare)));
  state.launch->description.buffers[0].fill = "1,2";
  const auto run = run_of(state);
  ASSERT_FALSE(run);
  EXPECT_THAT(run.error().message, HasSubstr("buffers[0].fill 2 values were given"));
}

TEST_F(OpenRun, AScenesLaunchIsRestored) {
  AppState state;
  ASSERT_TRUE(open_run(state, write("square.cl", kSquare)));
  state.typed_input = "1,2,3";
  const auto loaded = parse_scene(to_scene(state));
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(loaded->remarks.empty()) << loaded->remarks.front();
  EXPECT_EQ(loaded->state.launch, state.launch);
  EXPECT_EQ(loaded->state.typed_input, "1,2,3");
}

TEST(TypedInputOfTheWindow, IsTheInput) {
  AppState state;
  choose_typed_input(state, "3,1,7,0,4,1,6,3", 8);
  RunRequest request = run_request(state);
  request.text = load_kernel(**find_algorithm(state.algorithm), "")->text;
  const auto run = make_run(request);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->trace->plan().n, 8u);
  EXPECT_EQ(run->verdict.kind, sim::RunVerdict::Kind::right);
}

}  // namespace
}  // namespace lockstep::gui
