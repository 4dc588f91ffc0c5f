// For an audience that sees only the figure, moments that do not change the figure are skipped.
#include "gui/pages/step/model/seen_steps.hpp"

#include <gtest/gtest.h>

#include "tests/gui/figures/support.hpp"

namespace lockstep::gui {
namespace {

using Step = sim::Trace::Step;

std::vector<std::uint64_t> stops(const sim::Trace& trace, const std::string& show, Step step) {
  std::vector<std::uint64_t> stops;
  for (std::uint64_t at = 0; at < trace.size();)
    stops.push_back(at = next_seen(trace, *parse_show(show), at, step));
  return stops;
}

TEST(SeenSteps, SkipWhatChangesNothingInTheFigure) {
  const auto trace = record_run("reduce/divergent", 16, 16);
  const auto all = stops(*trace, "source figure", Step::line), seen = stops(*trace, "figure", Step::line);
  EXPECT_LT(seen.size(), all.size());
  EXPECT_EQ(seen.back(), trace->size());
  std::uint64_t before = 0;
  for (const std::uint64_t at : seen) {
    constexpr unsigned access = sim::TraceRecord::global_access | sim::TraceRecord::local_access;
    bool changes = at == trace->size() || (trace->at(at).flags & access) != 0;
    for (std::uint64_t i = before; i < at; ++i)
      changes |= (trace->at(i).flags & sim::TraceRecord::store) != 0;
    EXPECT_TRUE(changes) << at;
    before = at;
  }
  EXPECT_EQ(stops(*trace, "figure sentence", Step::line), all) << "the sentence follows each step";
}

TEST(SeenSteps, LeadBackTheSameWay) {
  const auto trace = record_run("reduce/divergent", 16, 16);
  const Show show = *parse_show("figure");
  std::uint64_t at = trace->size();
  for (int i = 0; i < 1000 && at > 0; ++i) {
    const std::uint64_t to = previous_seen(*trace, show, at, Step::line);
    ASSERT_LT(to, at);
    at = to;
  }
  EXPECT_EQ(at, 0u);
}

}  // namespace
}  // namespace lockstep::gui
