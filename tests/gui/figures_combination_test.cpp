#include <gmock/gmock.h>

#include <cstring>

#include "figures_support.hpp"
#include "gui/figures/combination_builder.hpp"
#include "gui/figures/combination_labels.hpp"
#include "gui/figures/figures.hpp"

namespace lockstep::gui {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Inputs x0, x1 … as nodes 1, 2 … and combinations of them.
struct Inputs {
  explicit Inputs(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      sim::ProvenanceNode node;
      node.kind = sim::ProvenanceNode::Kind::input;
      node.index = i;
      graph.nodes_.push_back(node);
    }
  }
  sim::ProvenanceId combine(sim::ProvenanceId left, sim::ProvenanceId right) {
    sim::ProvenanceNode node;
    node.kind = sim::ProvenanceNode::Kind::combined;
    node.op = sim::Opcode::add;
    node.left = left;
    node.right = right;
    graph.nodes_.push_back(node);
    return static_cast<sim::ProvenanceId>(graph.nodes_.size() - 1);
  }
  std::vector<CombinationCell> cells(std::uint64_t count) const {
    std::vector<CombinationCell> cells;
    for (std::uint64_t i = 0; i < count; ++i)
      cells.push_back({i, static_cast<sim::ProvenanceId>(i + 1), true});
    return cells;
  }
  sim::ProvenanceGraph graph;
};

std::vector<std::uint64_t> source_cells(const CombinationWrite& write) {
  std::vector<std::uint64_t> cells;
  for (const CombinationSource& source : write.sources) cells.push_back(source.cell);
  return cells;
}

TEST(CombinationBuilder, JoinsAStoreToWhatTheLaneLoadedForIt) {
  Inputs inputs(4);
  CombinationBuilder builder(inputs.graph, inputs.cells(4));
  builder.begin_group(0, 0);
  builder.load(0, 0, 0);
  builder.load(0, 0, 3);
  builder.store({7, 0, 0, 0, 30, inputs.combine(1, 4)});
  const auto finished = builder.finish();
  ASSERT_THAT(finished.rows, SizeIs(1));
  ASSERT_THAT(finished.rows[0].writes, SizeIs(1));
  EXPECT_THAT(source_cells(finished.rows[0].writes[0]), ElementsAre(0, 3));
}

TEST(CombinationBuilder, DrawsNoLineFromACellThatWasOnlyReadForAddressing) {
  Inputs inputs(4);
  CombinationBuilder builder(inputs.graph, inputs.cells(4));
  builder.begin_group(0, 0);
  builder.load(0, 0, 2);  // an index
  builder.load(0, 0, 1);
  builder.store({7, 0, 0, 0, 30, 2});
  EXPECT_THAT(source_cells(builder.finish().rows[0].writes[0]), ElementsAre(1));
}

TEST(CombinationBuilder, KeepsWhatALaneLoadedAcrossABarrier) {
  Inputs inputs(4);
  CombinationBuilder builder(inputs.graph, inputs.cells(4));
  builder.begin_group(0, 0);
  builder.load(0, 1, 0);
  builder.barrier();
  builder.load(0, 1, 1);
  builder.store({9, 0, 1, 1, 1, inputs.combine(1, 2)});
  EXPECT_THAT(source_cells(builder.finish().rows[0].writes[0]), ElementsAre(0, 1));
}

TEST(CombinationBuilder, SeesThroughTheSwapOfADownSweep) {
  Inputs inputs(2);  // cells a and b hold x0 and x1
  CombinationBuilder builder(inputs.graph, inputs.cells(2));
  builder.begin_group(0, 0);
  builder.load(0, 0, 0);  // t = s[a]
  builder.load(0, 0, 1);
  builder.store({1, 0, 0, 0, 0, 2});  // s[a] = s[b]
  builder.load(0, 0, 1);
  builder.store({2, 0, 0, 1, 0, inputs.combine(2, 1)});  // s[b] += t
  const auto rows = builder.finish().rows;
  ASSERT_THAT(rows, SizeIs(1));
  EXPECT_THAT(source_cells(rows[0].writes[0]), ElementsAre(1));
  EXPECT_THAT(source_cells(rows[0].writes[1]), ElementsAre(0, 1));
}

