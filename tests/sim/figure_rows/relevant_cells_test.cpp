#include "sim/figure_rows/relevant_cells.hpp"

#include <gmock/gmock.h>

#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

TEST(RelevantCells, AreTheSourcesOfAResult) {
  const auto trace = Trace::record(catalogue_plan("reduce/sequential-global", {.n = 256, .group_size = 64}),
                                   model_named("cc9.0"));
  ASSERT_TRUE(trace);
  const Combination combination = prepare_combination(**trace);
  const auto relevant = relevant_cells(combination, 7, 0);
  EXPECT_THAT(relevant[combination.rows[0].array], ::testing::IsSupersetOf({0, 1, 2, 4, 8, 16, 32, 64, 128}));
}

}  // namespace
}  // namespace lockstep::sim
