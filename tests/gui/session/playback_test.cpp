#include "gui/session/playback.hpp"

#include <gtest/gtest.h>

#include "gui/session/run_maker.hpp"
#include "gui/session/run_request.hpp"

namespace lockstep::gui {
namespace {

std::shared_ptr<const sim::Trace> record() {
  const AppState state;
  const Algorithm* algorithm = *find_algorithm(state.algorithm);
  RunRequest request;
  request.algorithm = state.algorithm;
  request.text = load_kernel(*algorithm, "")->text;
  request.model = state.model;
  request.n = request.group_size = 64;
  auto run = make_run(request);
  return run ? run->trace : nullptr;
}

TEST(Playback, PlaysToTheEndAndStopsThere) {
  const auto trace = record();
  ASSERT_NE(trace, nullptr);
  for (const sim::Trace::Step step : kSteps) {
    sim::Breakpoints none(*trace, {});
    PlayStep at{0, false};
    std::uint64_t steps = 0;
    while (!at.stop && ++steps < 100'000) {
      const std::uint64_t before = at.position;
      at = play_step(*trace, before, step, none);
      EXPECT_GT(at.position, before);
    }
    EXPECT_EQ(at.position, trace->size());
  }
}

TEST(Playback, StopsAtBreakpointsAsRunningDoes) {
  const auto trace = record();
  ASSERT_NE(trace, nullptr);
  const std::uint32_t line = trace->range_at(trace->size() / 2).line;
  sim::Breakpoints breakpoints(*trace, {{line, ""}});
  const PlayStep played = play_step(*trace, 0, sim::Trace::Step::launch, breakpoints);
  EXPECT_TRUE(played.stop);
  EXPECT_EQ(trace->range_at(played.position).line, line);
  EXPECT_EQ(breakpoints.next(0, trace->size())->position, played.position);
}

TEST(Playback, BreakpointsAreTheSameBothWays) {
  const auto trace = record();
  ASSERT_NE(trace, nullptr);
  sim::Breakpoints breakpoints(*trace, {{trace->range_at(trace->size() / 2).line, ""}});
  std::vector<std::uint64_t> forwards, backwards;
  for (auto at = breakpoints.next(0, trace->size()); at; at = breakpoints.next(at->position, trace->size()))
    forwards.push_back(at->position);
  for (auto at = breakpoints.previous(trace->size()); at && at->position > 0;
       at = breakpoints.previous(at->position))
    backwards.insert(backwards.begin(), at->position);
  EXPECT_EQ(forwards, backwards);
  EXPECT_GE(forwards.size(), 2u);
}

TEST(Playback, WithoutBreakpointsNothingStops) {
  const auto trace = record();
  ASSERT_NE(trace, nullptr);
  sim::Breakpoints none(*trace, {});
  EXPECT_FALSE(none.next(0, trace->size()));
  EXPECT_FALSE(none.previous(trace->size()));
}

}  // namespace
}  // namespace lockstep::gui
