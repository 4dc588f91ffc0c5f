// Programs in the whole window: started from the sheet, from scenes of other people, and again after changes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "gui/app/headless.hpp"
#include "gui/scene_files/last_state.hpp"
#include "gui/scene_files/scenes.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using Phase = ProgramStatus::Phase;

#ifdef LOCKSTEP_TEST_SUMS
constexpr const char *kSums = LOCKSTEP_TEST_SUMS, *kPingPong = LOCKSTEP_TEST_PINGPONG;
#else
constexpr const char *kSums = "", *kPingPong = "";
#endif
constexpr auto kLong = std::chrono::minutes(1);

// Starts programs, as the real window does.
struct StartingWindow : Headless {
  explicit StartingWindow(AppState state, const TemporaryFolder& folder)
      : Headless(std::move(state), 1280, 720, 1, options(folder)) {
    interface().settle(kLong);
    frame();
  }
  static InterfaceOptions options(const TemporaryFolder& folder) {
    InterfaceOptions options;
    options.state_dir = folder.file("state");
    options.starts_programs = true;
    return options;
  }
  void click(std::string_view item) {
    frame();
    const auto place = interface().item_place(item);
    ASSERT_TRUE(place) << item;
    point_at(place->centre());
    frame();
    hold_button(true);
    frame();
    hold_button(false);
    frame();
    frame();
  }
  const AppState& state() { return interface().state(); }
  const ProgramStatus& program() { return interface().program().status(); }
  void finish() {
    frame();
    interface().program().wait(kLong);
    for (int i = 0; i < 5; ++i) {
      frame({}, 0.2);
      interface().session().wait(kLong);
    }
    frame();
  }
};

struct Programs : testing::Test {
  TemporaryFolder folder;

  void SetUp() override {
    if (*kSums == '\0') GTEST_SKIP() << "There is no OpenCL loader (libOpenCL.so.1).";
  }
  // A scene with a command that leaves a detectable trace.
  std::string scene(const std::string& name = "scene.json", const std::string& more = "") {
    const std::string path = folder.file(name);
    std::ofstream(path) << "{\"n\": 32, \"program\": {\"command\": \"sh -c 'echo ran >> ran" << more
                        << "'\"}}";
    return path;
  }
  std::size_t runs(const std::string& file = "ran") {
    std::ifstream stream(folder.file(file));
    return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(stream), {}, '\n'));
  }
  // A program that is a script, so that a test can change it.
  void write_script(const std::string& mode) {
    std::ofstream(folder.file("run.sh")) << "exec " << kSums << " " << mode << "\n";
  }
  static AppState with_command(const std::string& command, const std::string& folder) {
    AppState state;
    state.program.emplace();
    state.program->command = command;
    state.program->folder = folder;
    state.overlay = {"program", 0};
    return state;
  }
};

TEST_F(Programs, TheSheetRunsOneAndStepShowsItsRecording) {
  StartingWindow window(with_command(std::string(kSums) + " race", ""), folder);
  EXPECT_EQ(window.program().phase, Phase::none) << "nothing starts by itself";
  window.click("program-run");
  window.finish();
  EXPECT_EQ(window.program().phase, Phase::ended);
  EXPECT_EQ(window.program().output, "496\n8688\n16880\n25072\n");
  EXPECT_THAT(window.program().sentence, HasSubstr("ended with status 0: 1 launch, "));
  EXPECT_THAT(window.program().report, HasSubstr("data_race"));
  EXPECT_TRUE(window.state().shows_recording());
  EXPECT_EQ(window.state().overlay.name, "");
  ASSERT_NE(window.interface().session().run(), nullptr);
  EXPECT_EQ(window.interface().session().run()->trace->plan().launches[0].kernel, "sums");
  EXPECT_FALSE(window.interface().session().run()->trace->findings().empty());
}

TEST_F(Programs, AFailureStaysInTheSheet) {
  StartingWindow window(with_command(std::string(kSums) + " status", ""), folder);
  window.click("program-run");
  window.finish();
  EXPECT_FALSE(window.program().succeeded);
  EXPECT_THAT(window.program().sentence, HasSubstr("ended with status 3"));
  EXPECT_EQ(window.state().overlay.name, "program");
  EXPECT_TRUE(window.state().shows_recording()) << "what it recorded is shown all the same";
}

