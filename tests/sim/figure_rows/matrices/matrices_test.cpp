#include "sim/figure_rows/matrices/matrices.hpp"

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

// At the start of a work-group, local memory is not empty, but contents left by another group are not values.
TEST(Matrices, AWorkGroupBeginsWithoutValuesInLocalMemory) {
  const auto trace = matrix_trace(transposition());
  const MemoryObject tile = matrices_at(*trace, {}, 1).front().object;
  std::uint64_t second = 0;
  while (trace->at(second).moment.group == 0) ++second;
  EXPECT_EQ(written_by_group(*trace, tile, 0)->size(), 0u);
  EXPECT_EQ(written_by_group(*trace, tile, second - 1)->size(), 16u);
  EXPECT_EQ(written_by_group(*trace, tile, second)->size(), 0u);
  EXPECT_EQ(written_by_group(*trace, tile, trace->size())->size(), 16u);
}

TEST(Matrices, LocalArraysShowTheirPadding) {
  // Declared with 5 columns, of which 4 are accessed.
  const LocalRows declared = local_row_lengths(*matrix_trace(transposition()));
  ASSERT_EQ(declared.size(), 1u);
  EXPECT_EQ(declared.begin()->second.elements, 5u);
  EXPECT_EQ(declared.begin()->second.used, 4u);
  EXPECT_FALSE(declared.begin()->second.is_guessed);
}

// A pointer parameter does not define its rows; its accesses do. A tile without padding is recognised by
// its columns.
TEST(Matrices, RowsOfLocalParametersAreGuessed) {
  for (const auto& [id, columns] :
       {std::pair{"patterns/transpose-padded", 5u}, {"patterns/transpose-tiled", 4u}}) {
    PlanRequest request;
    request.n = 64;
    request.group_size = 16;
    const Algorithm& transpose = **find_algorithm(id);
    const auto trace = matrix_trace(*make_plan(transpose, request, *load_kernel(transpose, "")));
    const LocalRows rows = local_row_lengths(*trace);
    ASSERT_EQ(rows.size(), 1u) << id;
    EXPECT_EQ(rows.begin()->second.elements, columns) << id;
    EXPECT_EQ(rows.begin()->second.used, 4u) << id;
    EXPECT_TRUE(rows.begin()->second.is_guessed) << id;
    EXPECT_EQ(matrices_at(*trace, row_lengths(*trace), 1, rows).size(), 3u) << id;
  }
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
