// A read that precedes a newer write: the old value and the newer value are both drawn and described.
#include "sim/figure_rows/stale_reads.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "sim/explain/narration/narration.hpp"
#include "sim/figure_rows/executed.hpp"
#include "tests/sim/figure_rows/inputs.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using ::testing::HasSubstr;

struct Recorded {
  explicit Recorded(const Plan& plan, const Schedule& schedule = {}) {
    auto recorded = Trace::record(plan, model_named("cc9.0"), {.schedule = schedule});
    EXPECT_TRUE(recorded) << recorded.error().message;
    trace = *recorded;
    combination = prepare_combination(*trace);
  }
  // The last stale read that was used for the cell.
  const StaleRead* read_into(std::uint64_t cell) const {
    const StaleRead* found = nullptr;
    for (const StaleRead& read : combination.stale_reads)
      if (read.used_cell == cell && (found == nullptr || read.used > found->used)) found = &read;
    return found;
  }
  std::int32_t newest(const StaleRead& read) const {
    return static_cast<std::int32_t>(combination.cell_at(read.row, read.cell, UINT64_MAX).bits);
  }
  const CombinationWrite& user(const StaleRead& read) const {
    return *combination.write_in(read.used_row, read.used_cell, read.used + 1);
  }

  std::shared_ptr<const Trace> trace;
  Combination combination;
};

// As declared in the scene.
Plan figure_6(std::optional<std::uint64_t> group_size = std::nullopt) {
  std::ifstream file(LOCKSTEP_SOURCE_DIR "/assets/scenes/figure-6.json");
  const auto scene = nlohmann::json::parse(file);
  EXPECT_EQ(scene.at("input"), "random");
  EXPECT_EQ(scene.at("schedule"), "lockstep");
  EXPECT_EQ(scene.at("order"), "fixed");
  const auto algorithm = find_algorithm(scene.at("algorithm").get<std::string>());
  PlanRequest request;
  scene.at("n").get_to(request.n);
  request.group_size = group_size.value_or(scene.at("group_size").get<std::uint64_t>());
  scene.at("seed").get_to(request.input.seed);
  return *make_plan(**algorithm, request, *load_kernel(**algorithm, ""));
}

// "thread A starts step 4 by reading an incorrect value (32) because thread B did not finish step 3 yet".
TEST(StaleReads, Figure6StartsStep4WithTheValueOfStep2) {
  const Recorded run(figure_6());
  ASSERT_EQ(run.combination.stale_reads.size(), 1u);
  const StaleRead& read = run.combination.stale_reads.front();
  EXPECT_EQ(read.value.bits, 32u);
  EXPECT_EQ(run.combination.rows[read.used_row].label, "s = 8");
  EXPECT_EQ(read.used_row, 4u);  // row 0 is the input: step 4
  EXPECT_EQ(read.row, 3u);       // step 3
  EXPECT_EQ(read.cell, 8u);
  EXPECT_EQ(read.used_cell, 0u);
  // Thread B, work-item 8, finishes step 3 too late, with a larger sum.
  EXPECT_GT(run.newest(read), 32);
  EXPECT_GT(read.newer, read.read);
  EXPECT_EQ(run.trace->provenance().label(read.value.provenance), "Σ x8..x11");
  EXPECT_EQ(run.trace->findings().at(read.finding).kind, Finding::Kind::data_race);
  EXPECT_THAT(stale_words(*run.trace, run.combination, read, UINT64_MAX),
              HasSubstr("work-item 0 reads 32 from a[8] at line 30 before work-item 8 writes 51 there"));
}

TEST(StaleReads, OneWorkGroupThatHoldsAllStepsReadsNoStaleValue) {
  EXPECT_TRUE(Recorded(figure_6(16)).combination.stale_reads.empty());
}

TEST(StaleReads, ALineCarriesTheValueThatWasReadAndNotTheNewerOne) {
  const Recorded run(catalogue_plan("hazards/in-place-global-steps"));
  const StaleRead* read = run.read_into(0);
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(read->value.bits, 9u);
  EXPECT_EQ(run.newest(*read), 44);
  std::vector<std::int32_t> values;
  for (const CombinationSource& source : run.combination.sources_of(run.user(*read)))
    values.push_back(static_cast<std::int32_t>(run.combination.value_read(source).bits));
  EXPECT_THAT(values, ::testing::ElementsAre(43, 9));
  EXPECT_EQ(run.user(*read).bits, 52u);
}

TEST(StaleReads, AMissingBarrierWithIndependentLanesReadsOldValues) {
  const Recorded run(catalogue_plan("hazards/missing-barrier"), {LaneSchedule::independent, {}});
  EXPECT_FALSE(run.combination.stale_reads.empty());
  for (const StaleRead& read : run.combination.stale_reads)
    EXPECT_NE(static_cast<std::int32_t>(read.value.bits), run.newest(read));
}

