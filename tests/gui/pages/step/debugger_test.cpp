// Watches, conditions, the history of a cell and repairs, with keys and with clicks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/pages/step/layout.hpp"
#include "gui/pages/step/model/watch_model.hpp"
#include "gui/scene_files/scenes.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

AppState small_run(const std::string& algorithm = "reduce/divergent") {
  AppState state;
  choose_algorithm(state, algorithm);
  state.n = 16;
  state.group_size = 8;
  return state;
}

void enter(DrivenWindow& window, const std::string& text) {
  window.frame();
  window.type(text);
  window.press({Key::enter});
  window.frame();
}

TEST(WatchTable, AnExpressionIsTypedChangedAndRemoved) {
  DrivenWindow window(small_run());
  window.press({Key::v});
  enter(window, "t % 2");
  EXPECT_THAT(window.state().watches, ElementsAre("t % 2"));
  EXPECT_FALSE(window.interface().activity().is_typing());
  window.click("watch-0");
  enter(window, "t % 4");
  EXPECT_THAT(window.state().watches, ElementsAre("t % 4"));
  window.click("unwatch-0");
  window.frame();
  EXPECT_TRUE(window.state().watches.empty());
}

// No frame passes between Enter and the next key.
TEST(WatchTable, TheKeyAfterEnterIsACommand) {
  DrivenWindow window(small_run());
  window.press({Key::v});
  window.frame();
  window.type("t % 2");
  window.press({Key::enter});
  window.press({Key::f9, false, true});
  EXPECT_TRUE(window.interface().activity().is_typing());
  enter(window, "t == 4");
  EXPECT_THAT(window.state().watches, ElementsAre("t % 2"));
  ASSERT_EQ(window.state().breakpoints.size(), 1u);
  EXPECT_EQ(window.state().breakpoints.begin()->second, "t == 4");
}

TEST(WatchTable, EscapeLeavesTheExpressionAsItWas) {
  AppState state = small_run();
  watch(state, "t");
  DrivenWindow window(state);
  window.click("watch-0");
  window.type("x");
  window.press({Key::escape});
  window.frame();
  EXPECT_THAT(window.state().watches, ElementsAre("t"));
}

TEST(WatchTable, ARightClickInTheSourceWatchesTheName) {
  DrivenWindow window(small_run());
  // Some rows of the code contain names: each row is tried until one is found.
  for (float y = 200; y < 700 && window.state().watches.empty(); y += 19) window.click({120, y}, 1);
  ASSERT_FALSE(window.state().watches.empty());
  EXPECT_EQ(window.state().in_front.back(), kWatchCard);
}

TEST(WatchTable, ShowsTheValuesAtThePlayheadAndMarksChanges) {
  const AppState state = small_run();
  DrivenWindow window(state);
  const lockstep::gui::Run& run = *window.interface().session().run();
  AppState shown = window.state();
  shown.watches = {"s", "no_such"};
  WatchModel model;
  bool any_change = false;
  for (shown.position = 0; *shown.position < run.trace->size();
       shown.position = run.trace->next(*shown.position, sim::Trace::Step::line)) {
    const sim::WatchTable& table = model.table(shown, run, window.interface().session().moment(shown));
    ASSERT_EQ(table.rows.size(), 2u);
    EXPECT_THAT(table.rows[1].problem, HasSubstr("unknown identifier"));
    for (const sim::WatchCell& cell : table.rows[0].cells) any_change |= cell.changed;
  }
  EXPECT_TRUE(any_change);
}

TEST(WatchTable, LanesAreFoldedToTheWidth) {
  EXPECT_EQ(watch_grid(32, 14, 700).columns, 32u);
  EXPECT_EQ(watch_grid(32, 14, 400).columns, 16u);
  EXPECT_EQ(watch_grid(32, 14, 400).lines, 2u);
  EXPECT_EQ(watch_grid(8, 14, 400).lines, 1u);
  EXPECT_EQ(watch_grid(0, 14, 400).lines, 1u);
  for (float width = 30; width < 900; width += 7)
    for (const float text : {5.0f, 30.0f, 500.0f}) {
      const WatchGrid grid = watch_grid(64, text, width);
      EXPECT_TRUE(grid.columns == 1 || static_cast<float>(grid.columns) * grid.pitch <= width);
      EXPECT_GE(grid.columns * grid.lines, 64u);
    }
}

TEST(WatchTable, WatchesSurviveAnEditAndAScene) {
  AppState state = small_run();
  watch(state, "scratch[t]");
  DrivenWindow window(state);
  window.press({Key::f2});
  window.type("// a comment\n");
  window.pause();
  EXPECT_THAT(window.state().watches, ElementsAre("scratch[t]"));
  EXPECT_THAT(parse_scene(to_scene(window.state()))->state.watches, ElementsAre("scratch[t]"));
}

