#include "sim/figure_rows/double_buffers.hpp"

#include <gmock/gmock.h>

#include "tests/sim/figure_rows/inputs.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using ::testing::ElementsAre;

struct Seen {
  std::shared_ptr<const Trace> trace;
  Combination combination;
};

Seen rows_of(const std::string& id, std::uint64_t n, std::uint64_t group_size) {
  const auto trace =
      Trace::record(catalogue_plan(id, {.n = n, .group_size = group_size}), model_named("cc9.0"));
  EXPECT_TRUE(trace.has_value());
  return {*trace, prepare_combination(**trace)};
}

std::vector<std::string> names_of(const Combination& combination) {
  std::vector<std::string> names;
  for (std::size_t row = 0; row < combination.rows.size(); ++row)
    names.push_back(combination.array_of(row).name + combination.array_of(row).part);
  return names;
}

TEST(DoubleBuffers, EachStepOfKoggeAndStoneShowsTheHalfThatItWrites) {
  const Combination combination = rows_of("scan/kogge-stone", 8, 8).combination;
  EXPECT_THAT(names_of(combination), ElementsAre("in", "scratch[0..7]", "scratch[8..15]", "scratch[0..7]",
                                                 "scratch[8..15]", "out", "sums"));
  EXPECT_EQ(combination.max_cells, 8u);
  std::uint64_t distance = 1;
  for (std::size_t row = 2; row < 5; ++row, distance *= 2) {
    for (const CombinationWrite& write : combination.rows[row].writes) {
      for (const CombinationSource& source : combination.sources_of(write)) EXPECT_EQ(source.row, row - 1);
      if (write.cell >= distance)
        EXPECT_THAT(cells_of(combination.sources_of(write)), ElementsAre(write.cell - distance, write.cell));
      else
        EXPECT_THAT(cells_of(combination.sources_of(write)), ElementsAre(write.cell));
    }
  }
  for (const CombinationWrite& write : combination.rows[5].writes)
    EXPECT_THAT(cells_of(combination.sources_of(write)), ElementsAre(write.cell));
}

TEST(DoubleBuffers, ACellKeepsTheIndexThatTheKernelUses) {
  const Combination combination = rows_of("scan/kogge-stone", 8, 8).combination;
  const CombinationArray& upper = combination.array_of(2);
  EXPECT_EQ(upper.index_of(3), 11u);
  EXPECT_EQ(upper.object.index_of(combination.array_of(1).object.cell(3)), std::nullopt);
  EXPECT_EQ(combination.id_of(2, 3).index, combination.id_of(1, 3).index + 8);
}

TEST(DoubleBuffers, AnAccessTouchesTheCellOfItsHalf) {
  const Seen seen = rows_of("scan/kogge-stone", 8, 8);
  const CombinationRow& row = seen.combination.rows[2];
  for (const CombinationWrite& write : row.writes)
    EXPECT_TRUE(
        accessed_cells(seen.combination, *seen.trace, write.position).contains({row.array, write.cell}));
}

TEST(DoubleBuffers, TheHalvesOfSeveralWorkGroupsStandSideBySide) {
  const Combination combination = rows_of("scan/kogge-stone", 16, 8).combination;
  EXPECT_EQ(combination.array_of(2).cells(), 16u);
  ASSERT_EQ(combination.rows[2].writes.size(), 16u);
  for (std::uint64_t cell = 0; cell < 16; ++cell) {
    EXPECT_EQ(combination.rows[2].writes[cell].cell, cell);
    EXPECT_EQ(combination.rows[2].writes[cell].group, cell / 8);
  }
}

TEST(DoubleBuffers, OtherLocalArraysStayWhole) {
  for (const char* id :
       {"scan/hillis-steele-local", "scan/blelloch", "scan/brent-kung", "reduce/sequential-local",
        "reduce/divergent", "reduce/tuned", "patterns/convolve-1d-tiled-halo"})
    for (const CombinationArray& array : rows_of(id, 32, 16).combination.arrays)
      EXPECT_EQ(array.part, "") << id << " " << array.name;
}

}  // namespace
}  // namespace lockstep::sim
