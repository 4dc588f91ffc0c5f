#include <gmock/gmock.h>

#include <cstring>

#include "figures_support.hpp"
#include "gui/figures/combination_builder.hpp"
#include "gui/figures/combination_columns.hpp"
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

using Finished = CombinationBuilder::Finished;

std::vector<CombinationSource> sources(const Finished& finished, std::size_t row, std::size_t write) {
  const CombinationWrite& entry = finished.rows[row].writes[write];
  const auto first = finished.sources.begin() + entry.first_source;
  return {first, first + entry.source_count};
}

std::vector<std::uint64_t> cells_of(std::span<const CombinationSource> sources) {
  std::vector<std::uint64_t> cells;
  for (const CombinationSource& source : sources)
    for (std::uint64_t i = 0; i < source.count; ++i) cells.push_back(source.cell + i);
  return cells;
}

std::vector<std::uint64_t> source_cells(const Finished& finished, std::size_t row, std::size_t write) {
  return cells_of(sources(finished, row, write));
}

// One array that holds the inputs; row 0 is what it holds before the run.
struct Story : Inputs {
  explicit Story(std::uint64_t count) : Inputs(count) {
    builder.add_array(count, cells(count));
    builder.begin_group(0, 0);
  }
  void load(std::uint32_t lane, std::uint64_t cell) { builder.load(0, lane, {0, cell}); }
  void store(std::uint64_t position, std::uint32_t lane, std::uint64_t cell, sim::ProvenanceId value) {
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

TEST(CombinationBuilder, WhatAnotherGroupWroteLaterInItsOwnTimeIsStillAbove) {
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
  sim::ProvenanceId sum = 1;
  for (std::uint64_t cell = 0; cell < 64; ++cell) {
    story.load(0, cell);
    if (cell > 0) sum = story.combine(sum, static_cast<sim::ProvenanceId>(cell + 1));
  }
  story.store(1, 0, 0, sum);
  EXPECT_THAT(sources(story.builder.finish(), 1, 0), ElementsAre(CombinationSource{0, 0, 64, true}));
}

TEST(RowLabels, ChooseTheVariableThatDiffersInEveryRow) {
  RowLabels labels;
  const std::vector<RowLabels::RowKey> keys{{0, 0, 1, 0}, {0, 1, 1, 0}, {0, 2, 1, 0}};
  for (std::uint32_t i = 0; i < 3; ++i) {
    labels.note(keys[i], "L", 8);
    if (i > 0) labels.note(keys[i], "s", 1 << i);
    labels.note(keys[i], "t", i);
    if (i == 0) labels.note(keys[i], "t", 7);  // not the same for all lanes
  }
  EXPECT_THAT(labels.choose(keys), ElementsAre("", "s = 2", "s = 4"));
}

TEST(RowLabels, AVariableThatCountsUpAndDownWillDo) {
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
  EXPECT_THAT(labels.labels(inputs.graph, spread), ElementsAre("Σ x0,2..6", "x0,2..6", "0,2..6", "0,2..6"));
  EXPECT_EQ(labels.labels(inputs.graph, twice).front(), "Σ 2·x3,x4..5");
  EXPECT_EQ(labels.labels(inputs.graph, 3).front(), "x2");
  EXPECT_THAT(labels.labels(inputs.graph, 0), IsEmpty());
}

TEST(CoverageLabels, AThousandStepsAreNoTrouble) {
  Inputs inputs(20000);
  sim::ProvenanceId sum = 1;
  for (sim::ProvenanceId i = 2; i <= 20000; ++i) sum = inputs.combine(sum, i);
  CoverageLabels labels;
  EXPECT_EQ(labels.labels(inputs.graph, sum).front(), "Σ x0..19999");
}

std::vector<std::string> row_labels(const Combination& combination) {
  std::vector<std::string> labels;
  for (const CombinationRow& row : combination.rows) labels.push_back(row.label);
  return labels;
}

std::vector<std::uint64_t> source_cells(const Combination& combination, std::size_t row, std::size_t write) {
  return cells_of(combination.sources_of(combination.rows[row].writes[write]));
}

const Combination& combination_of(FigureSet& figures) {
  const Combination* combination = figures.combination();
  EXPECT_NE(combination, nullptr);
  return *combination;
}

TEST(Combination, FollowsTheDataThroughEveryArray) {
  FigureSet figures(record_run("reduce/divergent", 8, 8));
  const Combination& combination = combination_of(figures);
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
  const Combination& combination = combination_of(figures);
  EXPECT_EQ(combination.array_of(1).groups, 2u);
  EXPECT_EQ(combination.array_of(1).cells(), 16u);
  ASSERT_THAT(combination.rows[2].writes, SizeIs(8));
  EXPECT_EQ(combination.rows[2].writes[4].group, 1u);
  EXPECT_THAT(source_cells(combination, 2, 4), ElementsAre(8, 12));
}

TEST(Combination, BuffersThatChangePlacesHaveThePlansNames) {
  const TracePtr trace = record_run("scan/hillis-steele-global", 8, 8);
  FigureSet figures(trace);
  const Combination& combination = combination_of(figures);
  EXPECT_THAT(row_labels(combination), ElementsAre("input", "s = 1", "s = 2", "s = 4"));
  EXPECT_NE(combination.rows[1].array, combination.rows[2].array);
  EXPECT_EQ(combination.rows[1].array, combination.rows[3].array);
  for (std::size_t row = 0; row < 4; ++row) {
    const CombinationArray& array = combination.array_of(row);
    EXPECT_EQ(array.name, trace->plan().buffers[array.object.buffer].name);
  }
}

TEST(Combination, ARunWithoutLaunchesShowsItsInput) {
  FigureSet figures(record_run("reduce/interleaved-global", 1, 64));
  EXPECT_THAT(row_labels(combination_of(figures)), ElementsAre("input"));
}

TEST(Combination, AGroupThatHasNotComeToARowShowsNothingThere) {
  const TracePtr trace = record_run("reduce/divergent", 16, 8);
  FigureSet figures(trace);
  const Combination& combination = combination_of(figures);
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

// The figure at a position is the memory at that position: the rows are no second story.
TEST_P(EveryPosition, ShowsWhatMemoryHolds) {
  const TracePtr trace = record_run(GetParam().id, GetParam().n, GetParam().group);
  FigureSet figures(trace);
  const Combination& combination = combination_of(figures);
  for (std::uint64_t p = 0; p < trace->size(); p += 3) {
    const auto state = trace->seek(p);
    for (std::uint32_t array = 0; array < combination.arrays.size(); ++array) {
      const CombinationArray& entry = combination.arrays[array];
      const MemoryObject& object = entry.object;
      if (object.is_local && entry.launch != state->machine.launch) continue;
      std::size_t last = combination.rows.size();
      while (last-- > 0 && combination.rows[last].array != array) {
      }
      if (last == SIZE_MAX) continue;
      const auto& memory =
          object.is_local ? state->machine.group.local_memory : state->machine.buffers[object.buffer];
      const std::uint64_t group = object.is_local ? trace->at(p).moment.group : 0;
      for (std::uint64_t i = 0; i < object.elements; ++i) {
        const CombinationCell cell = combination.cell_at(last, group * object.elements + i, p);
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

TEST(FoldedColumns, KeepTheFirstTheLastAndTheWantedOnes) {
  const std::vector<std::uint64_t> wanted{2048, 1024};
  const Columns columns = folded_columns(4096, wanted, 50, 600);
  EXPECT_TRUE(columns.shows(0) && columns.shows(1024) && columns.shows(2048) && columns.shows(4095));
  EXPECT_FALSE(columns.shows(1025));
  EXPECT_LE(columns.right(), 600.5f);
  EXPECT_FLOAT_EQ(columns.left(0), 0);
  // A hidden cell lies in its gap.
  EXPECT_GT(columns.left(1500), columns.left(1024));
  EXPECT_LT(columns.left(1500), columns.left(2048));
  EXPECT_EQ(columns.cell_at(columns.left(2048) + 1), 2048u);
  EXPECT_FALSE(columns.cell_at(columns.left(2048) - 10));
}

TEST(FoldedColumns, AllAreShownWhereTheyFit) {
  const Columns columns = folded_columns(8, {}, 50, 400);
  EXPECT_EQ(columns.runs, (std::vector<ColumnRun>{{0, 8, 0}}));
}

TEST(TellingCells, AreTheOnesThatAResultIsMadeOf) {
  FigureSet figures(record_run("reduce/sequential-global", 256, 64));
  const auto telling = telling_cells(combination_of(figures), 7, 0);
  EXPECT_THAT(telling[combination_of(figures).rows[0].array],
              ::testing::IsSupersetOf({0, 1, 2, 4, 8, 16, 32, 64, 128}));
}

struct Size {
  const char* id;
  std::uint64_t n, group;
  float width;
};

struct Drawn {
  TracePtr trace;
  FigureSet figures;
  CombinationView view;
  CanvasRecorder canvas;
  explicit Drawn(const TracePtr& run) : trace(run), figures(run) {}

  FigureOutput draw(const Rect& area, std::uint64_t p, const FigureInput& input = {}) {
    canvas = {};
    const CombinationFrame frame{p, p == 0 ? 0 : p - 1};
    return draw_combination(canvas, area, *trace, combination_of(figures), figures.coverage_labels(), frame,
                            view, input);
  }
  float height() { return combination_height(combination_of(figures)); }
};

class DrawnCombination : public ::testing::TestWithParam<Size> {};

TEST_P(DrawnCombination, IsReadableAtEveryPosition) {
  Drawn drawn(record_run(GetParam().id, GetParam().n, GetParam().group));
  for (std::uint64_t eighth = 0; eighth <= 8; ++eighth) {
    for (const float height : {drawn.height(), 200.0f}) {
      const Rect area{10, 10, GetParam().width, height};
      drawn.view = {};
      drawn.draw(area, drawn.trace->size() * eighth / 8);
      expect_readable(drawn.canvas, area);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, DrawnCombination,
                         ::testing::Values(Size{"reduce/divergent", 8, 8, 800},
                                           Size{"reduce/divergent", 64, 16, 800},
                                           Size{"reduce/sequential-local", 16, 16, 500},
                                           Size{"reduce/interleaved-global", 100, 32, 900},
                                           Size{"scan/hillis-steele-global", 1024, 64, 900},
                                           Size{"scan/blelloch", 64, 8, 1000}));

TEST(DrawnCombination, TellsWhatIsUnderThePointer) {
  Drawn drawn(record_run("reduce/divergent", 8, 8));
  const Rect area{0, 0, 800, drawn.height()};
  const std::uint64_t end = drawn.trace->size();
  drawn.draw(area, end);
  FigureInput input;
  const float row = 1.2f * drawn.view.drawn_row_pitch;
  input.pointer = {{drawn.view.drawn_left + drawn.view.drawn_pitch * 4.5f, 40 + row}, true, true};
  const FigureOutput output = drawn.draw(area, end, input);
  ASSERT_TRUE(output.hovered.cell.has_value());
  EXPECT_EQ(*output.hovered.cell, combination_of(drawn.figures).id_of(1, 4));
  EXPECT_EQ(output.selected, output.hovered.cell);
  EXPECT_THAT(output.tooltip, ::testing::HasSubstr("scratch[4]"));
  EXPECT_THAT(output.tooltip, ::testing::HasSubstr("from in[4]"));
}

TEST(DrawnCombination, LinesTellWarpsApartByColourAndName) {
  Drawn two(record_run("reduce/divergent", 64, 64));
  two.draw({0, 0, 4000, two.height()}, two.trace->size());
  EXPECT_GT(two.canvas.count(DrawnItem::Kind::line, Role::acts), 0u);
  EXPECT_GT(two.canvas.count(DrawnItem::Kind::line, Role::second_warp), 0u);
  for (const char* warp : {"w0", "w1"}) EXPECT_NE(two.canvas.find_text(warp), nullptr) << warp;
  EXPECT_EQ(two.canvas.find_text("w2"), nullptr);

  Drawn one(record_run("reduce/divergent", 32, 32));
  one.draw({0, 0, 2000, one.height()}, one.trace->size());
  EXPECT_EQ(one.canvas.count(DrawnItem::Kind::line, Role::second_warp), 0u);
  EXPECT_EQ(one.canvas.find_text("w0"), nullptr) << "there is no other";
}

TEST(DrawnCombination, TheLinesOfALaneStandOutWhenItIsPointedAt) {
  Drawn drawn(record_run("reduce/divergent", 64, 64));
  const Rect area{0, 0, 4000, drawn.height()};
  const std::uint64_t middle = drawn.trace->size() / 2;
  drawn.draw(area, middle);
  EXPECT_EQ(drawn.canvas.count(DrawnItem::Kind::line, Role::ink), 0u);
  FigureInput input;
  input.link.lane = LaneId{1, 0};
  drawn.draw(area, middle, input);
  EXPECT_GE(drawn.canvas.count(DrawnItem::Kind::line, Role::ink), 2u);
}

TEST(DrawnCombination, NoLineCrossesARowThatItDoesNotBelongTo) {
  std::size_t cut = 0;
  for (const char* id : {"scan/block", "scan/blelloch", "scan/kogge-stone", "reduce/unrolled"}) {
    Drawn drawn(record_run(id, 4096, 256));
    const Rect area{0, 0, 744, 900};
    drawn.draw(area, drawn.trace->size());
    const float gap = drawn.view.drawn_row_pitch - 36 + 2;
    for (const DrawnItem& item : drawn.canvas.items()) {
      if (item.role == Role::second_ink) continue;  // where a work-group's part of a row ends
      const bool is_line = item.kind == DrawnItem::Kind::line || item.kind == DrawnItem::Kind::dashed_line;
      EXPECT_TRUE(!is_line || item.bounds.height <= gap) << id;
    }
    if (drawn.canvas.find_text("cut: from further up") != nullptr) ++cut;
  }
  EXPECT_GT(cut, 0u) << "or this tests nothing";
}

TEST(DrawnCombination, SaysHowManyCellsAreHidden) {
  Drawn drawn(record_run("scan/hillis-steele-global", 4096, 256));
  drawn.draw({0, 0, 1000, drawn.height()}, drawn.trace->size());
  EXPECT_NE(drawn.canvas.find_text("of 4096 cells"), nullptr);
  EXPECT_NE(drawn.canvas.find_text("…"), nullptr);
  EXPECT_NE(drawn.canvas.find_text("x4095"), nullptr) << "the last cell is shown";
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

TEST(DrawnCombination, DraggingMovesCellsAndRows) {
  CombinationView view;
  view.drawn_pitch = 40;
  view.drawn_row_pitch = 50;
  view.drawn_first_row = 3;
  view.first_cell = 8;
  pan_cells(view, -80, 50);
  EXPECT_DOUBLE_EQ(view.first_cell, 10);
  EXPECT_FLOAT_EQ(view.first_row, 2);
}

TEST(DrawnCombination, SmallCellsBecomeAStrip) {
  Drawn drawn(record_run("reduce/divergent", 1024, 1024));
  drawn.view.cell_pitch = 0.1f;
  const Rect area{0, 0, 800, drawn.height()};
  drawn.draw(area, drawn.trace->size());
  expect_readable(drawn.canvas, area);
  // Folded: all cells of the first two rows touch one another, and are one piece each.
  EXPECT_EQ(drawn.canvas.count(DrawnItem::Kind::fill_rect, Role::waiting), 2u);
}

// What is drawn grows with the room, not with the array.
TEST(DrawnCombination, LargeArraysDrawNoMoreThanFits) {
  Drawn small(record_run("scan/hillis-steele-global", 256, 64));
  Drawn large(record_run("scan/hillis-steele-global", 4096, 64));
  for (const float pitch : {0.0f, 0.01f}) {
    small.view.cell_pitch = large.view.cell_pitch = pitch;
    small.draw({0, 0, 800, 500}, small.trace->size());
    large.draw({0, 0, 800, 500}, large.trace->size());
    EXPECT_LT(large.canvas.items().size(), 3 * small.canvas.items().size()) << pitch;
  }
}

}  // namespace
}  // namespace lockstep::gui
