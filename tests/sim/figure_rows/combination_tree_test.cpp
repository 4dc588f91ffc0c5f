#include "sim/figure_rows/combination_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

std::shared_ptr<const Trace> trace_of(const Plan& plan) {
  auto trace = Trace::record(plan, model_named("cc9.0"));
  if (!trace) throw std::runtime_error(trace.error().message);
  return *trace;
}

std::string tree_of(const Trace& trace, std::uint64_t position, const std::string& text,
                    std::size_t max_lines = 64) {
  const auto cell = find_cell(trace, position, text);
  if (!cell) return cell.error().message;
  return combination_tree(trace, provenance_of(*trace.seek(position), cell->memory, cell->index), max_lines);
}

TEST(CombinationTree, NamesTheLaneTheOperandsAndTheLine) {
  const auto trace = trace_of(kernel_plan(R"(kernel void k(global int *out, global const int *in) {
  int t = get_local_id(0);
  int mine = in[t] + in[t + 1];
  if (t == 2)
    out[0] = mine + in[0];
})",
                                          4, 4));
  EXPECT_EQ(tree_of(*trace, trace->size(), "out[0]"), R"(Σ x0,x2..x3   work-item 2, line 5
├─ Σ x2..x3   work-item 2, line 3
│  ├─ x2
│  └─ x3
└─ x0
)");
  EXPECT_EQ(tree_of(*trace, trace->size(), "out[1]"), "it contains no input\n");
  EXPECT_EQ(tree_of(*trace, 0, "in[3]"), "x3\n");
}

TEST(CombinationTree, IsCutAtALevelThatFits) {
  const auto trace = trace_of(catalogue_plan("reduce/sequential-global", {.n = 1024, .group_size = 64}));
  const std::string tree = tree_of(*trace, trace->size(), "a[0]", 20);
  EXPECT_LE(std::ranges::count(tree, '\n'), 20);
  EXPECT_NE(tree.find("… 127 combinations"), std::string::npos) << tree;
}

TEST(CombinationTree, RefusesOtherNames) {
  const auto trace = trace_of(catalogue_plan("reduce/sequential-local"));
  EXPECT_EQ(tree_of(*trace, 0, "out"), "out is not a cell; enter a memory and an index, such as out[3]");
  EXPECT_EQ(tree_of(*trace, 0, "nobody[0]"), "nobody[0]: there is no memory nobody at this moment");
  EXPECT_EQ(tree_of(*trace, 0, "in[16]"), "in[16]: in has only 16 elements");
}

}  // namespace
}  // namespace lockstep::sim