TEST_F(Programs, OneWithoutOpenClOrThatIsMissingGetsASentence) {
  StartingWindow window(with_command("echo hello", ""), folder);
  window.click("program-run");
  window.finish();
  EXPECT_EQ(window.program().output, "hello\n");
  EXPECT_THAT(window.program().sentence, HasSubstr("did not use OpenCL"));
  EXPECT_FALSE(window.state().shows_recording());
  StartingWindow other(with_command("./no-such-program", folder.path().string()), folder);
  other.click("program-run");
  other.finish();
  EXPECT_THAT(other.program().sentence, HasSubstr("cannot be started"));
}

TEST_F(Programs, StopEndsOne) {
  StartingWindow window(with_command(std::string(kSums) + " sleep", ""), folder);
  window.click("program-run");
  for (int i = 0; i < 500 && window.program().launches == 0; ++i) {
    window.interface().program().wait(std::chrono::milliseconds(20));
    window.frame();
  }
  EXPECT_EQ(window.program().launches, 1u);
  window.click("program-stop");
  window.finish();
  EXPECT_EQ(window.program().phase, Phase::ended);
  EXPECT_THAT(window.program().sentence, HasSubstr("was stopped"));
}

TEST_F(Programs, ALostResultIsInTheReportAndInStep) {
  StartingWindow window(
      with_command(std::string(kPingPong) + " wrong", LOCKSTEP_SOURCE_DIR "/tests/runtime/programs"), folder);
  window.click("program-run");
  window.finish();
  EXPECT_THAT(window.program().report, HasSubstr("step.cl:4: unread_result"));
  EXPECT_THAT(window.program().sentence, HasSubstr("1 finding"));
  ASSERT_NE(window.interface().session().run(), nullptr);
  const auto& findings = window.interface().session().run()->trace->findings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, sim::Finding::Kind::unread_result);
}

TEST_F(Programs, ASceneAsksAndNoOpensTheRest) {
  StartingWindow window({}, folder);
  window.interface().open_file(scene());
  for (int i = 0; i < 3; ++i) window.frame();
  EXPECT_EQ(window.state().overlay.name, "program-question");
  EXPECT_EQ(window.state().n, 32u);
  window.click("program-no");
  window.finish();
  EXPECT_EQ(runs(), 0u);
  EXPECT_FALSE(window.state().program);
  EXPECT_EQ(window.state().n, 32u);
  EXPECT_EQ(window.state().overlay.name, "");
}

TEST_F(Programs, EscapeIsNo) {
  StartingWindow window({}, folder);
  window.interface().open_file(scene());
  for (int i = 0; i < 3; ++i) window.frame();
  window.frame({{{Key::enter}}, {}, {}});
  EXPECT_EQ(window.state().overlay.name, "program-question") << "Enter alone is no answer";
  window.frame({{{Key::escape}}, {}, {}});
  window.finish();
  EXPECT_EQ(runs(), 0u);
  EXPECT_FALSE(window.state().program);
}

TEST_F(Programs, TheAnswerYesIsRememberedForThisFileAndCommand) {
  StartingWindow window({}, folder);
  window.interface().open_file(scene());
  for (int i = 0; i < 3; ++i) window.frame();
  EXPECT_EQ(runs(), 0u) << "nothing starts before the answer";
  window.click("program-yes");
  window.finish();
  EXPECT_EQ(runs(), 1u) << "in the scene's folder";
  {
    StartingWindow again({}, folder);
    again.interface().open_file(scene());
    again.finish();
    EXPECT_EQ(runs(), 2u) << "not asked again";
    again.interface().open_file(scene("other.json"));
    again.finish();
    EXPECT_EQ(runs(), 2u) << "another file is asked about";
    EXPECT_EQ(again.state().overlay.name, "program-question");
  }
  StartingWindow changed({}, folder);
  changed.interface().open_file(scene("scene.json", "-2"));
  changed.finish();
  EXPECT_EQ(runs("ran-2"), 0u) << "and so is another command of the same file";
  EXPECT_EQ(changed.state().overlay.name, "program-question");
}

TEST_F(Programs, ASceneCannotSayThatItWasAgreedTo) {
  const std::string path = folder.file("sly.json");
  std::ofstream(path) << R"({"program": {"command": "sh -c 'echo ran >> ran'", "came_with": ""}})";
  auto loaded = load_scene(path);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->state.program->came_with, path);
  StartingWindow window(loaded->state, folder);
  window.finish();
  EXPECT_EQ(window.state().overlay.name, "program-question");
  EXPECT_EQ(runs(), 0u);
}

