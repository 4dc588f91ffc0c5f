#include "gui/undo/choice_history.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

AppState with_n(std::uint64_t n) {
  AppState state;
  state.n = n;
  return state;
}

TEST(ChoiceHistory, UndoesAndRedoesOneChoiceAfterAnother) {
  ChoiceHistory history;
  for (const std::uint64_t n : {8, 16, 32}) history.observe(with_n(n));
  const auto first = history.undo(with_n(32));
  ASSERT_TRUE(first);
  EXPECT_EQ(first->state.n, 16u);
  EXPECT_THAT(first->sentence, HasSubstr("n is 16 again"));
  const auto second = history.undo(first->state);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->state.n, 8u);
  EXPECT_FALSE(history.undo(second->state));
  const auto again = history.redo(second->state);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->state.n, 16u);
}

TEST(ChoiceHistory, TheSeedOfADocumentEndsWithIt) {
  ChoiceHistory history;
  AppState own;
  own.seed = 3;
  history.observe(own);
  AppState entry = own;
  entry.document = "001/figure-6";
  entry.algorithm = "reduce/interleaved-global";
  entry.seed = 110;
  history.bring(own, entry);
  AppState other = entry;
  other.document.clear();
  other.n = 32;
  EXPECT_EQ(history.own_seed(other), std::nullopt) << "the same kernel keeps its values";
  choose_algorithm(other, "reduce/divergent");
  EXPECT_EQ(history.own_seed(other), 3u);
  other.seed = 111;
  EXPECT_EQ(history.own_seed(other), std::nullopt) << "chosen since";
}

TEST(ChoiceHistory, TheCardInFrontIsNotNamed) {
  ChoiceHistory history;
  AppState before = with_n(8), after = with_n(16);
  after.in_front = {"watch"};
  history.observe(before);
  history.observe(after);
  EXPECT_EQ(history.undo(after)->sentence, "Undone: n is 8 again.");
}

// Undo returns to the page on which the choice was made. If this page does not show the choice, as with a run
// that was opened from a list, the page that shows it is named.
TEST(ChoiceHistory, AChoiceThatAnotherPageShowsIsNamedWithThisPage) {
  ChoiceHistory history;
  AppState list = with_n(8), opened = with_n(16);
  list.tab = AssignmentChoice::kPage;
  history.observe(list);
  history.observe(opened);
  AppState back = opened;
  back.tab = AssignmentChoice::kPage;
  history.observe(back);
  const auto undone = history.undo(back);
  ASSERT_TRUE(undone);
  EXPECT_EQ(undone->state.tab, AssignmentChoice::kPage);
  EXPECT_EQ(undone->elsewhere, kStepPage);
  EXPECT_EQ(undone->sentence, "Undone: n is 8 again.");
  const auto redone = history.redo(undone->state);
  ASSERT_TRUE(redone);
  EXPECT_EQ(redone->elsewhere, kStepPage);
}

TEST(ChoiceHistory, AChoiceOfTheShownPageNamesNoPage) {
  ChoiceHistory history;
  for (const std::uint64_t n : {8, 16}) history.observe(with_n(n));
  AppState lab = with_n(16);
  lab.tab = LabChoice::kPage;
  history.observe(lab);
  const auto undone = history.undo(lab);
  ASSERT_TRUE(undone);
  EXPECT_EQ(undone->state.tab, kStepPage) << "where n is visible";
  EXPECT_EQ(undone->elsewhere, "");
  EXPECT_EQ(undone->sentence, "Undone: n is 8 again.");
}

TEST(ChoiceHistory, WhatIsUndoneIsNoNewChoice) {
  ChoiceHistory history;
  for (const std::uint64_t n : {8, 16}) history.observe(with_n(n));
  const auto undone = history.undo(with_n(16));
  ASSERT_TRUE(undone);
  history.observe(undone->state);
  EXPECT_FALSE(history.undo(undone->state));
  EXPECT_TRUE(history.redo(undone->state));
}

TEST(ChoiceHistory, ANewChoiceEndsWhatCouldBeRedone) {
  ChoiceHistory history;
  for (const std::uint64_t n : {8, 16}) history.observe(with_n(n));
  ASSERT_TRUE(history.undo(with_n(16)));
  history.observe(with_n(100));
  EXPECT_FALSE(history.redo(with_n(100)));
}

