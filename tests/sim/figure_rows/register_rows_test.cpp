// Exchanges between work-items are rows of the figure: each value of a register row is the combination of the
// values at the other end of its lines.
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/figure_rows/combination.hpp"
#include "sim/machine/state/limits.hpp"
#include "tests/sim/figure_rows/inputs.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

std::vector<std::size_t> register_rows(const Combination& combination) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < combination.rows.size(); ++i)
    if (combination.array_of(i).of_registers) rows.push_back(i);
  return rows;
}

bool has_each_input_once(const ProvenanceGraph& graph, ProvenanceId id) {
  const InputRuns runs = graph.runs(id);
  return std::ranges::all_of(runs, [](const InputRun& run) { return run.times == 1; });
}

// For sums of int: the values at the sources add up to the value. If a shuffle gives a lane its own value,
// the lane adds it twice, with one line.
std::size_t expect_sums(const Trace& trace, const Combination& combination) {
  std::size_t checked = 0;
  for (std::size_t row = 0; row < combination.rows.size(); ++row) {
    for (const CombinationWrite& write : combination.rows[row].writes) {
      // A value without input has lines from all values that were loaded for it.
      if (!trace.provenance().has_input(write.provenance)) continue;
      if (!has_each_input_once(trace.provenance(), write.provenance)) continue;
      bool from_registers = combination.array_of(row).of_registers;
      std::int32_t sum = 0;
      for (const CombinationSource& source : combination.sources_of(write)) {
        from_registers = from_registers || combination.array_of(source.row).of_registers;
        EXPECT_LT(source.row, row);
        for (std::uint64_t i = 0; i < source.count; ++i)
          sum += static_cast<std::int32_t>(combination.value_read(source, i).bits);
      }
      if (!from_registers) continue;
      EXPECT_EQ(sum, static_cast<std::int32_t>(write.bits))
          << combination.array_of(row).name << "[" << write.cell << "] in row " << row << ", "
          << combination.rows[row].label;
      ++checked;
    }
  }
  return checked;
}

Combination rows_of(const std::string& body, std::uint64_t items = 64) {
  const std::string text =
      "kernel void k(global int *out, global const int *in) {\n  uint t = get_global_id(0);\n"
      "  int x = in[t];\n" +
      body + "\n  out[t] = x;\n}";
  const auto trace = Trace::record(kernel_plan(text, items, items), model_named("cc9.0"));
  EXPECT_TRUE(trace.has_value()) << trace.error().message;
  Combination combination = prepare_combination(**trace);
  EXPECT_GT(expect_sums(**trace, combination), items) << body;
  return combination;
}

TEST(RegisterRows, AReductionByShufflesIsATree) {
  const Combination combination = rows_of(
      "for (uint s = 16; s > 0; s /= 2)\n  x = x + sub_group_shuffle_down(x, s);\n"
      "  x = sub_group_broadcast(x, 0);");
  const auto rows = register_rows(combination);
  ASSERT_EQ(rows.size(), 6u) << "what is loaded, and five steps";
  EXPECT_TRUE(combination.rows[rows[0]].loaded);
  EXPECT_EQ(combination.rows[rows[1]].label, "s = 16");
  EXPECT_EQ(combination.rows[rows[5]].label, "s = 1");
  EXPECT_EQ(combination.rows[rows[1]].writes.size(), 64u) << "both warps in one row";
  std::uint64_t distance = 16;
  for (std::size_t step = 1; step < rows.size(); ++step, distance /= 2) {
    const CombinationWrite* write = combination.write_in(rows[step], 33, UINT64_MAX);
    ASSERT_NE(write, nullptr);
    EXPECT_THAT(cells_of(combination.sources_of(*write)), ::testing::UnorderedElementsAre(33, 33 + distance));
    EXPECT_EQ(combination.sources_of(*write)[0].row, rows[step - 1]);
  }
  // All work-items of a warp get the total from its lane 0.
  for (const CombinationWrite& write : combination.rows.back().writes)
    EXPECT_THAT(cells_of(combination.sources_of(write)), ::testing::ElementsAre(write.cell / 32 * 32));
}

TEST(RegisterRows, AScanByShufflesWritesOnlyTheLanesThatAdd) {
  const Combination combination = rows_of(
      "for (uint s = 1; s < 32; s *= 2) {\n    int left = sub_group_shuffle_up(x, s);\n"
      "    if (get_sub_group_local_id() >= s) x = left + x;\n  }\n"
      "  x = sub_group_shuffle_xor(x, 0);");
  const auto rows = register_rows(combination);
  ASSERT_EQ(rows.size(), 6u);
  for (std::size_t step = 1; step < rows.size(); ++step)
    EXPECT_EQ(combination.rows[rows[step]].writes.size(), 64u - 2 * (1u << (step - 1)));
}

TEST(RegisterRows, ReductionsAndScansHaveTheirOperandsAndResults) {
  for (const auto* call :
       {"sub_group_reduce_add(x)", "sub_group_scan_inclusive_add(x)", "sub_group_scan_exclusive_add(x)",
        "work_group_reduce_add(x)", "work_group_scan_inclusive_add(x)", "work_group_scan_exclusive_add(x)",
        "sub_group_clustered_reduce_add(x, 8)"}) {
    const Combination combination = rows_of("  x = " + std::string(call) + ";");
    const auto rows = register_rows(combination);
    ASSERT_EQ(rows.size(), 2u) << call;
    EXPECT_TRUE(combination.rows[rows[1]].applies) << call;
  }
  const Combination scan = rows_of("  x = sub_group_scan_inclusive_add(x);");
  const CombinationWrite* write = scan.write_in(register_rows(scan)[1], 37, UINT64_MAX);
  ASSERT_NE(write, nullptr);
  EXPECT_THAT(cells_of(scan.sources_of(*write)), ::testing::ElementsAre(32, 33, 34, 35, 36, 37));
}

TEST(RegisterRows, OfTheFastestKernelsAddUp) {
  for (const auto* id : {"reduce/tuned", "scan/look-back"}) {
    for (const std::uint64_t n : {64, 1000}) {
      const DeviceModel& model = model_named("cc9.0");
      const auto trace =
          Trace::record(catalogue_plan(id, {.n = n, .group_size = 64, .limits = limits_of(model)}), model);
      ASSERT_TRUE(trace.has_value()) << id;
      const Combination combination = prepare_combination(**trace);
      EXPECT_FALSE(register_rows(combination).empty()) << id;
      EXPECT_GT(expect_sums(**trace, combination), 32u) << id << ", n = " << n;
    }
  }
}

TEST(RegisterRows, WithoutExchangesThereAreNone) {
  for (const auto& id : kAlgorithms) {
    const auto trace = Trace::record(catalogue_plan(id), model_named("cc9.0"));
    EXPECT_TRUE(register_rows(prepare_combination(**trace)).empty()) << id;
  }
}

// An exchanged index is not a value of the algorithm.
TEST(RegisterRows, ExchangedIndicesAreNotShown) {
  const std::string text =
      "kernel void k(global int *out, global const int *in) {\n  uint t = get_global_id(0);\n"
      "  out[t] = in[sub_group_shuffle_xor(t, 1)];\n}";
  const auto trace = Trace::record(kernel_plan(text, 32, 32), model_named("cc9.0"));
  EXPECT_TRUE(register_rows(prepare_combination(**trace)).empty());
}

}  // namespace
}  // namespace lockstep::sim
