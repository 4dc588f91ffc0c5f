// Moving from one write of a cell to the next.
#include "gui/session/cell_writes.hpp"

#include <gtest/gtest.h>

#include "gui/session/run.hpp"
#include "gui/session/run_maker.hpp"

namespace lockstep::gui {
namespace {

Run run_of(const std::string& algorithm) {
  RunRequest request = run_request(AppState{});
  request.algorithm = algorithm;
  request.n = request.group_size = 16;
  request.text = load_kernel(**find_algorithm(algorithm), "")->text;
  return std::move(*make_run(request));
}

std::vector<std::uint64_t> writes_of(const sim::Trace& trace, const CellId& cell) {
  std::vector<std::uint64_t> found;
  // Position 0 is never a store: the first instruction reads an id.
  for (auto at = next_write(trace, 0, cell); at; at = next_write(trace, *at, cell)) found.push_back(*at);
  return found;
}

// Cell 0 is written by the load and once at each of the four levels; cell 1 only by the load.
TEST(CellWrites, FollowAReduction) {
  const auto run = run_of("reduce/divergent");
  const sim::Trace& trace = *run.trace;
  EXPECT_EQ(writes_of(trace, {CellId::kLocalMemory, 0}).size(), 5u);
  EXPECT_EQ(writes_of(trace, {CellId::kLocalMemory, 1}).size(), 1u);
  EXPECT_EQ(writes_of(trace, {CellId::kLocalMemory, 4}).size(), 3u);
  EXPECT_TRUE(writes_of(trace, {CellId::kLocalMemory, 99}).empty());
}

TEST(CellWrites, BackwardsVisitsTheSameWrites) {
  const auto run = run_of("scan/blelloch");
  const CellId cell{CellId::kLocalMemory, 7};
  const std::vector<std::uint64_t> forward = writes_of(*run.trace, cell);
  ASSERT_GE(forward.size(), 3u);
  std::vector<std::uint64_t> back;
  for (auto at = previous_write(*run.trace, run.trace->size(), cell); at;
       at = previous_write(*run.trace, *at, cell))
    back.push_back(*at);
  std::ranges::reverse(back);
  EXPECT_EQ(back, forward);
}

}  // namespace
}  // namespace lockstep::gui
