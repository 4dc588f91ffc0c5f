// The history of a cell compared with all accesses of the run, examined one by one.
#include "sim/trace/cell_history.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

std::shared_ptr<const Trace> trace_of(const std::string& id) {
  return *Trace::record(catalogue_plan(id, {.n = 32}), model_named("cc9.0"));
}

// Uses the details that the figures draw.
std::vector<CellAccess> looked_up(const Trace& trace, const NamedMemory& memory, std::uint64_t index,
                                  const Moment& where) {
  std::vector<CellAccess> found;
  for (std::uint64_t position = 0; position < trace.size(); ++position) {
    const Moment& moment = trace.at(position).moment;
    if (memory.space == Space::local && (moment.launch != where.launch || moment.group != where.group))
      continue;
    const auto memories = named_memories(trace.plan(), moment.launch, trace.program_at(position));
    for (const AccessDetail& detail : trace.accesses(position))
      for (unsigned lane = 0; lane < detail.addresses.size(); ++lane) {
        if ((detail.lanes & ~detail.denied & (std::uint64_t{1} << lane)) == 0) continue;
        const auto element = find_element(memories, detail.addresses[lane]);
        const std::uint64_t count = detail.bytes / size_bytes(memory.type);
        if (element && element->memory->space == memory.space && element->index <= index &&
            index < element->index + std::max<std::uint64_t>(count, 1) &&
            element->memory->offset_bytes == memory.offset_bytes &&
            (memory.space == Space::local || element->memory->object == memory.object))
          found.push_back({position, detail.kind, lane});
      }
  }
  return found;
}

class CellHistory : public testing::TestWithParam<const char*> {};

TEST_P(CellHistory, IsThatOfAllAccesses) {
  const auto trace = trace_of(GetParam());
  const std::uint64_t middle = trace->size() / 2;
  const Moment& where = trace->at(middle).moment;
  std::size_t accesses = 0;
  for (const NamedMemory& memory : named_memories(trace->plan(), where.launch, trace->program_at(middle)))
    for (std::uint64_t index = 0; index < memory.elements(); ++index) {
      const auto history = cell_history(*trace, memory, index, middle);
      EXPECT_EQ(history, looked_up(*trace, memory, index, where)) << memory.name << "[" << index << "]";
      accesses += history.size();
    }
  EXPECT_GT(accesses, 0u);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, CellHistory,
                         testing::Values("reduce/sequential-local", "scan/blelloch", "scan/look-back"));

TEST(CellHistory, TheWriterIsBeforeAndTheReaderAfter) {
  const std::vector<CellAccess> history{
      {3, AccessKind::store, 0}, {5, AccessKind::load, 1}, {9, AccessKind::store, 2}};
  EXPECT_EQ(last_write(history, 9)->position, 3u);
  EXPECT_EQ(last_write(history, 3), nullptr);
  EXPECT_EQ(next_read(history, 4)->lane, 1u);
  EXPECT_EQ(next_read(history, 6), nullptr);
}

}  // namespace
}  // namespace lockstep::sim
