#include "gui/background_jobs/pair/pair_steps.hpp"

#include <gtest/gtest.h>

#include "gui/session/playback.hpp"
#include "gui/session/run_maker.hpp"
#include "gui/session/run_request.hpp"

namespace lockstep::gui {
namespace {

using Kind = StepList::Kind;

RunRequest request(const std::string& algorithm) {
  AppState state;
  state.algorithm = algorithm;
  RunRequest request = run_request(state);
  request.text = load_kernel(**find_algorithm(algorithm), {})->text;
  return request;
}

std::shared_ptr<const sim::Trace> trace_of(const std::string& algorithm) {
  auto run = make_run(request(algorithm));
  return run ? run->trace : nullptr;
}

TEST(StepList, IsAtTheSamePositionAsSteppingFromTheStart) {
  const auto trace = trace_of("scan/blelloch");
  for (const Kind kind : kSteps) {
    const StepList steps(*trace, kind);
    std::uint64_t position = 0, made = 0;
    for (; position < trace->size(); position = trace->next(position, kind), ++made) {
      ASSERT_EQ(steps.position_after(made), position) << name(kind) << ' ' << made;
      ASSERT_EQ(steps.steps_before(position), made) << name(kind);
      ASSERT_EQ(steps.steps_to(position), made) << name(kind);
    }
    EXPECT_EQ(steps.count(), made);
    EXPECT_EQ(steps.position_after(made), trace->size());
    EXPECT_EQ(steps.position_after(made + 7), trace->size()) << "it waits at its end";
  }
}

TEST(StepList, BetweenTwoBoundariesPreviousAndNextDiffer) {
  const auto trace = trace_of("reduce/divergent");
  const StepList steps(*trace, Kind::barrier);
  const std::uint64_t between = steps.position_after(2) + 1;
  ASSERT_LT(between, steps.position_after(3));
  EXPECT_EQ(steps.steps_before(between), 2u);
  EXPECT_EQ(steps.steps_to(between), 3u);
}

// Two runs; the second takes more steps by line and by barrier.
struct Pair {
  std::shared_ptr<const sim::Trace> a = trace_of("reduce/divergent"), b = trace_of("scan/blelloch");
  StepList a_steps, b_steps;
  std::vector<PairedRun> runs;
  explicit Pair(Kind kind)
      : a_steps(*a, kind), b_steps(*b, kind), runs{{a.get(), &a_steps}, {b.get(), &b_steps}} {}
};

TEST(PairSteps, ContinueUntilOneRunReachesABarrier) {
  const Pair pair(Kind::line);
  ASSERT_LT(pair.a_steps.count(), pair.b_steps.count());
  EXPECT_EQ(pair_length(pair.runs), pair.b_steps.count());
  std::uint64_t at = 0;
  for (int stops = 0; at < pair_length(pair.runs); ++stops) {
    ASSERT_LT(stops, 100);
    const std::uint64_t to = next_boundary(pair.runs, at, Kind::barrier);
    ASSERT_GT(to, at);
    // Neither run has passed its next barrier yet, and one of them has reached it.
    bool arrived = false;
    for (const PairedRun& run : pair.runs) {
      const std::uint64_t barrier = run.trace->next(run.position(at), Kind::barrier);
      EXPECT_LE(run.position(to - 1), barrier);
      arrived |= run.position(to) >= barrier;
    }
    EXPECT_TRUE(arrived) << at;
    EXPECT_LE(previous_boundary(pair.runs, to, Kind::barrier), to - 1);
    EXPECT_GE(previous_boundary(pair.runs, to, Kind::barrier), at) << "the same positions backwards";
    at = to;
  }
  EXPECT_EQ(next_boundary(pair.runs, at, Kind::barrier), at);
  EXPECT_EQ(previous_boundary(pair.runs, 0, Kind::barrier), 0u);
  EXPECT_EQ(previous_boundary(pair.runs, at, Kind::launch), pair.a_steps.count())
      << "where the shorter ended";
  EXPECT_EQ(previous_boundary(pair.runs, pair.a_steps.count(), Kind::launch), 0u);
}

TEST(PairSteps, EventsOfEitherRunAreFoundBothWays) {
  const Pair pair(Kind::line);
  const std::uint16_t divergent = event_flags(EventKind::divergence);
  std::vector<std::uint64_t> found;
  for (auto at = next_event(pair.runs, 0, divergent); at; at = next_event(pair.runs, *at, divergent))
    found.push_back(*at);
  ASSERT_GT(found.size(), 3u);
  for (const std::uint64_t at : found) {
    bool diverges = false;
    for (const PairedRun& run : pair.runs)
      for (std::uint64_t p = run.position(at); p < run.position(at + 1); ++p)
        diverges |= (run.trace->at(p).flags & divergent) != 0;
    EXPECT_TRUE(diverges) << at;
  }
  std::vector<std::uint64_t> back;
  for (auto at = previous_event(pair.runs, pair_length(pair.runs), divergent); at && *at > 0;
       at = previous_event(pair.runs, *at, divergent))
    back.insert(back.begin(), *at);
  EXPECT_EQ(back, found);
}

TEST(PairSteps, WithoutARunNothingMoves) {
  EXPECT_EQ(pair_length({}), 0u);
  EXPECT_EQ(next_boundary({}, 0, Kind::launch), 0u);
  EXPECT_FALSE(next_event({}, 0, 0xFFFF));
  EXPECT_EQ(StepList().position_after(5), 0u);
}

}  // namespace
}  // namespace lockstep::gui