TEST(CombinationBuilder, AnIdentityThatWasReadCountsAndIsMarked) {
  Inputs inputs(1);
  std::vector<CombinationCell> cells = inputs.cells(1);
  cells.push_back({0, 0, true});
  CombinationBuilder builder(inputs.graph, cells);
  builder.begin_group(0, 0);
  builder.load(0, 0, 0);
  builder.load(0, 0, 1);
  builder.store({1, 0, 0, 0, 0, 1});
  EXPECT_THAT(builder.finish().rows[0].writes[0].sources,
              ElementsAre(CombinationSource{0, true}, CombinationSource{1, false}));
}

TEST(CombinationBuilder, StepsOfAWarpWithoutBarriersAreRowsOfTheirOwn) {
  Inputs inputs(4);
  CombinationBuilder builder(inputs.graph, inputs.cells(4));
  builder.begin_group(0, 0);
  for (std::uint32_t lane : {0u, 1u}) {
    builder.load(0, lane, lane);
    builder.load(0, lane, lane + 2);
  }
  const auto left = inputs.combine(1, 3), right = inputs.combine(2, 4);
  builder.store({1, 0, 0, 0, 0, left});
  builder.store({1, 0, 1, 1, 0, right});
  builder.load(0, 0, 0);
  builder.load(0, 0, 1);
  builder.store({2, 0, 0, 0, 0, inputs.combine(left, right)});
  const auto rows = builder.finish().rows;
  ASSERT_THAT(rows, SizeIs(2));
  EXPECT_THAT(rows[0].writes, SizeIs(2));
  EXPECT_THAT(source_cells(rows[1].writes[0]), ElementsAre(0, 1));
}

TEST(CombinationBuilder, OfTwoLanesThatStoreToOneCellAtOnceTheLastOneStays) {
  Inputs inputs(2);
  CombinationBuilder builder(inputs.graph, inputs.cells(2));
  builder.begin_group(0, 0);
  builder.store({1, 0, 0, 0, 5, 1});
  builder.store({1, 0, 1, 0, 6, 2});
  const auto rows = builder.finish().rows;
  ASSERT_THAT(rows, SizeIs(1));
  ASSERT_THAT(rows[0].writes, SizeIs(1));
  EXPECT_EQ(rows[0].writes[0].lane, 1u);
}

TEST(RowLabels, ChooseTheVariableThatDiffersInEveryRow) {
  RowLabels labels;
  const std::vector<RowLabels::RowKey> keys{{0, 0, 1}, {0, 1, 1}, {0, 2, 1}};
  for (std::uint32_t i = 0; i < 3; ++i) {
    labels.note(keys[i], "L", 8);
    if (i > 0) labels.note(keys[i], "s", 1 << i);
    labels.note(keys[i], "t", i);
    if (i == 0) labels.note(keys[i], "t", 7);  // not the same for all lanes
  }
  EXPECT_THAT(labels.choose(keys), ElementsAre("", "s = 2", "s = 4"));
}

TEST(CoverageLabels, GoFromTheFullestToTheShortest) {
  Inputs inputs(8);
  auto id = inputs.combine(inputs.combine(5, 6), inputs.combine(7, 8));
  EXPECT_THAT(coverage_labels(inputs.graph, id), ElementsAre(inputs.graph.label(id), "x4..7", "4..7"));
  const auto spread = inputs.combine(inputs.combine(1, 5), inputs.combine(3, 7));
  EXPECT_EQ(coverage_labels(inputs.graph, spread).back(), "0,2..6");
  EXPECT_THAT(coverage_labels(inputs.graph, 0), IsEmpty());
}

std::vector<std::string> row_labels(const Combination& combination) {
  std::vector<std::string> labels;
  for (const CombinationRow& row : combination.rows) labels.push_back(row.label);
  return labels;
}

