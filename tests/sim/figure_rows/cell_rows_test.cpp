// The rows of a cell's history, compared with the memory at their moments.
#include "sim/figure_rows/cell_rows.hpp"

#include <gtest/gtest.h>

#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

TEST(CellRows, AReadHasTheValueOfTheLastWrite) {
  const auto trace = *Trace::record(catalogue_plan("reduce/divergent", {}), model_named("cc9.0"));
  const std::uint64_t middle = trace->size() / 2;
  for (const NamedMemory& memory :
       named_memories(trace->plan(), trace->at(middle).moment.launch, trace->program_at(middle))) {
    if (memory.space != Space::local) continue;
    for (std::uint64_t index = 0; index < memory.elements(); ++index) {
      std::string written;
      for (const CellRow& row : cell_rows(*trace, memory, index, middle).rows) {
        if (row.kind != AccessKind::load) written = row.value;
        EXPECT_EQ(row.value, written) << memory.name << "[" << index << "] at " << row.position;
      }
      EXPECT_FALSE(written.empty());
    }
  }
}

TEST(CellRows, ALongHistoryIsCutAroundTheMoment) {
  const auto trace = *Trace::record(catalogue_plan("reduce/divergent", {}), model_named("cc9.0"));
  const auto cell = place_of(*trace, 10, CellId{CellId::kLocalMemory, 0});
  ASSERT_TRUE(cell);
  const CellRows all = cell_rows(*trace, cell->memory, cell->index, 10);
  ASSERT_GT(all.rows.size(), 4u);
  for (const std::uint64_t position : {std::uint64_t{10}, all.rows[2].position, all.rows.back().position}) {
    const CellRows some = cell_rows(*trace, cell->memory, cell->index, position, 3);
    EXPECT_EQ(some.rows.size(), 3u);
    EXPECT_EQ(some.left_out_before + some.left_out_after + 3, all.rows.size());
    EXPECT_EQ(some.rows.front(), all.rows[some.left_out_before]);
  }
}

TEST(CellRows, ACellOfTheFiguresIsAMemoryOfTheKernelAndBack) {
  const auto trace = *Trace::record(catalogue_plan("scan/blelloch", {}), model_named("cc9.0"));
  for (const MemoryObject& object : memory_objects(*trace, 20)) {
    const auto place = place_of(*trace, 20, object.cell(0));
    ASSERT_TRUE(place) << object.name;
    EXPECT_EQ(place->index, 0u);
    EXPECT_EQ(cell_of(*trace, 20, place->memory, place->index), object.cell(0)) << object.name;
  }
}

TEST(CellRows, ARaceNamesItsCell) {
  const auto trace = *Trace::record(catalogue_plan("hazards/missing-barrier", {.n = 256, .group_size = 64}),
                                    model_named("cc9.0"));
  ASSERT_FALSE(trace->findings().empty());
  const Finding& race = trace->findings().front();
  const auto cell = cell_of(*trace, race);
  ASSERT_TRUE(cell);
  const auto place = place_of(*trace, race.step, *cell);
  ASSERT_TRUE(place);
  EXPECT_NE(race.message.find(place->memory.name + "[" + std::to_string(place->index) + "]"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::sim