TEST(StaleReads, TheSentenceNamesBothValuesAndBothWorkItems) {
  const Recorded run(catalogue_plan("hazards/in-place-global-steps"));
  const StaleRead* read = run.read_into(0);
  ASSERT_NE(read, nullptr);
  const std::string stale =
      "Stale read: work-item 0 reads 9 from a[8] at line 28 before work-item 8 writes 44 there at line 28";
  EXPECT_THAT(narrate(*run.trace, read->read), HasSubstr(stale));
  EXPECT_THAT(narrate(*run.trace, read->used), HasSubstr(stale));
  const std::uint64_t begin = run.trace->previous(read->used, Trace::Step::line);
  EXPECT_THAT(narrate_line(*run.trace, begin, &run.combination), HasSubstr(stale));
  EXPECT_THAT(narrate_line(*run.trace, 0), ::testing::Not(HasSubstr("Stale")));
}

// Each operation of a run without errors: its operands give its result, and a loaded operand equals the value
// of the cell.
TEST(StaleReads, ExecutedOperationsCarryTheirOperands) {
  const Recorded run(catalogue_plan("hazards/in-place-global-steps"));
  const auto operations = executed_operations(*run.trace);
  ASSERT_EQ(operations.size(), 15u);
  bool stale = false;
  for (const ExecutedOperation& operation : operations) {
    EXPECT_EQ(static_cast<std::int32_t>(operation.left.bits + operation.right.bits),
              static_cast<std::int32_t>(operation.result));
    ASSERT_TRUE(operation.left.origin && operation.right.origin);
    stale |= operation.result == 52 && operation.left.bits == 43 && operation.right.bits == 9 &&
             operation.right.origin->name == "a[8]";
  }
  EXPECT_TRUE(stale);
}

TEST(StaleReads, AtomicUpdatesCarryWhatEachLaneFound) {
  const Recorded run(catalogue_plan("hazards/lost-update-repaired"));
  std::int64_t total = 0;
  const auto operations = executed_operations(*run.trace);
  ASSERT_EQ(operations.size(), 16u);  // the first adds to 0
  for (const ExecutedOperation& operation : operations) {
    EXPECT_EQ(operation.left.bits + operation.right.bits, operation.result);
    total = static_cast<std::int64_t>(operation.result);
  }
  EXPECT_EQ(total, 87);
}

// A value kept in a register across a barrier is not stale: its line begins at the row that contained it.
TEST(StaleReads, AValueKeptAcrossABarrierBeginsAtTheRowThatShowsIt) {
  Inputs inputs(2);
  CombinationBuilder builder(inputs.graph);
  builder.add_array(2, inputs.cells(2));
  builder.begin_group(0, 0);
  builder.load(0, 0, {0, 0});
  builder.load(0, 1, {0, 1});
  builder.barrier();
  builder.store({1, 0, 1, {0, 0}, 7, 2});
  builder.barrier();
  builder.store({2, 0, 0, {0, 1}, 0, 1});
  const auto finished = builder.finish();
  ASSERT_EQ(finished.rows.size(), 3u);
  const CombinationWrite& last = finished.rows[2].writes[0];
  ASSERT_EQ(last.source_count, 1u);
  EXPECT_EQ(finished.sources[last.first_source], (CombinationSource{0, 0, 1, true}));
  EXPECT_TRUE(finished.stale_reads.empty());
}

// The same without an order between the accesses: the nearest row shows both.
TEST(StaleReads, AnUnorderedReadBeginsAtTheNearestRow) {
  Inputs inputs(2);
  CombinationBuilder builder(inputs.graph);
  builder.add_array(2, inputs.cells(2));
  builder.begin_group(0, 0);
  builder.barrier();
  builder.load(0, 0, {0, 0});
  builder.store({1, 0, 0, {0, 1}, 0, 1});
  builder.begin_group(0, 1);
  builder.store({2, 0, 1, {0, 0}, 7, 2});
  std::vector<std::uint64_t> asked;
  const auto finished = builder.finish([&](const OvertakenRead& read) {
    asked.push_back(read.used);
    return std::optional(StaleVerdict{0, 3});
  });
  EXPECT_THAT(asked, ::testing::ElementsAre(1));
  ASSERT_EQ(finished.rows.size(), 3u);
  const CombinationSource& source = finished.sources[finished.rows[2].writes[0].first_source];
  EXPECT_EQ(source.row, 1u);
  ASSERT_TRUE(source.is_stale());
  const StaleRead& read = finished.stale_reads[source.stale];
  EXPECT_EQ(read.value.provenance, 1u);
  EXPECT_EQ(read.newer, 2u);
  EXPECT_EQ(read.finding, 3u);
}

// Two lanes write one cell in one moment; the operand of the second lane was computed in a lower row than
// that of the first.
TEST(StaleReads, AReplacedStoreMovesBelowItsOwnOperands) {
  Inputs inputs(3);
  CombinationBuilder builder(inputs.graph);
  builder.add_array(3, inputs.cells(3));
  builder.begin_group(0, 0);
  builder.load(0, 1, {0, 1});
  builder.store({1, 0, 1, {0, 1}, 0, 2});
  builder.load(0, 0, {0, 0});
  builder.load(0, 1, {0, 1});
  builder.store({2, 0, 0, {0, 2}, 0, 1});
  builder.store({2, 0, 1, {0, 2}, 0, 2});
  const auto finished = builder.finish();
  ASSERT_EQ(finished.rows.size(), 3u);
  ASSERT_EQ(finished.rows[2].writes.size(), 1u);
  EXPECT_EQ(finished.sources[finished.rows[2].writes[0].first_source], (CombinationSource{1, 1, 1, true}));
}

}  // namespace
}  // namespace lockstep::sim
