// The Assignment page in the whole window: a task from its skeleton to full points with keys and with the
// mouse, the way to the moment of an error, hints, and the submission that is graded.
#include "gui/pages/assignment/page.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "assignment/format/read_assignment.hpp"
#include "assignment/submission/submission.hpp"
#include "core/base/files/whole_file.hpp"
#include "gui/pages/assignment/model.hpp"
#include "gui/scene_files/scenes.hpp"
#include "gui/scene_links/scene_link.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/gui/app/frame_faults.hpp"
#include "tests/gui/app/seen_text.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

namespace fs = std::filesystem;

constexpr const char* kAssignment = R"(# Sums

summary: Two sums.

Read both.

---

# Sum of groups

file: sum.cl
plan: sum.plan.json
hint: 0.5: Add neighbours last.
hint: 0: Divide by two.

Reduce `2 * L` elements in each work-group.

```test Small
{"points": 2, "n": [2, 64], "L": 16}
```

```test Hidden
{"points": 1, "n": 100, "L": 16, "visibility": "after due", "needs": ["Small"]}
```

---

# Launches, too

file: launched.cl
file: launched.plan.json
plan: launched.plan.json

Write the launch.

```test Launched
{"points": 3, "n": 32, "L": 16}
```
)";
constexpr const char* kHead =
    "kernel void reduce(global const int* in, global int* out, uint n, local int* block) {\n";
constexpr const char* kBegin = R"(  uint t = get_local_id(0), L = get_local_size(0);
  uint i = get_group_id(0) * 2 * L + t;
  block[t] = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  for (uint s = L / 2; s > 0; s /= 2) {
)";
constexpr const char* kBarrier = "    barrier(CLK_LOCAL_MEM_FENCE);\n";
constexpr const char* kEnd = R"(    if (t < s) block[t] += block[t + s];
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
)";
std::string right_text() { return std::string(kHead) + kBegin + kBarrier + kEnd; }
std::string racing_text() { return std::string(kHead) + kBegin + kEnd; }

std::string plan_of(const std::string& file, const std::string& launches) {
  return R"({"lockstep_plan": 1, "file": ")" + file + R"(",
 "buffers": [{"name": "in", "type": "int", "count": "{n}", "fill": "random:{seed}:-99..99"},
             {"name": "out", "type": "int", "count": "{n}"}],
 "launches": [)" +
         launches + R"(],
 "expect": {"buffer": "out", "reference": "sum", "of": "in", "by_group": true}})";
}
constexpr const char* kLaunch = R"({"kernel": "reduce", "global": "{ceil(n / (2 L)) * L}", "local": "{L}",
  "arguments": ["in", "out", {"scalar": "uint", "value": "{n}"}, {"local_bytes": "{4 L}"}]})";

// A folder with the assignment, and a folder for the program's files.
struct AssignmentPageTest : testing::Test {
  TemporaryFolder folder;
  std::string data = std::getenv("XDG_DATA_HOME") == nullptr ? "" : std::getenv("XDG_DATA_HOME");