TEST(Combination, DivergentReductionIsTheTreeOfNeighbours) {
  const TracePtr trace = record_run("reduce/divergent", 8, 8);
  FigureSet figures(trace);
  const Combination* combination = figures.combination(0);
  ASSERT_NE(combination, nullptr);
  EXPECT_EQ(combination->object.name, "scratch");
  EXPECT_THAT(row_labels(*combination), ElementsAre("loaded", "s = 1", "s = 2", "s = 4"));
  ASSERT_THAT(combination->rows[2].writes, SizeIs(2));
  EXPECT_THAT(source_cells(combination->rows[2].writes[0]), ElementsAre(0, 2));
  EXPECT_THAT(source_cells(combination->rows[2].writes[1]), ElementsAre(4, 6));
  const auto cells = combination->cells_at(3, trace->size());
  EXPECT_EQ(coverage_labels(trace->provenance(), cells[0].provenance).back(), "0..7");
}

TEST(Combination, SequentialReductionCrosses) {
  const TracePtr trace = record_run("reduce/sequential-local", 8, 8);
  FigureSet figures(trace);
  const Combination* combination = figures.combination(trace->size());
  ASSERT_NE(combination, nullptr);
  EXPECT_THAT(row_labels(*combination), ElementsAre("loaded", "s = 4", "s = 2", "s = 1"));
  for (std::uint64_t t = 0; t < 4; ++t)
    EXPECT_THAT(source_cells(combination->rows[1].writes[t]), ElementsAre(t, t + 4));
}

TEST(Combination, LaunchesAreTheRowsOfAGlobalBuffer) {
  const TracePtr trace = record_run("reduce/interleaved-global", 8, 2);
  FigureSet figures(trace);
  const Combination* combination = figures.combination(0);
  ASSERT_NE(combination, nullptr);
  EXPECT_FALSE(combination->object.is_local);
  EXPECT_EQ(combination->object.name, "a");
  EXPECT_THAT(row_labels(*combination), ElementsAre("input", "s = 1", "s = 2", "s = 4"));
  EXPECT_THAT(combination->rows[1].writes, SizeIs(4));
  EXPECT_THAT(source_cells(combination->rows[3].writes[0]), ElementsAre(0, 4));
}

TEST(Combination, ARunWithoutLaunchesShowsItsInput) {
  const TracePtr trace = record_run("reduce/interleaved-global", 1, 64);
  FigureSet figures(trace);
  const Combination* combination = figures.combination(0);
  ASSERT_NE(combination, nullptr);
  EXPECT_THAT(row_labels(*combination), ElementsAre("input"));
}

TEST(Combination, FollowsTheGroupThatRuns) {
  const TracePtr trace = record_run("reduce/divergent", 100, 32);
  FigureSet figures(trace);
  EXPECT_EQ(figures.combination(0)->place.group, 0u);
  EXPECT_EQ(figures.combination(trace->size() / 2)->place.launch, 0u);
  const Combination last = *figures.combination(trace->size());
  EXPECT_EQ(last.place.launch, trace->plan().launches.size() - 1);
  EXPECT_TRUE(last.covers(*trace, trace->size()));
  EXPECT_FALSE(last.covers(*trace, 0));
}

struct Case {
  const char* id;
  std::uint64_t n, group;
};

class EveryPosition : public ::testing::TestWithParam<Case> {};