// Each of these is a setting or choice somewhere in the window.
TEST(ChoiceHistory, EverySettingCanBeTakenBack) {
  using Change = void (*)(AppState&);
  constexpr Change changes[] = {
      [](AppState& s) { s.algorithm = "scan/blelloch"; },
      [](AppState& s) { s.group_size = 32; },
      [](AppState& s) { s.op = Operator::max; },
      [](AppState& s) { s.type = ElementType::float32; },
      [](AppState& s) { choose_typed_input(s, "1,2", 2); },
      [](AppState& s) { s.schedule.lanes = sim::LaneSchedule::independent; },
      [](AppState& s) { s.model = "cc2.0"; },
      [](AppState& s) { s.theme = ThemeName::dark; },
      [](AppState& s) { s.ui_scale = 2; },
      [](AppState& s) { s.words = Words::cuda; },
      [](AppState& s) { s.heat = Heat::conflicts; },
      [](AppState& s) { s.breakpoints[3] = ""; },
      [](AppState& s) { s.benchmark.sizes = {1024}; },
      [](AppState& s) { s.compare.column = "steps"; },
      [](AppState& s) { s.theory.log2_n = 9; },
      [](AppState& s) { s.lab.scene = "banks"; },
  };
  for (const Change change : changes) {
    ChoiceHistory history;
    const AppState before;
    AppState after;
    change(after);
    history.observe(before);
    history.observe(after);
    const auto undone = history.undo(after);
    ASSERT_TRUE(undone) << &change - &changes[0];
    EXPECT_EQ(undone->state, before) << undone->sentence;
    EXPECT_THAT(undone->sentence, AnyOf(HasSubstr(" again"), HasSubstr(" as before")))
        << &change - &changes[0];
  }
}

TEST(ChoiceHistory, SteppingTypingAndOpeningSheetsAreNoChoices) {
  ChoiceHistory history;
  AppState state;
  history.observe(state);
  state.position = 12;
  history.observe(state);
  state.edited_texts["reduce/divergent"] = "kernel";
  history.observe(state);
  state.overlay = {"keys", 0};
  history.observe(state);
  state.tab = "theory";
  history.observe(state);
  EXPECT_FALSE(history.undo(state));
}

TEST(ChoiceHistory, AnEditOfTheKernelSurvivesAnUndo) {
  ChoiceHistory history;
  AppState state = with_n(8);
  history.observe(state);
  state.n = 16;
  history.observe(state);
  state.edited_texts["reduce/divergent"] = "kernel";
  history.observe(state);
  const auto undone = history.undo(state);
  ASSERT_TRUE(undone);
  EXPECT_EQ(undone->state.n, 8u);
  EXPECT_EQ(undone->state.edited_texts, state.edited_texts);
}

TEST(ChoiceHistory, ARepairOfTheTextIsOneStepUntilTheTextIsEdited) {
  ChoiceHistory history;
  AppState before = with_n(8);
  history.observe(before);
  before.n = 16;
  history.observe(before);
  AppState after = before;
  after.edited_texts[after.source_key(0)] = "repaired";
  after.show_original = true;
  history.change_text(before, after);
  history.observe(after);
  const auto undone = history.undo(after);
  ASSERT_TRUE(undone);
  EXPECT_EQ(undone->state, before);
  EXPECT_EQ(undone->sentence, "Undone: the repair of the kernel's text.");
  const auto redone = history.redo(undone->state);
  ASSERT_TRUE(redone);
  EXPECT_EQ(redone->state, after);
  AppState edited = after;
  edited.edited_texts[edited.source_key(0)] = "repaired, and more";
  history.observe(edited);
  const auto older = history.undo(edited);
  ASSERT_TRUE(older);
  EXPECT_EQ(older->state.n, 8u) << "the editor takes back what was typed";
  EXPECT_EQ(older->state.edited_texts, edited.edited_texts);
}

TEST(ChoiceHistory, WhatAViewHasSetIsNoSettingOfTheUsers) {
  ChoiceHistory history;
  AppState own;
  own.watches = {"x"};
  history.observe(own);
  AppState lesson = own;
  lesson.model = "cc1.0";
  lesson.schedule.lanes = sim::LaneSchedule::independent;
  lesson.seed = 110;
  choose_typed_input(lesson, "1,2", 2);
  lesson.watches = {"t"};
  lesson.lesson = {"first-steps", "4", true};
  history.observe(lesson);
  AppState played = lesson;
  played.group_size = 128;
  history.observe(played);
  AppState opened = played;
  history.take_own_settings(opened);
  AppState wanted = own;
  wanted.lesson = lesson.lesson;
  wanted.group_size = 128;  // chosen by the reader
  EXPECT_EQ(opened, wanted);
}

AppState brought_by_a_document() {
  AppState state;
  state.algorithm = "scan/blelloch";
  state.title = "001 · Figure 6";
  state.document = "001/figure-6";
  return state;
}

TEST(ChoiceHistory, TheOwnRunComesBackAfterADocument) {
  ChoiceHistory history;
  AppState own = with_n(100);
  own.theme = ThemeName::light;
  history.observe(own);
  EXPECT_EQ(history.own_run(), nullptr);
  AppState document = brought_by_a_document();
  history.observe(document);
  document.n = 32;  // the reader changes it
  document.theme = ThemeName::dark;
  history.observe(document);
  ASSERT_NE(history.own_run(), nullptr);
  const auto back = history.back_to_own_run(document);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->state.algorithm, own.algorithm);
  EXPECT_EQ(back->state.n, 100u);
  EXPECT_EQ(back->state.theme, ThemeName::dark) << "a choice for the room, not of the run";
  EXPECT_EQ(history.own_run(), nullptr);
  const auto undone = history.undo(back->state);
  ASSERT_TRUE(undone) << "and the document is one step back";
  EXPECT_EQ(undone->state.document, document.document);
}