  void SetUp() override {
    setenv("XDG_DATA_HOME", folder.file("data").c_str(), 1);
    write("sums/assignment.md", kAssignment);
    write("sums/sum.plan.json", plan_of("sum.cl", kLaunch));
    write("sums/launched.plan.json", plan_of("launched.cl", kLaunch));
    for (const std::string file : {"sum.cl", "launched.cl"}) {
      write("sums/reference/" + file, right_text());
      write("sums/skeleton/" + file, std::string(kHead) + "}\n");
    }
    write("sums/reference/launched.plan.json", plan_of("launched.cl", kLaunch));
    write("sums/skeleton/launched.plan.json",
          plan_of("launched.cl", std::string(R"({"kernel": "reduce", "global": 16, "local": 16,
  "arguments": ["in", "out", {"scalar": "uint", "value": 0}, {"local_bytes": 64}]})")));
  }
  void TearDown() override {
    data.empty() ? unsetenv("XDG_DATA_HOME") : setenv("XDG_DATA_HOME", data.c_str(), 1);
  }
  void write(const std::string& file, const std::string& text) const {
    fs::create_directories(fs::path(folder.file(file)).parent_path());
    std::ofstream(folder.file(file)) << text;
  }
  AppState at(const std::string& task) const {
    AppState state;
    open_assignment(state, folder.file("sums"), task);
    return state;
  }
};

struct TaskWindow : DrivenWindow {
  TaskWindow(AppState state, const TemporaryFolder& folder, int width = 1280, int height = 720)
      : DrivenWindow(std::move(state), width, height, options_of(folder)) {
    test();
  }
  static InterfaceOptions options_of(const TemporaryFolder& folder) {
    InterfaceOptions options;
    options.state_dir = folder.file("state");
    options.save_folder = folder.file("saved");
    fs::create_directories(options.save_folder);
    return options;
  }
  // Waits until the pause after typing is over and the tests have run.
  void test() {
    frame();
    frame();
    interface().assignments().wait(kLong);
    frame();
    frame();
  }
  void replace_text(const std::string& text) {
    press({Key::f2});
    frame();
    press({Key::a, true});
    type_lines(text);
    press({Key::escape});
    test();
  }
  // The first press asks for confirmation.
  void take_hint() {
    click("next-hint");
    click("next-hint");
    frame();
  }
  // Pasted, so that no indentation is added.
  void type_lines(const std::string& text) {
    set_clipboard(text);
    press({Key::v, true});
    frame();
  }
  WrittenFrame written() {
    WrittenFrame frame_text;
    interface().note_text(&frame_text);
    frame();
    interface().note_text(nullptr);
    return frame_text;
  }
  bool says(std::string_view part) {
    const WrittenFrame now = written();
    return std::ranges::any_of(
        now.texts, [&](const WrittenText& text) { return text.text.find(part) != std::string::npos; });
  }
  const RunFailure* failure() {
    return interface().session().failure() ? &*interface().session().failure() : nullptr;
  }
};

TEST_F(AssignmentPageTest, ATaskIsSolvedByKeys) {
  TaskWindow window(at("sum-of-groups"), folder);
  EXPECT_TRUE(window.says("Not started, 3 points"));
  window.replace_text(racing_text());
  EXPECT_TRUE(window.says("0 of 2 points"));
  EXPECT_TRUE(window.says("Small: data race")) << "below the line in the text";
  window.replace_text(right_text());
  EXPECT_TRUE(window.says("Public tests solved, 2 of 2"));
  EXPECT_TRUE(window.says("1 more by tests that run after the deadline"));
}

TEST_F(AssignmentPageTest, WhyLeadsToTheMomentOfTheRace) {
  TaskWindow window(at("sum-of-groups"), folder);
  window.replace_text(racing_text());
  window.press({Key::enter});
  window.interface().settle(DrivenWindow::kLong);
  window.frame();
  EXPECT_EQ(window.state().tab, kStepPage);
  ASSERT_TRUE(window.interface().session().run()) << window.failure()->message;
  const gui::Run& run = *window.interface().session().run();
  EXPECT_EQ(run.text_of(0), racing_text());
  ASSERT_FALSE(run.trace->findings().empty());
  EXPECT_EQ(run.trace->findings().front().kind, sim::Finding::Kind::data_race);
  EXPECT_EQ(run.index.start, run.trace->findings().front().step);
  EXPECT_EQ(window.state().edited_text(), &window.state().edited_texts.at(window.state().kernel_file))
      << "edits on Step are those of the task";
}

TEST_F(AssignmentPageTest, AWrongResultIsShownWhereItIsStored) {
  std::string wrong = right_text();
  wrong.replace(wrong.find("in[i + L] : 0"), 13, "in[i + L] : 1");
  TaskWindow window(at("sum-of-groups"), folder);
  window.replace_text(wrong);
  window.click("why small");
  window.interface().settle(DrivenWindow::kLong);
  window.frame();
  ASSERT_TRUE(window.interface().session().run());
  const sim::RunVerdict& verdict = window.interface().session().run()->verdict;
  ASSERT_TRUE(verdict.is_wrong());
  ASSERT_TRUE(verdict.from);
  EXPECT_EQ(verdict.from->line, 4u);
  EXPECT_EQ(window.interface().session().run()->index.start, verdict.from->position);
}

TEST_F(AssignmentPageTest, AMistakeOfTheTextIsShownBelowItsLine) {
  TaskWindow window(at("sum-of-groups"), folder);
  window.replace_text(std::string(kHead) + "  int t = nothing;\n}\n");
  EXPECT_TRUE(window.says("Does not compile, 0 of 2"));
  EXPECT_TRUE(window.says("nothing"));
  EXPECT_FALSE(window.interface().activity().is_typing());
  window.click("why small");
  window.frame();
  EXPECT_TRUE(window.interface().activity().is_typing()) << "the cursor is in the line";
  EXPECT_EQ(window.state().tab, AssignmentChoice::kPage);
}

TEST_F(AssignmentPageTest, HintsSayTheirPriceAndAskFirst) {
  TaskWindow window(at("sum-of-groups"), folder);
  EXPECT_TRUE(window.says("Hint 1 of 2: costs 0.5 points"));
  window.press({Key::h});
  window.frame();
  EXPECT_THAT(window.state().assignment.hints, IsEmpty()) << "no letter costs points";
  window.click("next-hint");
  EXPECT_FALSE(window.says("Add neighbours last."));
  EXPECT_TRUE(window.says("Show it for 0.5 points?"));
  window.click(Point{640, 715});
  EXPECT_TRUE(window.says("Hint 1 of 2: costs 0.5 points")) << "who presses elsewhere does not want it";
  EXPECT_THAT(window.state().assignment.hints, IsEmpty());
  window.take_hint();
  EXPECT_TRUE(window.says("Add neighbours last."));
  EXPECT_TRUE(window.says("hints cost 0.5"));
  EXPECT_TRUE(window.says("Hint 2 of 2: costs nothing"));
  window.click("next-hint");
  EXPECT_TRUE(window.says("Divide by two."));
  EXPECT_EQ(window.state().assignment.hints.size(), 2u);
}

TEST_F(AssignmentPageTest, HintsOfASolvedTaskCostNothing) {
  TaskWindow window(at("sum-of-groups"), folder);
  window.replace_text(right_text());
  EXPECT_TRUE(window.says("Hint 1 of 2: costs nothing"));
  window.click("next-hint");
  EXPECT_TRUE(window.says("Add neighbours last."));
  EXPECT_THAT(window.state().assignment.hints, IsEmpty());
  EXPECT_FALSE(window.says("hints cost"));
}

// A lesson, a scene or a document's entry is another view, but opened hints stay recorded.
TEST_F(AssignmentPageTest, OpenedHintsStayWhateverIsOpenedAndUndone) {
  TaskWindow window(at("sum-of-groups"), folder);
  window.take_hint();
  const std::vector<std::string> hints = window.state().assignment.hints;
  ASSERT_EQ(hints.size(), 1u);
  write("scene.json", to_scene(AppState{}));
  for (const std::string& file :
       {std::string("lesson:first-steps"), std::string("document:001/figure-6"), folder.file("scene.json")}) {
    window.interface().open_file(file);
    window.frame();
    window.frame();
    EXPECT_EQ(window.state().assignment.hints, hints) << file;
    for (int i = 0; i < 3; ++i) {
      window.press({Key::z, true});
      window.frame();
      EXPECT_EQ(window.state().assignment.hints, hints) << file;
    }
  }
}

TEST_F(AssignmentPageTest, TheSubmissionHasAllFilesAndTheHints) {
  TaskWindow window(at("sum-of-groups"), folder);
  window.take_hint();
  window.replace_text(right_text());
  window.press({Key::s, true});
  window.frame();
  const auto submission = assignment::read_submission(folder.file("saved/sums.zip"));
  ASSERT_TRUE(submission) << submission.error().message;
  std::vector<std::string> names;
  for (const assignment::SubmittedFile& file : submission->files) names.push_back(file.path);
  EXPECT_THAT(names,
              testing::UnorderedElementsAre("sum.cl", "launched.cl", "launched.plan.json", "hints.json"));
  const auto text_of = [&](std::string_view file) {
    return std::ranges::find(submission->files, file, &assignment::SubmittedFile::path)->text;
  };
  EXPECT_EQ(text_of("sum.cl"), right_text());
  EXPECT_THAT(text_of("hints.json"), HasSubstr(R"("cost": 0.5)"));
}

TEST_F(AssignmentPageTest, APlanThatIsHandedInHasATabOfItsOwn) {
  TaskWindow window(at("launches-too"), folder);
  window.replace_text(right_text());
  EXPECT_TRUE(window.says("0 of 3 points"));
  window.press({Key::f3});
  window.frame();
  EXPECT_EQ(window.state().assignment.file, "launched.plan.json");
  EXPECT_TRUE(window.says("\"lockstep_plan\""));
  window.replace_text(plan_of("launched.cl", kLaunch));
  EXPECT_TRUE(window.says("Solved, 3 of 3"));
}

TEST_F(AssignmentPageTest, FormulasAreExplainedBesideAPlan) {
  TaskWindow window(at("launches-too"), folder);
  window.frame();
  EXPECT_FALSE(window.interface().item_place("formulas")) << "a kernel has no formulas";
  window.press({Key::f3});
  window.frame();
  window.click("formulas");
  const std::string text = seen_text(window);
  for (const char* const part : {"log x (of base 2)", "power(x): the next power of two",
                                 "groups: n / L, rounded up", "step: the number of the repetition"})
    EXPECT_THAT(text, HasSubstr(part));
  window.click("formulas");
  EXPECT_THAT(seen_text(window), testing::Not(HasSubstr("rounded up")));
}

// After Esc, Ctrl+Z still undoes edits of the text, and not an invisible choice of Step.
TEST_F(AssignmentPageTest, UndoOutsideTheEditorIsThatOfTheText) {
  TaskWindow window({}, folder);
  const std::uint64_t n = window.state().n;
  AppState state = window.state();
  state.n = 2 * n;
  window.interface().show(state);
  window.frame();
  open_assignment(state, folder.file("sums"), "sum-of-groups");
  window.interface().show(state);
  window.test();
  window.press({Key::z, true});
  window.frame();
  EXPECT_THAT(window.interface().activity().notice, HasSubstr("no edit of sum.cl to undo"));
  window.replace_text(right_text());
  window.press({Key::z, true});
  window.test();
  EXPECT_TRUE(window.says("Not started, 3 points"));
  window.press({Key::y, true});
  window.test();
  EXPECT_TRUE(window.says("Public tests solved, 2 of 2"));
  EXPECT_EQ(window.state().n, 2 * n);
  EXPECT_EQ(window.state().tab, AssignmentChoice::kPage);
}

TEST_F(AssignmentPageTest, ResetCanBeUndone) {
  TaskWindow window(at("sum-of-groups"), folder);
  window.replace_text(right_text());
  window.click("reset-task");
  window.test();
  EXPECT_TRUE(window.state().edited_texts.empty());
  EXPECT_TRUE(window.says("Not started, 3 points"));
  window.press({Key::z, true});
  window.test();
  EXPECT_TRUE(window.says("Public tests solved, 2 of 2"));
}

TEST_F(AssignmentPageTest, TextsAndHintsArePartOfWhatIsKept) {
  TaskWindow window(at("sum-of-groups"), folder);
  window.take_hint();
  window.replace_text(right_text());
  const auto kept = parse_scene(to_scene(window.interface().kept_state()));
  ASSERT_TRUE(kept);
  EXPECT_THAT(kept->remarks, IsEmpty());
  TaskWindow again(kept->state, folder);
  EXPECT_TRUE(again.says("Public tests solved, 1.5 of 2"));
  EXPECT_TRUE(again.says("hints cost 0.5, deducted"));
  again.press({Key::backspace});
  again.test();
  EXPECT_TRUE(again.says("1.5 of 5 points so far"));
}

TEST_F(AssignmentPageTest, TasksShowThePointsSoFar) {
  AppState state = at("sum-of-groups");
  TaskWindow window(state, folder);
  window.replace_text(right_text());
  window.press({Key::backspace});
  window.test();
  EXPECT_TRUE(window.says("2 of 5 points so far"));
  EXPECT_TRUE(window.says("Public tests solved, 2 of 2"));
  EXPECT_TRUE(window.says("Not started, 3 points"));
  window.click("task launches-too");
  window.frame();
  EXPECT_EQ(window.state().assignment.task, "launches-too");
  window.press({Key::page_up});
  window.frame();
  EXPECT_EQ(window.state().assignment.task, "sum-of-groups");
}

TEST_F(AssignmentPageTest, EachAssignmentOfTheProgramOpensFromTheList) {
  AppState state;
  state.tab = AssignmentChoice::kPage;
  for (const assignment::AssignmentFolder& built_in : assignment::assignment_folders()) {
    TaskWindow window(state, folder);
    window.click("assignment " + built_in.name);
    window.frame();
    EXPECT_EQ(window.state().assignment.name, built_in.name);
    EXPECT_TRUE(window.says("points so far")) << built_in.name;
  }
}

TEST_F(AssignmentPageTest, AFolderIsOpenedByItsPath) {
  TaskWindow window({}, folder);
  window.interface().open_file(folder.file("sums"));
  window.frame();
  EXPECT_EQ(window.state().tab, AssignmentChoice::kPage);
  EXPECT_TRUE(window.says("Sums"));
  write("sums/assignment.md", "# Sums\n");
  window.test();
  EXPECT_FALSE(window.says("points so far")) << "its author has broken it";
  write("sums/assignment.md", kAssignment);
  window.test();
  EXPECT_TRUE(window.says("points so far"));
}

TEST_F(AssignmentPageTest, ALinkHasTheTaskWithoutTheSolution) {
  AppState state;
  const std::string name = assignment::assignment_folders().front().name;
  open_assignment(state, name, "some-task");
  state.assignment.hints = {name + "/some-task"};
  state.kernel_file = "/home/me/sum.cl";
  state.edited_texts["/home/me/sum.cl"] = right_text();
  const auto link = link_to(state, "page.html");
  ASSERT_TRUE(link) << link.error().message;
  const auto opened = scene_of_link(link->link, folder.file("linked"));
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(opened->state.assignment.task, "some-task");
  EXPECT_THAT(opened->state.assignment.hints, IsEmpty());
  EXPECT_TRUE(opened->state.edited_texts.empty());
  EXPECT_FALSE(link_to(at("sum-of-groups"), "page.html")) << "the folder is on this machine alone";
}

TEST_F(AssignmentPageTest, IsLegibleAtEverySizeAndTheme) {
  for (const auto& [width, height] : {std::pair{640, 480}, {900, 600}, {1280, 720}, {1600, 900}})
    for (const ThemeName theme : kThemeNames)
      for (const std::string task : {"", "sum-of-groups", "launches-too"}) {
        AppState state = at(task);
        state.theme = theme;
        TaskWindow window(std::move(state), folder, width, height);
        const WrittenFrame written = window.written();
        const std::string where = task + " " + std::to_string(width) + " " + std::string(name(theme));
        EXPECT_THAT(text_faults(written, theme), IsEmpty()) << where;
        EXPECT_THAT(item_faults(window.interface().places(), written), IsEmpty()) << where;
      }
}

TEST(TaskStanding, WhatHintsCostIsTakenOffThePoints) {
  TaskStanding standing;
  standing.state = TaskStanding::State::tested;
  standing.possible = 2;
  standing.hint_cost = 0.5;
  EXPECT_EQ(standing_text(standing), "0 of 2 points");
  EXPECT_EQ(standing_details(standing), "hints cost 0.5, not yet deducted") << "no points yet";
  standing.points = 2;
  standing.is_solved = true;
  EXPECT_EQ(standing_text(standing), "Solved, 1.5 of 2");
  EXPECT_EQ(standing_details(standing), "hints cost 0.5, deducted");
}

TEST(TaskStanding, WhatATaskOffersIsSaidWithItsBonus) {
  TaskStanding standing;
  standing.extra = 2;
  EXPECT_EQ(standing_text(standing), "Not started, 2 bonus points");
  standing.possible = 1;
  standing.later = 2;
  EXPECT_EQ(standing_text(standing), "Not started, 3 points + 2 bonus");
}

TEST(TaskStanding, TheTotalCountsTheBonusApart) {
  TaskStanding solved;
  solved.state = TaskStanding::State::tested;
  solved.possible = solved.points = 10;
  solved.extra = solved.bonus = 2;
  EXPECT_EQ(total_text({solved, solved}), "20 of 20 points + 4 bonus so far");
  solved.bonus = 0;
  EXPECT_EQ(total_text({solved}), "10 of 10 points so far");
}

}  // namespace
}  // namespace lockstep::gui
