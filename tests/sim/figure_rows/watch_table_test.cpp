#include "sim/figure_rows/watch_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

TEST(WatchTables, HaveAColumnForEachWorkItemOfTheWarp) {
  const char* kernel =
      "kernel void k(global int *out, global const int *in) { int t = get_local_id(0); out[t] = in[t]; }";
  const auto trace = *Trace::record(kernel_plan(kernel, 48, 48), model_named("cc9.0"));
  WatchTables tables(*trace);
  const WatchTable first = tables.at(3, 0, {"t"}, 0), second = tables.at(3, 0, {"t"}, 1);
  EXPECT_EQ(first.parts, 2u);
  EXPECT_EQ(first.columns.size(), 32u);
  EXPECT_EQ(second.columns.size(), 16u) << "the last warp is partial";
  EXPECT_EQ(second.columns.front().local_id, 32u);
  EXPECT_EQ(tables.at(3, 0, {}, 99).part, 1u);
}

TEST(WatchTables, IndependentLanesAreShownTogether) {
  const auto trace = *Trace::record(catalogue_plan("reduce/divergent", {.n = 64, .group_size = 64}),
                                    model_named("cc9.0"), {.schedule = {LaneSchedule::independent, {}}});
  WatchTables tables(*trace);
  const WatchTable table = tables.at(trace->size() / 2, 0, {"get_local_id(0)"}, 1);
  EXPECT_TRUE(table.of_items);
  ASSERT_EQ(table.columns.size(), 32u);
  for (std::size_t i = 0; i < 32; ++i) {
    if (table.columns[i].state == WatchColumn::State::finished) continue;
    EXPECT_EQ(table.rows[0].cells[i].text, std::to_string(32 + i));
  }
}

TEST(WatchTables, MarkWhatChangedAndWhatIsMaskedOff) {
  const auto trace = *Trace::record(catalogue_plan("reduce/divergent", {}), model_named("cc9.0"));
  WatchTables tables(*trace);
  std::size_t changed = 0, masked = 0;
  for (std::uint64_t position = 1; position < trace->size(); ++position) {
    const WatchTable table = tables.at(position, position - 1, {"scratch[t]"}, 0);
    for (const WatchCell& cell : table.rows[0].cells) changed += cell.changed ? 1 : 0;
    masked += static_cast<std::size_t>(
        std::ranges::count(table.columns, WatchColumn::State::masked, &WatchColumn::state));
  }
  EXPECT_GT(changed, 0u);
  EXPECT_GT(masked, 0u);
}

TEST(WatchTables, TheEndOfTheRunHasNoVariables) {
  const auto trace = *Trace::record(catalogue_plan("reduce/divergent", {}), model_named("cc9.0"));
  WatchTables tables(*trace);
  const WatchTable table = tables.at(trace->size(), 0, {"t"}, 0);
  EXPECT_TRUE(table.columns.empty());
  EXPECT_NE(table.rows.at(0).problem.find("has ended"), std::string::npos);
}

TEST(WatchTables, OneValueForAllLanesIsUniform) {
  const auto trace = *Trace::record(catalogue_plan("reduce/divergent", {}), model_named("cc9.0"));
  WatchTables tables(*trace);
  const WatchTable table = tables.at(10, 9, {"7", "get_local_id(0)"}, 0);
  EXPECT_TRUE(table.rows[0].is_uniform());
  EXPECT_FALSE(table.rows[1].is_uniform());
}

}  // namespace
}  // namespace lockstep::sim
