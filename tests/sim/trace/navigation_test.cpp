// Steps forward and back visit the same boundaries.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/trace/trace.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

class Navigation : public testing::TestWithParam<Trace::Step> {
 protected:
  const std::shared_ptr<const Trace> trace_ =
      *Trace::record(catalogue_plan("reduce/divergent", {.n = 100, .group_size = 64}), model_named("cc9.0"));

  std::vector<std::uint64_t> forward() const {
    std::vector<std::uint64_t> visited{0};
    while (visited.back() < trace_->size()) visited.push_back(trace_->next(visited.back(), GetParam()));
    return visited;
  }
};

TEST_P(Navigation, BackwardsIsForwardsReversed) {
  std::vector<std::uint64_t> there = forward();
  std::vector<std::uint64_t> back{trace_->size()};
  while (back.back() > 0) back.push_back(trace_->previous(back.back(), GetParam()));
  std::reverse(back.begin(), back.end());
  EXPECT_EQ(there, back);
}

TEST_P(Navigation, NeverStaysInPlace) {
  const std::vector<std::uint64_t> visited = forward();
  EXPECT_TRUE(std::is_sorted(visited.begin(), visited.end()));
  EXPECT_EQ(std::adjacent_find(visited.begin(), visited.end()), visited.end());
  EXPECT_EQ(trace_->next(trace_->size(), GetParam()), trace_->size());
  EXPECT_EQ(trace_->previous(0, GetParam()), 0u);
}

TEST_P(Navigation, BoundariesMatchTheirKind) {
  for (const std::uint64_t position : forward()) {
    if (position == 0 || position == trace_->size()) continue;
    const std::uint16_t flags = trace_->at(position - 1).flags;
    if (GetParam() == Trace::Step::barrier) {
      EXPECT_TRUE(flags & TraceRecord::barrier_release);
    }
    if (GetParam() == Trace::Step::launch) {
      EXPECT_TRUE(flags & TraceRecord::launch_end);
    }
    if (GetParam() == Trace::Step::line) {
      const bool other_warp = trace_->at(position).moment.warp != trace_->at(position - 1).moment.warp ||
                              trace_->at(position).moment.group != trace_->at(position - 1).moment.group ||
                              trace_->at(position).moment.launch != trace_->at(position - 1).moment.launch;
      EXPECT_TRUE(other_warp || trace_->range_at(position).line != trace_->range_at(position - 1).line);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, Navigation,
                         testing::Values(Trace::Step::instruction, Trace::Step::line, Trace::Step::barrier,
                                         Trace::Step::launch));

TEST(Events, AreFoundInBothDirections) {
  const auto trace =
      *Trace::record(catalogue_plan("reduce/divergent", {.n = 64, .group_size = 64}), model_named("cc9.0"));
  std::vector<std::uint64_t> there;
  for (auto at = trace->next_event(0, TraceRecord::divergent); at;
       at = trace->next_event(*at, TraceRecord::divergent))
    there.push_back(*at);
  std::vector<std::uint64_t> back;
  for (auto at = trace->previous_event(trace->size(), TraceRecord::divergent); at;
       at = trace->previous_event(*at, TraceRecord::divergent))
    back.push_back(*at);
  std::reverse(back.begin(), back.end());
  EXPECT_EQ(there, back);
  EXPECT_EQ(there.size(), trace->counted().total.divergent_branches);
}

}  // namespace
}  // namespace lockstep::sim
