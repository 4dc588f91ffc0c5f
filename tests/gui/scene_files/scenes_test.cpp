#include "gui/scene_files/scenes.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

AppState everything_changed() {
  AppState state;
  state.algorithm = "reduce/divergent";
  state.kernel_file = "mine.cl";
  state.edited_texts = {{"mine.cl", "__kernel void k() {}\n\"Σ\""}, {"reduce/divergent", ""}};
  state.n = 1000;
  state.group_size = 128;
  state.op = Operator::max;
  state.type = ElementType::float32;
  state.pattern = Content::Pattern::iota;
  state.constant = 2.5;
  state.seed = 18446744073709551615ull;
  state.model = "cc2.0";
  state.schedule = {sim::LaneSchedule::independent, {sim::ExecutionOrder::Kind::random, 9}};
  state.exclusive = true;
  state.pattern_options = {7, 12, 9, 3, 2, 11};
  state.title = "Bread";
  state.story = "{100 - out[last]} inches are left.";
  state.words = Words::cuda;
  state.position = 0;
  state.after_row = 4;
  state.document = "001/figure-6";
  state.step = sim::Trace::Step::barrier;
  state.speed = 3;
  state.event = EventKind::divergence;
  state.breakpoints = {{3, ""}, {17, "t == 4"}};
  state.watches = {"t", "scratch[t]"};
  state.watched_part = 1;
  state.schedule_before = sim::Schedule{};
  state.tab = "gpu";
  state.words_tab = "step";
  state.heat = Heat::branches;
  state.selected_cell = CellId{2, 77};
  state.lane_variable = "left";
  state.show_original = true;
  state.source_form = sim::translation::SourceForm::mpi;
  state.presentation = true;
  state.theme = ThemeName::dark;
  state.ui_scale = 1.5f;
  state.benchmark.device = "some device";
  state.benchmark.shared_by = {"some device", "another"};
  state.benchmark.by_speed = true;
  state.benchmark.each_alone = false;
  state.benchmark.algorithms = {"reduce/divergent"};
  state.benchmark.sizes = {1024, 1 << 28};
  state.benchmark.group_size = 512;
  state.benchmark.repetitions = 7;
  state.benchmark.warm_ups = 5;
  state.benchmark.view = ResultDisplay::ladder;
  state.benchmark.linear = true;
  state.benchmark.columns = ResultColumns::rates;
  state.benchmark.lines = LineMeasure::host_time;
  state.benchmark.bars_n = 1024;
  state.benchmark.ladder = "002";
  state.compare = {"bytes_moved", false, false, true, true, "scan/warp", {"scan/warp", "mine.cl"}, true, 7};
  state.theory = {26, 3};
  state.lesson = {"first-steps", "masks", true};
  return state;
}

TEST(Scene, IsReadAsItWasWritten) {
  for (const AppState& state : {AppState{}, everything_changed()}) {
    const auto scene = parse_scene(to_scene(state));
    ASSERT_TRUE(scene);
    EXPECT_THAT(scene->remarks, IsEmpty());
    EXPECT_EQ(scene->state, state);
  }
}

TEST(Scene, LocalCellsAreReadAsWritten) {
  AppState state;
  state.selected_cell = CellId{CellId::kLocalMemory, 5};
  EXPECT_EQ(parse_scene(to_scene(state))->state.selected_cell, state.selected_cell);
}

TEST(Scene, MissingFieldsHaveDefaults) {
  const auto scene = parse_scene(R"({"n": 7})");
  ASSERT_TRUE(scene);
  AppState expected;
  expected.n = 7;
  EXPECT_EQ(scene->state, expected);
}

TEST(Scene, WrongFieldsAreReportedAndIgnored) {
  const auto scene = parse_scene(R"({"n": -3, "op": "xor", "theme": 4, "speed": 1000, "colour": "red",
                                     "breakpoints": [1, "x"], "selected_cell": 9, "n2": 5})");
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->state, AppState{});
  EXPECT_EQ(scene->remarks.size(), 8u);
  EXPECT_THAT(scene->remarks, testing::Contains(HasSubstr("\"op\" is \"xor\"")));
  EXPECT_THAT(scene->remarks, testing::Contains(HasSubstr("\"colour\" is not known")));
}