TEST(ChoiceHistory, TheOwnRunWaitsThroughALessonAndAfterIt) {
  ChoiceHistory history;
  const AppState own = with_n(100);
  history.observe(own);
  AppState lesson;
  lesson.lesson = {"first-steps", "", true};
  history.observe(lesson);
  lesson.lesson.page = "2";
  lesson.n = 16;
  history.observe(lesson);
  AppState closed = lesson;
  closed.lesson = {};
  history.observe(closed);
  ASSERT_NE(history.own_run(), nullptr);
  EXPECT_EQ(history.own_run()->n, 100u);
  closed.algorithm = "reduce/first-add";
  history.observe(closed);
  EXPECT_NE(history.own_run(), nullptr) << "the reader plays with what the lesson brought";
  closed.kernel_file = "/tmp/mine.cl";
  history.observe(closed);
  EXPECT_EQ(history.own_run(), nullptr) << "the reader has opened a kernel of their own";
  const auto undone = history.undo(closed);
  ASSERT_TRUE(undone);
  EXPECT_NE(history.own_run(), nullptr);
}

// The lesson stays open on its page while the reader works on a file, and is then gone on with.
TEST(ChoiceHistory, AFileThatIsOpenedBesideALessonIsTheOwnRun) {
  ChoiceHistory history;
  AppState state = with_n(100);
  history.observe(state);
  state.lesson = {"first-steps", "", true};
  history.observe(state);
  state.tab = "step";
  state.kernel_file = "/tmp/mine.cl";
  history.observe(state);
  state.seed = 7;
  history.observe(state);
  EXPECT_EQ(history.own_run(), nullptr) << "it is shown";
  AppState page = state;
  page.kernel_file = "";
  page.tab = LessonChoice::kPage;
  page.lesson.page = "2";
  history.observe(page);
  const auto back = history.back_to_own_run(page);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->state.kernel_file, "/tmp/mine.cl");
  EXPECT_EQ(back->state.seed, 7u) << "with the settings that were chosen since";
  EXPECT_EQ(back->state.tab, "step");
}

// A setting that ends a document's entry, such as another algorithm, can be undone like any other.
TEST(ChoiceHistory, TheOwnRunIsKeptWhileADocumentIsPlayedWith) {
  ChoiceHistory history;
  const AppState own = with_n(100);
  history.observe(own);
  AppState state = brought_by_a_document();
  history.bring(own, state);
  choose_algorithm(state, "scan/kogge-stone");
  history.observe(state);
  ASSERT_NE(history.own_run(), nullptr);
  const auto document = history.undo(state);
  ASSERT_TRUE(document);
  EXPECT_EQ(document->state.document, "001/figure-6");
  ASSERT_NE(history.own_run(), nullptr);
  const auto before = history.undo(document->state);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->state.n, 100u);
  EXPECT_EQ(history.own_run(), nullptr) << "that is the reader's run";
  ASSERT_TRUE(history.redo(before->state));
  EXPECT_NE(history.own_run(), nullptr);
}

// Going back and then undoing this returns to the document, with the same way back to the own run.
TEST(ChoiceHistory, TheWayBackReturnsWithTheDocument) {
  ChoiceHistory history;
  const AppState own = with_n(100);
  history.observe(own);
  const AppState document = brought_by_a_document();
  history.bring(own, document);
  const auto back = history.back_to_own_run(document);
  ASSERT_TRUE(back);
  const auto undone = history.undo(back->state);
  ASSERT_TRUE(undone);
  ASSERT_NE(history.own_run(), nullptr);
  EXPECT_EQ(history.own_run()->n, 100u);
}

TEST(ChoiceHistory, FromALessonTheWayBackLeadsToTheRun) {
  ChoiceHistory history;
  AppState state = with_n(100);
  state.tab = CompareChoice::kPage;
  history.observe(state);
  state.tab = LessonChoice::kPage;
  history.observe(state);
  state.lesson = {"first-steps", "", true};
  state.n = 16;
  history.observe(state);
  const auto back = history.back_to_own_run(state);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->state.tab, CompareChoice::kPage);
  EXPECT_EQ(back->state.n, 100u);
}

TEST(ChoiceHistory, TheOwnRunComesBackAfterASceneWithoutATitle) {
  ChoiceHistory history;
  const AppState own = with_n(100);
  AppState scene;
  scene.algorithm = "scan/blelloch";
  history.observe(own);
  history.bring(own, scene);
  history.observe(scene);
  const auto back = history.back_to_own_run(scene);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->state.n, 100u);
}

TEST(ChoiceHistory, PagesOfALessonAreNoChoicesOfTheReader) {
  ChoiceHistory history;
  AppState state;
  history.observe(state);
  for (const char* page : {"1", "2", "3"}) {
    state.lesson = {"first-steps", page, true};
    state.n *= 2;
    history.observe(state);
  }
  EXPECT_FALSE(history.undo(state));
}

}  // namespace
}  // namespace lockstep::gui
