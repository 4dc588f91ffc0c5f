#include "sim/figure_rows/combination_maker.hpp"

#include <gmock/gmock.h>

#include "sim/figure_rows/matrices/windows.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

void expect_same_rows(const Combination& one, const Combination& other) {
  ASSERT_EQ(one.rows.size(), other.rows.size());
  for (std::size_t i = 0; i < one.rows.size(); ++i) {
    const CombinationRow &row = one.rows[i], &wanted = other.rows[i];
    EXPECT_EQ(row.label, wanted.label);
    EXPECT_EQ(row.array, wanted.array);
    EXPECT_EQ(row.positions, wanted.positions);
    EXPECT_EQ(row.group_begin, wanted.group_begin);
    EXPECT_EQ(row.of_groups.size(), wanted.of_groups.size());
    ASSERT_EQ(row.writes.size(), wanted.writes.size());
    for (std::size_t w = 0; w < row.writes.size(); ++w) {
      EXPECT_EQ(row.writes[w].cell, wanted.writes[w].cell);
      EXPECT_EQ(row.writes[w].position, wanted.writes[w].position);
      EXPECT_EQ(row.writes[w].first_source, wanted.writes[w].first_source);
    }
  }
}

// Shuffles have separate rows; double buffers are split.
class Pieces : public ::testing::TestWithParam<const char*> {};

TEST_P(Pieces, GiveTheSameAsTheWhole) {
  const auto trace =
      Trace::record(catalogue_plan(GetParam(), {.n = 4096, .group_size = 256}), model_named("cc9.0"));
  ASSERT_TRUE(trace.has_value());
  const Combination whole = prepare_combination(**trace);
  CombinationMaker maker(**trace);
  std::size_t pieces = 0;
  for (bool goes_on = true; goes_on; ++pieces) {
    TimeSlice slice(std::chrono::milliseconds(0));
    goes_on = maker.go_on(slice);
  }
  EXPECT_GT(pieces, 20u);
  const Combination divided = maker.take();
  expect_same_rows(divided, whole);
  EXPECT_EQ(divided.sources, whole.sources);
  EXPECT_EQ(divided.stale_reads.size(), whole.stale_reads.size());
  EXPECT_EQ(divided.max_cells, whole.max_cells);
  EXPECT_EQ(divided.widest_value, whole.widest_value);
  ASSERT_EQ(divided.arrays.size(), whole.arrays.size());
  for (std::size_t i = 0; i < whole.arrays.size(); ++i)
    EXPECT_EQ(divided.arrays[i].part, whole.arrays[i].part);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, Pieces,
                         ::testing::Values("reduce/divergent", "scan/kogge-stone", "scan/warp",
                                           "scan/hillis-steele-global", "scan/look-back",
                                           "patterns/segmented-scan"));

TEST(CombinationMaker, ARunWithoutMomentsHasItsInput) {
  Plan plan = catalogue_plan("reduce/divergent");
  plan.launches.clear();
  const auto trace = Trace::record(plan, model_named("cc9.0"));
  ASSERT_TRUE(trace.has_value());
  CombinationMaker maker(**trace);
  TimeSlice slice(std::chrono::milliseconds(0));
  EXPECT_FALSE(maker.go_on(slice));
  expect_same_rows(maker.take(), prepare_combination(**trace));
}

TEST(WindowSearch, InPiecesFindsTheSame) {
  const auto trace =
      Trace::record(catalogue_plan("patterns/convolve-1d-tiled-halo", {.n = 4096, .group_size = 256}),
                    model_named("cc9.0"));
  ASSERT_TRUE(trace.has_value());
  const Combination combination = prepare_combination(**trace);
  const auto lengths = row_lengths(**trace);
  const auto whole = find_windows(**trace, combination, lengths);
  ASSERT_TRUE(whole);
  WindowSearch search(**trace, combination, lengths);
  std::size_t pieces = 0;
  for (bool goes_on = true; goes_on; ++pieces) {
    TimeSlice slice(std::chrono::milliseconds(0));
    goes_on = search.go_on(slice);
  }
  EXPECT_GT(pieces, 10u);
  const auto divided = search.take();
  ASSERT_TRUE(divided);
  EXPECT_EQ(divided->offsets, whole->offsets);
  EXPECT_EQ(divided->mask, whole->mask);
  EXPECT_EQ(divided->out_row, whole->out_row);
}

}  // namespace
}  // namespace lockstep::sim