// The figure at a position is the memory at that position: the rows are no second story.
TEST_P(EveryPosition, ShowsWhatMemoryHolds) {
  const TracePtr trace = record_run(GetParam().id, GetParam().n, GetParam().group);
  FigureSet figures(trace);
  for (std::uint64_t p = 0; p < trace->size(); p += 3) {
    const Combination* combination = figures.combination(p);
    ASSERT_NE(combination, nullptr);
    const std::size_t begun = combination->rows_at(p);
    const auto cells = begun == 0 ? combination->initial : combination->cells_at(begun - 1, p);
    const auto state = trace->seek(p);
    const MemoryObject& object = combination->object;
    const auto& memory =
        object.is_local ? state->machine.group.local_memory : state->machine.buffers[object.buffer];
    for (std::uint64_t i = 0; i < object.elements; ++i) {
      if (!cells[i].present) continue;
      std::uint32_t value = 0;
      std::memcpy(&value, memory.data() + object.offset_bytes + i * 4, 4);
      ASSERT_EQ(static_cast<std::uint32_t>(cells[i].bits), value) << "position " << p << ", cell " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Runs, EveryPosition,
                         ::testing::Values(Case{"reduce/divergent", 64, 64},
                                           Case{"reduce/sequential-local", 100, 32},
                                           Case{"reduce/interleaved-global", 100, 16}));

struct Size {
  const char* id;
  std::uint64_t n, group;
  float width;
};

class DrawnCombination : public ::testing::TestWithParam<Size> {};

TEST_P(DrawnCombination, IsReadableAtEveryPosition) {
  const TracePtr trace = record_run(GetParam().id, GetParam().n, GetParam().group);
  FigureSet figures(trace);
  for (std::uint64_t eighth = 0; eighth <= 8; ++eighth) {
    const std::uint64_t p = trace->size() * eighth / 8;
    const Combination& combination = *figures.combination(p);
    for (const float height : {combination_height(combination), 200.0f}) {
      const Rect area{10, 10, GetParam().width, height};
      CanvasRecorder canvas;
      CombinationView view;
      draw_combination(canvas, area, *trace, combination, {p, p == 0 ? 0 : p - 1}, view);
      expect_readable(canvas, area);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, DrawnCombination,
                         ::testing::Values(Size{"reduce/divergent", 8, 8, 800},
                                           Size{"reduce/divergent", 64, 64, 800},
                                           Size{"reduce/sequential-local", 16, 16, 500},
                                           Size{"reduce/interleaved-global", 100, 32, 900}));

TEST(DrawnCombination, TellsWhatIsUnderThePointer) {
  const TracePtr trace = record_run("reduce/divergent", 8, 8);
  FigureSet figures(trace);
  const Combination& combination = *figures.combination(trace->size());
  const Rect area{0, 0, 800, combination_height(combination)};
  CanvasRecorder canvas;
  CombinationView view;
  draw_combination(canvas, area, *trace, combination, {trace->size(), 0}, view);
  FigureInput input;
  input.pointer = {{view.drawn_left + view.drawn_pitch * 4.5f, 50}, true, true};
  const FigureOutput output =
      draw_combination(canvas, area, *trace, combination, {trace->size(), 0}, view, input);
  ASSERT_TRUE(output.hovered.cell.has_value());
  EXPECT_EQ(*output.hovered.cell, combination.object.cell(4));
  EXPECT_EQ(output.selected, output.hovered.cell);
  EXPECT_THAT(output.tooltip, ::testing::HasSubstr("scratch[4]"));
}

TEST(DrawnCombination, ZoomKeepsTheCellUnderThePointer) {
  CombinationView view;
  view.drawn_pitch = 40;
  view.drawn_left = 100;
  view.first_cell = 8;
  zoom_cells(view, 0.5f, 180);  // cell 10 is there
  EXPECT_FLOAT_EQ(view.cell_pitch, 20);
  EXPECT_DOUBLE_EQ(view.first_cell, 6);
}

TEST(DrawnCombination, SmallCellsBecomeAStrip) {
  const TracePtr trace = record_run("reduce/divergent", 1024, 1024);
  FigureSet figures(trace);
  const std::uint64_t p = trace->size();
  const Combination& combination = *figures.combination(p);
  CanvasRecorder canvas;
  CombinationView view;
  view.cell_pitch = 0.1f;
  const Rect area{0, 0, 800, combination_height(combination)};
  draw_combination(canvas, area, *trace, combination, {p, 0}, view);
  expect_readable(canvas, area);
  // Folded: all cells of the first row touch one another, and are one piece.
  EXPECT_EQ(canvas.count(DrawnItem::Kind::fill_rect, Role::waiting), 1u);
}

}  // namespace
}  // namespace lockstep::gui