TEST_F(Programs, ATextWithoutAFileIsNotTrustedEither) {
  const auto scene = parse_scene(R"({"program": {"command": "sh -c 'echo ran >> ran'", "came_with": ""}})");
  ASSERT_TRUE(scene);
  StartingWindow window(scene->state, folder);
  window.finish();
  EXPECT_EQ(window.state().overlay.name, "program-question");
  EXPECT_FALSE(fs::exists("ran"));
}

TEST_F(Programs, AnUnansweredQuestionIsAskedAgainAtTheNextStart) {
  const std::string kept = folder.file("last.json");
  const auto loaded = load_scene(scene());
  ASSERT_TRUE(save_scene(loaded->state, kept));
  const RestoredState restored = restore_state(kept);
  ASSERT_TRUE(restored.state.program);
  EXPECT_EQ(restored.state.program->came_with, folder.file("scene.json"));
}

TEST_F(Programs, TheOwnStateStartsNothing) {
  const std::string kept = folder.file("last.json");
  AppState state = with_command("sh -c 'echo ran >> ran'", folder.path().string());
  state.overlay = {};
  ASSERT_TRUE(save_scene(state, kept));
  const RestoredState restored = restore_state(kept);
  EXPECT_EQ(restored.state.program, state.program);
  StartingWindow window(restored.state, folder);
  window.finish();
  EXPECT_EQ(runs(), 0u);
  EXPECT_EQ(window.state().overlay.name, "");
}

TEST_F(Programs, PicturesStartAndAskNothing) {
  const auto loaded = load_scene(scene());
  Headless window(loaded->state, 1280, 720);
  for (int i = 0; i < 3; ++i) window.frame();
  window.interface().program().wait(kLong);
  EXPECT_EQ(window.interface().overlay(), "");
  EXPECT_EQ(runs(), 0u);
}

TEST_F(Programs, AChangedProgramRunsAgainAndTheMomentStays) {
  write_script("launches 2");
  StartingWindow window(with_command("sh run.sh", folder.path().string()), folder);
  window.click("program-run");
  window.finish();
  const auto before = window.interface().session().run()->trace;
  ASSERT_EQ(before->plan().launches.size(), 2u);
  window.interface().go_to(before->next(0, sim::Trace::Step::launch) + 20);
  write_script("launches 3");
  for (int i = 0; i < 4; ++i) window.frame({}, 0.6);
  window.finish();
  const auto after = window.interface().session().run()->trace;
  EXPECT_EQ(after->plan().launches.size(), 3u);
  EXPECT_EQ(window.state().position, after->next(0, sim::Trace::Step::launch) + 20);
}

TEST_F(Programs, AChangedKernelFileRunsTheProgramAgain) {
  const fs::path sources = LOCKSTEP_SOURCE_DIR "/tests/runtime/programs";
  fs::copy_file(kPingPong, folder.file("pingpong"));
  for (const char* kernel : {"fill.cl", "step.cl"}) fs::copy_file(sources / kernel, folder.file(kernel));
  StartingWindow window(with_command("./pingpong", folder.path().string()), folder);
  window.click("program-run");
  window.finish();
  ASSERT_TRUE(window.program().succeeded) << window.program().output;
  EXPECT_EQ(window.interface().session().run()->trace->plan().programs.size(), 2u);
  window.interface().go_to(0);
  window.frame();
  EXPECT_EQ(window.interface().session().shown_program(window.state()), 0u);
  std::ofstream(folder.file("step.cl"), std::ios::app) << "// edited\n";
  for (int i = 0; i < 4; ++i) window.frame({}, 0.6);
  window.finish();
  EXPECT_THAT(window.interface().session().run()->trace->plan().programs[1].source.text,
              HasSubstr("// edited"));
}

TEST_F(Programs, AnotherAlgorithmEndsTheWatch) {
  write_script("right");
  StartingWindow window(with_command("sh run.sh", folder.path().string()), folder);
  window.click("program-run");
  window.finish();
  window.interface().open_file(scene("plain.json"));
  window.frame();
  write_script("race");
  for (int i = 0; i < 4; ++i) window.frame({}, 0.6);
  EXPECT_FALSE(window.interface().program().is_running());
}

}  // namespace
}  // namespace lockstep::gui