TEST(Conditions, StopWhereTheyHoldBothWays) {
  AppState state = small_run();
  state.breakpoints = {{33, "t == 4"}};
  DrivenWindow window(state);
  const sim::Trace& trace = *window.interface().session().run()->trace;
  const std::vector<std::uint64_t> stops = sim::Breakpoints(trace, state.breakpoints).all();
  ASSERT_GE(stops.size(), 2u);
  window.press({Key::home});
  window.press({Key::f5});
  EXPECT_EQ(window.position(), stops[0]);
  EXPECT_THAT(window.interface().activity().notice, HasSubstr("t == 4 holds in lane 4 of warp 0"));
  window.press({Key::f5});
  EXPECT_EQ(window.position(), stops[1]);
  window.press({Key::f5, false, true});
  EXPECT_EQ(window.position(), stops[0]);
}

TEST(Conditions, AreTypedAndTheirErrorsAreSaid) {
  DrivenWindow window(small_run());
  window.press({Key::f9, false, true});
  ASSERT_EQ(window.state().breakpoints.size(), 1u);
  enter(window, "no_such == 1");
  EXPECT_EQ(window.state().breakpoints.begin()->second, "no_such == 1");
  window.press({Key::home});
  window.press({Key::f5});
  EXPECT_THAT(window.interface().activity().notice, HasSubstr("unknown identifier 'no_such'"));
  window.click("remove-breakpoint-" + std::to_string(window.state().breakpoints.begin()->first));
  window.frame();
  EXPECT_TRUE(window.state().breakpoints.empty());
}

TEST(CellHistory, ACellIsTypedAndAnEntryGoesToItsMoment) {
  DrivenWindow window(small_run());
  window.press({Key::h});
  enter(window, "scratch[0]");
  ASSERT_TRUE(window.state().selected_cell);
  window.click("access-0");
  window.frame();
  const std::uint64_t first = window.position();
  const sim::Trace& trace = *window.interface().session().run()->trace;
  EXPECT_TRUE(trace.at(first).flags & sim::TraceRecord::local_access);
  window.press({Key::h});
  enter(window, "nothing[0]");
  EXPECT_THAT(window.interface().activity().notice, HasSubstr("there is no memory nothing"));
}

TEST(CellHistory, AFindingShowsItsCell) {
  DrivenWindow window(small_run("hazards/missing-barrier"));
  ASSERT_FALSE(window.interface().session().run()->trace->findings().empty());
  window.click("finding-cell0");
  window.frame();
  EXPECT_TRUE(window.state().selected_cell);
  EXPECT_EQ(window.state().in_front.back(), kCellCard);
}

// With the sheet open, after the explanation has arrived.
void open_why(DrivenWindow& window) {
  window.press({Key::w});
  for (int i = 0; i < 200 && window.interface().session().explanation() == nullptr; ++i) window.pause();
  window.frame();
}

TEST(Remedies, TheCureIsOneUndoableEdit) {
  AppState state = small_run("hazards/missing-barrier");
  state.n = 64;
  state.group_size = 64;
  DrivenWindow window(state);
  ASSERT_FALSE(window.interface().session().run()->trace->findings().empty());
  open_why(window);
  window.click("repair-0");
  window.pause();
  ASSERT_NE(window.state().edited_text(), nullptr);
  EXPECT_TRUE(window.interface().session().run()->trace->findings().empty());
  EXPECT_TRUE(window.state().overlay.name.empty());
  window.press({Key::f2});
  window.frame();
  window.press({Key::z, true});
  window.pause();
  EXPECT_EQ(window.state().edited_text(), nullptr);
}

// After a press of a button, the editor does not have the keyboard: Ctrl+Z goes to the window.
TEST(Remedies, CtrlZTakesTheCureBackAtOnce) {
  AppState state = small_run("hazards/missing-barrier");
  state.n = 64;
  state.group_size = 64;
  DrivenWindow window(state);
  const AppState before = window.state();
  open_why(window);
  window.click("repair-0");
  window.pause();
  const std::string* const repaired = window.state().edited_text();
  ASSERT_NE(repaired, nullptr);
  const std::string text = *repaired;
  window.press({Key::z, true});
  window.pause();
  EXPECT_EQ(window.state().edited_text(), nullptr);
  EXPECT_EQ(window.state().source_id(), before.source_id());
  EXPECT_EQ(window.state().show_original, before.show_original);
  window.press({Key::y, true});
  window.pause();
  ASSERT_NE(window.state().edited_text(), nullptr);
  EXPECT_EQ(*window.state().edited_text(), text);
}

TEST(Remedies, TheScheduleThatFailsIsShownAndLeft) {
  AppState state = small_run("hazards/missing-barrier");
  DrivenWindow window(state);
  open_why(window);
  const sim::Explanation* explanation = window.interface().session().explanation();
  ASSERT_NE(explanation, nullptr);
  ASSERT_TRUE(explanation->other);
  const std::size_t last = window.interface().session().run()->trace->findings().size();
  window.click("fail-" + std::to_string(last));
  window.pause();
  EXPECT_TRUE(window.state().schedule_before);
  EXPECT_TRUE(window.interface().session().run()->verdict.is_wrong());
  window.click("usual-schedule");
  window.pause();
  EXPECT_EQ(window.state().schedule, sim::Schedule{});
  EXPECT_FALSE(window.state().schedule_before);
}

}  // namespace
}  // namespace lockstep::gui
