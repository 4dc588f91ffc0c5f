// A repair changes the text of the kernel, but not the moment that is looked at.
#include "gui/session/same_moment.hpp"

#include <gtest/gtest.h>

#include "gui/editor/text_words.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

struct Seen {
  sim::Moment moment;
  std::string line;
};
Seen seen_in(DrivenWindow& window) {
  const Run& run = *window.interface().session().run();
  const std::uint64_t position = playhead(window.state(), run);
  if (position >= run.trace->size()) return {};
  const std::uint32_t line = run.trace->range_at(position).line;
  return {run.trace->at(position).moment, split_lines(run.text_of(0)).at(line - 1)};
}

// Applies the first repair of a hazard at the playhead, and returns the number of the new run.
void repair(DrivenWindow& window) {
  const std::uint64_t before = window.interface().session().run()->number;
  window.press({Key::w});
  window.interface().settle(DrivenWindow::kLong);
  window.frame();
  window.click("repair-0");
  window.frame();
  window.interface().settle(DrivenWindow::kLong);
  window.pause();
  EXPECT_NE(window.interface().session().run()->number, before) << "the hazard has a repair";
}

TEST(SameMoment, StaysInViewWhenARepairIsApplied) {
  for (const std::uint64_t position : {40, 90, 150}) {
    AppState state;
    choose_algorithm(state, "hazards/missing-barrier");
    state.position = position;
    DrivenWindow window(state);
    ASSERT_GT(window.interface().session().size(), position);
    const Seen before = seen_in(window);
    repair(window);
    const Seen after = seen_in(window);
    EXPECT_EQ(after.line, before.line) << position;
    EXPECT_EQ(after.moment.warp, before.moment.warp) << position;
    EXPECT_EQ(after.moment.group, before.moment.group) << position;
    EXPECT_EQ(after.moment.launch, before.moment.launch) << position;
  }
}

TEST(SameMoment, TheEndStaysTheEnd) {
  AppState state;
  choose_algorithm(state, "hazards/missing-barrier");
  DrivenWindow window(state);
  window.press({Key::end});
  window.frame();
  repair(window);
  EXPECT_EQ(playhead(window.state(), *window.interface().session().run()),
            window.interface().session().size());
}

}  // namespace
}  // namespace lockstep::gui
