#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gui/pages/toolbar.hpp"

namespace lockstep::gui {
namespace {

TEST(ScheduleChoice, OffersTheChosenScheduleAndUsesDistinctNames) {
  const sim::Schedule chosen{sim::LaneSchedule::independent, {sim::ExecutionOrder::Kind::random, 7}};
  const std::vector<sim::Schedule> offered = offered_schedules(chosen);
  EXPECT_EQ(std::ranges::count(offered, chosen), 1);
  EXPECT_EQ(std::ranges::count(offered, sim::Schedule{}), 1);
  std::set<std::string> labels;
  for (const sim::Schedule& schedule : offered) labels.insert(schedule_label(schedule));
  EXPECT_EQ(labels.size(), offered.size());
}

TEST(ScheduleChoice, TheComboBoxNamesUnusualSchedules) {
  EXPECT_EQ(short_label({}), "lockstep");
  EXPECT_EQ(short_label({sim::LaneSchedule::independent, {}}), "independent");
  EXPECT_EQ(short_label({sim::LaneSchedule::lockstep, {sim::ExecutionOrder::Kind::adversarial, 0}}),
            "adversarial");
}

}  // namespace
}  // namespace lockstep::gui
