#include "sim/dataflow/matrices.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

// A transposition: rows of 8 are read, rows of 4 are written.
Plan transposition() {
  Plan plan = kernel_plan(
      "kernel void k(global int* out, global const int* in) {\n"
      "  local int tile[4][5];\n"
      "  int x = get_global_id(0), y = get_global_id(1);\n"
      "  tile[get_local_id(1)][get_local_id(0)] = in[y * 8 + x];\n"
      "  out[x * 4 + y] = tile[get_local_id(1)][get_local_id(0)];\n"
      "}\n",
      32, 4);
  plan.launches[0].range.dimensions = 2;
  plan.launches[0].range.global_size = {8, 4, 1};
  plan.launches[0].range.local_size = {4, 4, 1};
  return plan;
}

std::shared_ptr<const Trace> matrix_trace(const Plan& plan) {
  auto trace = Trace::record(plan, model_named("cc9.0"));
  EXPECT_TRUE(trace) << trace.error().message;
  return *trace;
}

TEST(Matrices, RowsAreGuessedFromTheAccesses) {
  const Plan plan = transposition();
  const auto trace = matrix_trace(plan);
  for (const auto& [buffer, row] : row_lengths(*trace)) {
    EXPECT_TRUE(row.is_guessed);
    EXPECT_EQ(row.elements, plan.buffers[buffer].role == PlanBuffer::Role::input ? 8u : 4u);
  }
  EXPECT_EQ(row_lengths(*trace).size(), 2u);
}

TEST(Matrices, ALocalArrayOfArraysHasItsDeclaredRows) {
  const auto trace = matrix_trace(transposition());
  const auto matrices = matrices_at(*trace, {}, 1);
  ASSERT_EQ(matrices.size(), 1u);
  EXPECT_EQ(matrices[0].object.name, "tile");
  EXPECT_EQ(matrices[0].row.elements, 5u);
  EXPECT_EQ(matrices[0].rows(), 4u);
}

TEST(Matrices, AGivenLengthIsNoGuess) {
  Plan plan = transposition();
  plan.buffers[0].width = 16;
  EXPECT_EQ(row_lengths(*matrix_trace(plan)).at(0).elements, 16u);
  EXPECT_FALSE(row_lengths(*matrix_trace(plan)).at(0).is_guessed);
}

TEST(Matrices, OneDimensionHasNone) {
  EXPECT_TRUE(row_lengths(*matrix_trace(catalogue_plan("reduce/divergent"))).empty());
}

TEST(Matrices, TouchedElementsAreThoseOfTheObject) {
  const auto trace = matrix_trace(transposition());
  const auto matrices = matrices_at(*trace, row_lengths(*trace), 0);
  const auto input = std::ranges::find_if(
      matrices, [&](const Matrix& matrix) { return !matrix.object.is_local && matrix.row.elements == 8; });
  ASSERT_NE(input, matrices.end());
  const TouchedElements touched = touched_elements(*trace, input->object, 0, trace->size());
  EXPECT_EQ(touched.read.size(), 32u);
  EXPECT_TRUE(touched.written.empty());
}

}  // namespace
}  // namespace lockstep::sim
