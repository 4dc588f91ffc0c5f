// From loads and stores to rows: the source cells of a stored value, and the row that shows it.
#include "sim/figure_rows/builder.hpp"

#include <gmock/gmock.h>

#include "tests/sim/figure_rows/inputs.hpp"

namespace lockstep::sim {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

using Finished = CombinationBuilder::Finished;

std::vector<CombinationSource> sources(const Finished& finished, std::size_t row, std::size_t write) {
  const CombinationWrite& entry = finished.rows[row].writes[write];
  const auto first = finished.sources.begin() + entry.first_source;
  return {first, first + entry.source_count};
}

std::vector<std::uint64_t> source_cells(const Finished& finished, std::size_t row, std::size_t write) {
  return cells_of(sources(finished, row, write));
}

// One array that holds the inputs; row 0 shows its content before the run.
struct Story : Inputs {
  explicit Story(std::uint64_t count) : Inputs(count) {
    builder.add_array(count, cells(count));
    builder.begin_group(0, 0);
  }
  void load(std::uint32_t lane, std::uint64_t cell) { builder.load(0, lane, {0, cell}); }
  void store(std::uint64_t position, std::uint32_t lane, std::uint64_t cell, ProvenanceId value) {
    builder.store({position, 0, lane, {0, cell}, 0, value});
  }
  CombinationBuilder builder{graph};
};

TEST(CombinationBuilder, JoinsAStoreToWhatTheLaneLoadedForIt) {
  Story story(4);
  story.load(0, 0);
  story.load(0, 3);
  story.store(7, 0, 0, story.combine(1, 4));
  const Finished finished = story.builder.finish();
  ASSERT_THAT(finished.rows, SizeIs(2));
  EXPECT_TRUE(finished.rows[0].initial);
  ASSERT_THAT(finished.rows[1].writes, SizeIs(1));
  EXPECT_THAT(source_cells(finished, 1, 0), ElementsAre(0, 3));
}

// Lane 0 has its value one step earlier than lane 1; both store in one moment, in one row.
TEST(CombinationBuilder, PutsTheStoresOfOneMomentIntoOneRow) {
  Story story(2);
  const std::uint32_t out = story.builder.add_array(2);
  story.load(0, 0);
  story.store(1, 0, 0, 1);
  story.load(1, 0);
  story.load(1, 1);
  const ProvenanceId both = story.combine(1, 2);
  story.store(2, 1, 1, both);
  const std::vector<StoreEvent> together{{3, 0, 0, {out, 0}, 0, 1}, {3, 0, 1, {out, 1}, 0, both}};
  story.builder.store_together(together);
  const Finished finished = story.builder.finish();
  ASSERT_FALSE(finished.rows.empty());
  const CombinationRow& last = finished.rows.back();
  EXPECT_EQ(last.array, out);
  EXPECT_THAT(last.writes, SizeIs(2));
  EXPECT_EQ(std::ranges::count(finished.rows, out, &CombinationRow::array), 1);
}

TEST(CombinationBuilder, DrawsNoLineFromACellThatWasOnlyReadForAddressing) {
  Story story(4);
  story.load(0, 2);  // an index
  story.load(0, 1);
  story.store(7, 0, 0, 2);
  EXPECT_THAT(source_cells(story.builder.finish(), 1, 0), ElementsAre(1));
}

TEST(CombinationBuilder, KeepsWhatALaneLoadedAcrossABarrier) {
  Story story(4);
  story.load(1, 0);
  story.builder.barrier();
  story.load(1, 1);
  story.store(9, 1, 1, story.combine(1, 2));
  EXPECT_THAT(source_cells(story.builder.finish(), 1, 0), ElementsAre(0, 1));
}

// For all values that a lane has had. An endless loop creates as many rows; searching them again for each
// value would take minutes.
TEST(CombinationBuilder, JoinsALongChainToTheValueBeforeIt) {
  Story story(3);
  constexpr std::uint64_t kStores = 100'000;
  ProvenanceId value = 1;
  for (std::uint64_t position = 0; position < kStores; ++position) {
    story.load(0, 0);
    story.load(0, 1 + position % 2);
    value = story.combine(value, 2 + position % 2);
    story.store(position, 0, 0, value);
  }
  const Finished finished = story.builder.finish();
  ASSERT_THAT(finished.rows, SizeIs(kStores + 1));
  for (const std::size_t row : {std::size_t{1}, std::size_t{30}, std::size_t{9000}, std::size_t{kStores}})
    EXPECT_THAT(source_cells(finished, row, 0), ElementsAre(0, 1 + (row - 1) % 2)) << row;
}

TEST(CombinationBuilder, SeesThroughTheSwapOfADownSweep) {
  Story story(2);    // cells a and b hold x0 and x1
  story.load(0, 0);  // t = s[a]
  story.load(0, 1);
  story.store(1, 0, 0, 2);  // s[a] = s[b]
  story.load(0, 1);
  story.store(2, 0, 1, story.combine(2, 1));  // s[b] += t
  const Finished finished = story.builder.finish();
  ASSERT_THAT(finished.rows, SizeIs(2));
  EXPECT_THAT(source_cells(finished, 1, 0), ElementsAre(1));
  EXPECT_THAT(source_cells(finished, 1, 1), ElementsAre(0, 1));
}

TEST(CombinationBuilder, AnIdentityThatWasReadCountsAndIsMarked) {
  Inputs inputs(1);
  std::vector<CombinationCell> cells = inputs.cells(1);
  cells.push_back({0, 0, true});
  CombinationBuilder builder(inputs.graph);
  builder.add_array(2, cells);
  builder.begin_group(0, 0);
  builder.load(0, 0, {0, 0});
  builder.load(0, 0, {0, 1});
  builder.store({1, 0, 0, {0, 0}, 0, 1});
  EXPECT_THAT(sources(builder.finish(), 1, 0),
              ElementsAre(CombinationSource{0, 0, 1, true}, CombinationSource{0, 1, 1, false}));
}

TEST(CombinationBuilder, StepsOfAWarpWithoutBarriersAreRowsOfTheirOwn) {
  Story story(4);
  for (std::uint32_t lane : {0u, 1u}) {
    story.load(lane, lane);
    story.load(lane, lane + 2);
  }
  const auto left = story.combine(1, 3), right = story.combine(2, 4);
  story.store(1, 0, 0, left);
  story.store(1, 1, 1, right);
  story.load(0, 0);
  story.load(0, 1);
  story.store(2, 0, 0, story.combine(left, right));
  const Finished finished = story.builder.finish();
  ASSERT_THAT(finished.rows, SizeIs(3));
  EXPECT_THAT(finished.rows[1].writes, SizeIs(2));
  EXPECT_THAT(source_cells(finished, 2, 0), ElementsAre(0, 1));
}

TEST(CombinationBuilder, OfTwoLanesThatStoreToOneCellAtOnceTheLastOneStays) {
  Story story(2);
  story.store(1, 0, 0, 1);
  story.store(1, 1, 0, 2);
  const Finished finished = story.builder.finish();
  ASSERT_THAT(finished.rows, SizeIs(1));
  ASSERT_THAT(finished.rows[0].writes, SizeIs(1));
  EXPECT_EQ(finished.rows[0].writes[0].lane, 1u);
}

TEST(CombinationBuilder, OfLanesThatAddAtomicallyAllAreInTheCell) {
  Story story(4);
  const std::uint32_t total = story.builder.add_array(1);
  const auto sum = story.combine(story.combine(1, 2), story.combine(3, 4));
  for (std::uint32_t lane = 0; lane < 4; ++lane) {
    story.load(lane, lane);
    story.builder.store({1, 0, lane, {total, 0}, 0, sum, true});
  }
  const Finished finished = story.builder.finish();
  ASSERT_THAT(finished.rows.back().writes, SizeIs(1));
  EXPECT_THAT(source_cells(finished, 1, 0), ElementsAre(0, 1, 2, 3));
}

TEST(CombinationBuilder, FollowsAValueFromArrayToArray) {
  Story story(2);
  const std::uint32_t copy = story.builder.add_array(2);
  story.load(0, 1);
  story.builder.store({1, 0, 0, {copy, 0}, 0, 2});
  story.builder.barrier();
  story.builder.load(0, 1, {copy, 0});
  story.store(3, 1, 0, 2);
  const Finished finished = story.builder.finish();
  ASSERT_THAT(finished.rows, SizeIs(3));
  EXPECT_EQ(finished.rows[1].array, copy);
  EXPECT_THAT(sources(finished, 1, 0), ElementsAre(CombinationSource{0, 1, 1, true}));
  EXPECT_THAT(sources(finished, 2, 0), ElementsAre(CombinationSource{1, 0, 1, true}));
}

TEST(CombinationBuilder, WritesOfAnotherGroupAreInARowAbove) {
  Story story(2);
  story.builder.barrier();
  story.load(0, 0);
  story.store(1, 0, 0, 1);
  story.builder.begin_group(0, 1);
  story.load(0, 0);
  story.store(5, 0, 1, 1);
  const Finished finished = story.builder.finish();
  ASSERT_THAT(finished.rows, SizeIs(3));
  EXPECT_EQ(sources(finished, 2, 0), (std::vector<CombinationSource>{{1, 0, 1, true}}));
}

TEST(CombinationBuilder, ManyNeighboursAreOneSource) {
  Story story(64);
  ProvenanceId sum = 1;
  for (std::uint64_t cell = 0; cell < 64; ++cell) {
    story.load(0, cell);
    if (cell > 0) sum = story.combine(sum, static_cast<ProvenanceId>(cell + 1));
  }
  story.store(1, 0, 0, sum);
  EXPECT_THAT(sources(story.builder.finish(), 1, 0), ElementsAre(CombinationSource{0, 0, 64, true}));
}

}  // namespace
}  // namespace lockstep::sim
