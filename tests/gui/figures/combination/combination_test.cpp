// The rows of a whole run show the contents of memory.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>

#include "tests/gui/figures/combination/support.hpp"
#include "tests/gui/figures/support.hpp"

namespace lockstep::gui {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

std::vector<std::string> row_labels(const sim::Combination& combination) {
  std::vector<std::string> labels;
  for (const sim::CombinationRow& row : combination.rows) labels.push_back(row.label);
  return labels;
}

std::vector<std::uint64_t> source_cells(const sim::Combination& combination, std::size_t row,
                                        std::size_t write) {
  return cells_of(combination.sources_of(combination.rows[row].writes[write]));
}

TEST(Combination, FollowsTheDataThroughEveryArray) {
  FigureSet figures(record_run("reduce/divergent", 8, 8));
  const sim::Combination& combination = combination_of(figures);
  EXPECT_THAT(row_labels(combination), ElementsAre("input", "loaded", "s = 1", "s = 2", "s = 4", "level 1"));
  EXPECT_EQ(combination.array_of(0).name, "in");
  EXPECT_EQ(combination.array_of(1).name, "scratch");
  EXPECT_EQ(combination.array_of(5).name, "out");
  EXPECT_THAT(source_cells(combination, 2, 1), ElementsAre(2, 3));
  EXPECT_THAT(source_cells(combination, 4, 0), ElementsAre(0, 4));
  EXPECT_THAT(source_cells(combination, 5, 0), ElementsAre(0));
}

TEST(Combination, ShowsAllWorkGroupsSideBySide) {
  FigureSet figures(record_run("reduce/sequential-local", 16, 8));
  const sim::Combination& combination = combination_of(figures);
  EXPECT_EQ(combination.array_of(1).groups, 2u);
  EXPECT_EQ(combination.array_of(1).cells(), 16u);
  ASSERT_THAT(combination.rows[2].writes, SizeIs(8));
  EXPECT_EQ(combination.rows[2].writes[4].group, 1u);
  EXPECT_THAT(source_cells(combination, 2, 4), ElementsAre(8, 12));
}

TEST(Combination, AlternatingBuffersHaveTheNamesOfThePlan) {
  const TracePtr trace = record_run("scan/hillis-steele-global", 8, 8);
  FigureSet figures(trace);
  const sim::Combination& combination = combination_of(figures);
  EXPECT_THAT(row_labels(combination), ElementsAre("input", "s = 1", "s = 2", "s = 4"));
  EXPECT_NE(combination.rows[1].array, combination.rows[2].array);
  EXPECT_EQ(combination.rows[1].array, combination.rows[3].array);
  for (std::size_t row = 0; row < 4; ++row) {
    const sim::CombinationArray& array = combination.array_of(row);
    EXPECT_EQ(array.name, trace->plan().buffers[array.object.buffer].name);
  }
}

TEST(Combination, ARunWithoutLaunchesShowsItsInput) {
  FigureSet figures(record_run("reduce/interleaved-global", 1, 64));
  EXPECT_THAT(row_labels(combination_of(figures)), ElementsAre("input"));
}

// An exercise whose kernel is still empty.
TEST(Combination, ARunThatStoresNothingShowsItsInput) {
  Plan plan =
      one_group_plan("__kernel void k(__global int *out, __global const int *in, __local int *s) {}", 8, 32);
  FigureSet figures(record_plan(plan));
  EXPECT_THAT(row_labels(combination_of(figures)), ElementsAre("input"));
}

TEST(Combination, AGroupThatHasNotReachedARowShowsNothingThere) {
  const TracePtr trace = record_run("reduce/divergent", 16, 8);
  FigureSet figures(trace);
  const sim::Combination& combination = combination_of(figures);
  const std::uint64_t second = combination.rows[1].writes[8].position;
  EXPECT_TRUE(combination.reached(2, 0, second));
  EXPECT_FALSE(combination.reached(2, 8, second));
  EXPECT_TRUE(combination.reached(2, 8, trace->size()));
  EXPECT_EQ(combination.focus(second + 1), 1u);
}

struct Case {
  const char* id;
  std::uint64_t n, group;
};

class EveryPosition : public ::testing::TestWithParam<Case> {};

// The figure at a position must show the memory at that position.
TEST_P(EveryPosition, ShowsWhatMemoryHolds) {
  const TracePtr trace = record_run(GetParam().id, GetParam().n, GetParam().group);
  FigureSet figures(trace);
  const sim::Combination& combination = combination_of(figures);
  for (std::uint64_t p = 0; p < trace->size(); p += 3) {
    const auto state = trace->seek(p);
    for (std::uint32_t array = 0; array < combination.arrays.size(); ++array) {
      const sim::CombinationArray& entry = combination.arrays[array];
      const sim::MemoryObject& object = entry.object;
      if (object.is_local && entry.launch != state->machine.launch) continue;
      std::size_t last = combination.rows.size();
      while (last-- > 0 && combination.rows[last].array != array) {
      }
      if (last == SIZE_MAX) continue;
      const auto& memory =
          object.is_local ? state->machine.group.local_memory : state->machine.buffers[object.buffer];
      const std::uint64_t group = object.is_local ? trace->at(p).moment.group : 0;
      for (std::uint64_t i = 0; i < object.elements; ++i) {
        const sim::CombinationCell cell = combination.cell_at(last, group * object.elements + i, p);
        if (!cell.present) continue;
        std::uint32_t value = 0;
        std::memcpy(&value, memory.data() + object.offset_bytes + i * 4, 4);
        ASSERT_EQ(static_cast<std::uint32_t>(cell.bits), value)
            << "position " << p << ", " << entry.name << "[" << i << "]";
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Runs, EveryPosition,
                         ::testing::Values(Case{"reduce/divergent", 64, 64},
                                           Case{"reduce/sequential-local", 100, 32},
                                           Case{"reduce/interleaved-global", 100, 16},
                                           Case{"scan/blelloch", 40, 8},
                                           Case{"scan/hillis-steele-global", 33, 8}));

// Few cells fit: those that the step has written are shown, for memory and for registers.
TEST(Combination, WhatTheStepHasWrittenIsInView) {
  const TracePtr trace = record_run("scan/look-back", 1000, 64);
  FigureSet figures(trace);
  const sim::Combination& combination = combination_of(figures);
  for (const sim::CombinationRow& row : combination.rows) {
    if (row.initial || !row.applies) continue;
    for (const std::uint64_t stored : {row.positions.front(), row.positions.back()}) {
      CanvasRecorder canvas;
      CombinationView view;
      draw_combination(canvas, {0, 0, 640, 190}, *trace, combination, figures.coverage_labels(),
                       {stored + 1, stored}, view);
      EXPECT_TRUE(std::ranges::any_of(row.writes,
                                      [&](const sim::CombinationWrite& write) {
                                        const ElementType type = combination.arrays[row.array].object.type;
                                        return write.position == stored && canvas.find_text(sim::format_value(
                                                                               write.bits, type)) != nullptr;
                                      }))
          << row.label << " at " << stored;
    }
  }
}

}  // namespace
}  // namespace lockstep::gui