TEST(Scene, ARemarkNamesTheWholePathOfItsField) {
  const auto scene = parse_scene(R"({"theory": {"log2_n": 99, "x": 1}, "benchmark": 5})");
  ASSERT_TRUE(scene);
  EXPECT_THAT(scene->remarks, testing::UnorderedElementsAre(
                                  HasSubstr("\"theory.log2_n\" is 99, not a number from"),
                                  "The scene's \"theory.x\" is not known and is ignored.",
                                  "The scene's \"benchmark\" is 5, not an object; it keeps its default."));
}

TEST(Scene, OfManyUnknownKeysTenAreNamed) {
  std::string text = R"({"n": 7)";
  for (int i = 0; i < 13; ++i) text += fmt::format(", \"key{}\": 0", i);
  const auto scene = parse_scene(text + "}");
  ASSERT_TRUE(scene);
  ASSERT_EQ(scene->remarks.size(), 11u);
  EXPECT_EQ(scene->remarks.back(), "The scene's 3 further keys are not known either.");
}

TEST(Scene, AFileThatIsNoSceneIsAnError) {
  for (const char* text : {"", "{", "[1, 2]", "7", "\xff\xfe"}) {
    const auto scene = parse_scene(text);
    ASSERT_FALSE(scene) << text;
    EXPECT_EQ(scene.error().kind, Error::Kind::usage);
    EXPECT_THAT(scene.error().message, HasSubstr("not a scene"));
  }
}

TEST(Scene, AliasesOfModelsAreRead) {
  EXPECT_EQ(parse_scene(R"({"model": "hopper"})")->state.model, "cc9.0");
}

TEST(Scene, FilesAreWrittenAndRead) {
  const TemporaryFolder folder;
  const std::string path = folder.file("scene.json");
  ASSERT_TRUE(save_scene(everything_changed(), path));
  const auto scene = load_scene(path);
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->state, everything_changed());
  std::filesystem::remove(path);
  EXPECT_THAT(load_scene(path).error().message, HasSubstr("Cannot read the scene"));
  EXPECT_FALSE(save_scene({}, "/nowhere/at/all.json"));
}

// Written by version 0.1.0; every field still means the same.
TEST(SceneOf01, IsReadWithoutARemark) {
  const auto loaded = load_scene(LOCKSTEP_SOURCE_DIR "/tests/data/0.1/scene.json");
  ASSERT_TRUE(loaded);
  EXPECT_THAT(loaded->remarks, IsEmpty());
  EXPECT_EQ(loaded->state.algorithm, "scan/blelloch");
  EXPECT_EQ(loaded->state.n, 32u);
  EXPECT_EQ(loaded->state.group_size, 64u);
  EXPECT_EQ(loaded->state.model, "cc2.0");
  EXPECT_EQ(loaded->state.position, 692u);
}

TEST(SceneOf02, IsReadWithoutARemark) {
  const auto loaded = load_scene(LOCKSTEP_SOURCE_DIR "/tests/data/files_of_0.2/scan.scene.json");
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_THAT(loaded->remarks, IsEmpty());
  const AppState& state = loaded->state;
  ASSERT_TRUE(state.launch);
  EXPECT_EQ(state.launch->plan_file, "scan.plan.json");
  EXPECT_EQ(state.launch->description.launches.at(0).repeat, 3u);
  EXPECT_EQ(state.launch->description.buffers.at(0).fill, "3,1,7,0,4,1,6,3");
  ASSERT_TRUE(state.program);
  EXPECT_EQ(state.program->command, "./host scan.cl");
  EXPECT_EQ(state.seed, 18446744073709551615ull);
  EXPECT_EQ(state.breakpoints, (sim::BreakpointLines{{6, ""}, {17, "t == 4"}}));
  EXPECT_EQ(state.selected_cell, (CellId{1, 5}));
  EXPECT_EQ(state.pattern_options.mask_width, 7u);
  EXPECT_EQ(state.compare.pair, (std::vector<std::string>{"scan/blelloch", "scan/warp"}));
  EXPECT_EQ(state.overlay.name, "launch");
  EXPECT_EQ(state.theme, ThemeName::dark);
}

}  // namespace
}  // namespace lockstep::gui
