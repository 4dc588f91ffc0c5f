// The labels of rows and cells.
#include "sim/figure_rows/row_labels.hpp"

#include <gmock/gmock.h>

#include "sim/figure_rows/coverage.hpp"
#include "tests/sim/figure_rows/inputs.hpp"

namespace lockstep::sim {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(RowLabels, ChooseTheVariableThatDiffersInEveryRow) {
  RowLabels labels;
  const std::vector<RowLabels::RowKey> keys{{0, 0, 1, 0}, {0, 1, 1, 0}, {0, 2, 1, 0}};
  for (std::uint32_t i = 0; i < 3; ++i) {
    labels.note(keys[i], "L", 8);
    if (i > 0) labels.note(keys[i], "s", 1 << i);
    labels.note(keys[i], "t", i);
    if (i == 0) labels.note(keys[i], "t", 7);  // differs between lanes
  }
  EXPECT_THAT(labels.choose(keys), ElementsAre("", "s = 2", "s = 4"));
}

TEST(RowLabels, AVariableThatCountsUpAndDownIsAccepted) {
  RowLabels labels;
  const std::vector<RowLabels::RowKey> keys{{0, 0, 1, 0}, {0, 1, 1, 0}, {0, 2, 1, 0}};
  for (std::uint32_t i = 0; i < 3; ++i) {
    labels.note(keys[i], "L", 8);
    labels.note(keys[i], "s", i == 1 ? 2 : 1);
  }
  EXPECT_THAT(labels.choose(keys), ElementsAre("s = 1", "s = 2", "s = 1"));
}

TEST(CoverageLabels, GoFromTheFullestToTheShortest) {
  Inputs inputs(8);
  const auto id = inputs.combine(inputs.combine(5, 6), inputs.combine(7, 8));
  const auto spread = inputs.combine(inputs.combine(1, 5), inputs.combine(3, 7));
  const auto twice = inputs.combine(inputs.combine(4, 4), inputs.combine(5, 6));
  CoverageLabels labels;
  EXPECT_THAT(labels.labels(inputs.graph, id), ElementsAre("Σ x4..7", "x4..7", "4..7", "4..7"));
  EXPECT_THAT(labels.labels(inputs.graph, spread), ElementsAre("Σ x0,2…6", "x0,2…6", "0,2…6", "0,2…6"));
  EXPECT_EQ(labels.labels(inputs.graph, twice).front(), "Σ 2·x3,x4..5");
  EXPECT_EQ(labels.labels(inputs.graph, 3).front(), "x2");
  EXPECT_THAT(labels.labels(inputs.graph, 0), IsEmpty());
}

TEST(CoverageLabels, AThousandStepsAreFast) {
  Inputs inputs(20000);
  ProvenanceId sum = 1;
  for (ProvenanceId i = 2; i <= 20000; ++i) sum = inputs.combine(sum, i);
  CoverageLabels labels;
  EXPECT_EQ(labels.labels(inputs.graph, sum).front(), "Σ x0..19999");
}

}  // namespace
}  // namespace lockstep::sim
