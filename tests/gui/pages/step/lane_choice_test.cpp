// The lanes show the value that the user has chosen: the last result, or a variable.
#include <gmock/gmock.h>

#include "gui/pages/step/stage.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/gui/figures/support.hpp"

namespace lockstep::gui {
namespace {

using testing::Contains;

struct Chosen {
  TracePtr trace = record_run("reduce/divergent", 64, 64);
  LaneChoice at(std::uint64_t position, const std::string& variable) const {
    return lane_choice(*trace, position, variable, prepare_lanes(*trace, position, variable));
  }
};

TEST(LaneChoice, OffersTheVariablesThatAreInScope) {
  const Chosen chosen;
  const LaneChoice first = chosen.at(chosen.trace->size() / 2, {});
  EXPECT_EQ(first.chosen, 0u);
  EXPECT_EQ(first.labels.front(), "last result");
  EXPECT_THAT(first.labels, Contains("t"));
  EXPECT_THAT(first.labels, Contains("s"));
  const LaneChoice t = chosen.at(chosen.trace->size() / 2, "t");
  EXPECT_EQ(t.shown, "t");
  EXPECT_EQ(t.labels.at(t.chosen), "t");
  EXPECT_EQ(variable_of(t, t.chosen), "t");
  EXPECT_EQ(variable_of(t, 0), "");
}

TEST(LaneChoice, ReportsAVariableThatIsNotInScope) {
  const Chosen chosen;
  const LaneChoice away = chosen.at(chosen.trace->size() / 2, "nothing");
  EXPECT_EQ(away.shown, "nothing, not in scope here");
  EXPECT_EQ(away.labels.at(away.chosen), "nothing");
}

TEST(LaneChoice, IsMadeWithTheKeyboard) {
  DrivenWindow window;
  for (int i = 0; i < 80 && window.interface().focus() != "lane-values"; ++i) window.press({Key::tab});
  window.press({Key::enter});
  window.frame();
  window.press({Key::down});
  window.press({Key::enter});
  window.frame();
  const std::string variable = window.state().lane_variable;
  ASSERT_FALSE(variable.empty());
  Session& session = window.interface().session();
  const Lanes& lanes = session.run()->figures->lanes(session.moment(window.state()).position, variable);
  EXPECT_EQ(values_name(lanes), variable);
  for (const ShownLane& lane : lanes.warps.at(1).lanes) EXPECT_TRUE(lane.has_value);
}

}  // namespace
}  // namespace lockstep::gui
