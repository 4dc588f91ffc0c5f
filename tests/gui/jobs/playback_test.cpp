#include "gui/jobs/playback.hpp"

#include <gtest/gtest.h>

#include "gui/jobs/session.hpp"

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
    AppState state;
    state.step = step;
    PlayStep at{0, false};
    std::uint64_t steps = 0;
    while (!at.stop && ++steps < 100'000) {
      const std::uint64_t before = at.position;
      at = play_step(*trace, before, state);
      EXPECT_GT(at.position, before);
    }
    EXPECT_EQ(at.position, trace->size());
  }
}

TEST(Playback, StopsAtBreakpointsAsRunningDoes) {
  const auto trace = record();
  ASSERT_NE(trace, nullptr);
  AppState state;
  const std::uint32_t line = trace->range_at(trace->size() / 2).line;
  state.breakpoints = {line};
  state.step = sim::Trace::Step::launch;
  const PlayStep played = play_step(*trace, 0, state);
  EXPECT_TRUE(played.stop);
  EXPECT_EQ(trace->range_at(played.position).line, line);
  EXPECT_EQ(next_breakpoint(*trace, 0, trace->size(), state.breakpoints), played.position);
}

TEST(Playback, BreakpointsAreTheSameBothWays) {
  const auto trace = record();
  ASSERT_NE(trace, nullptr);
  const std::set<std::uint32_t> lines{trace->range_at(trace->size() / 2).line};
  std::vector<std::uint64_t> forwards, backwards;
  for (auto at = next_breakpoint(*trace, 0, trace->size(), lines); at;
       at = next_breakpoint(*trace, *at, trace->size(), lines)) {
    forwards.push_back(*at);
  }
  for (auto at = previous_breakpoint(*trace, trace->size(), lines); at && *at > 0;
       at = previous_breakpoint(*trace, *at, lines)) {
    backwards.insert(backwards.begin(), *at);
  }
  EXPECT_EQ(forwards, backwards);
  EXPECT_GE(forwards.size(), 2u);
}

TEST(Playback, WithoutBreakpointsNothingStops) {
  const auto trace = record();
  ASSERT_NE(trace, nullptr);
  EXPECT_FALSE(next_breakpoint(*trace, 0, trace->size(), {}));
  EXPECT_FALSE(previous_breakpoint(*trace, trace->size(), {}));
}

}  // namespace
}  // namespace lockstep::gui
