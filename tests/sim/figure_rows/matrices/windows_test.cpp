// Windows of runs, compared with the definition of a convolution: the cells around the output, each times
// its coefficient.
#include "sim/figure_rows/matrices/windows.hpp"

#include <gmock/gmock.h>

#include "core/catalogue/algorithm.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/figure_rows/matrices/tiles.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {
namespace {

struct SeenWindow {
  std::shared_ptr<const Trace> trace;
  Combination combination;
  std::optional<Windows> windows;
};

SeenWindow see(const Algorithm& algorithm, const PlanRequest& request, const std::string& was = "",
               const std::string& becomes = "") {
  KernelSource source = *load_kernel(algorithm, "");
  for (std::size_t at = 0; !was.empty() && (at = source.text.find(was, at)) != std::string::npos;
       at += becomes.size())
    source.text.replace(at, was.size(), becomes);
  const auto plan = make_plan(algorithm, request, source);
  EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
  SeenWindow seen;
  if (!plan) return seen;
  const auto trace = Trace::record(*plan, **find_device_model("cc9.0"));
  EXPECT_TRUE(trace) << (trace ? "" : trace.error().message);
  if (!trace) return seen;
  seen.trace = *trace;
  seen.combination = prepare_combination(*seen.trace);
  seen.windows = find_windows(*seen.trace, seen.combination, row_lengths(*seen.trace));
  return seen;
}

PlanRequest request_of(std::uint64_t n, std::uint64_t L, std::uint64_t mask) {
  PlanRequest request;
  request.n = n;
  request.group_size = L;
  request.pattern.mask_width = mask;
  return request;
}

std::int64_t initial(const SeenWindow& seen, std::uint32_t array, std::uint64_t cell) {
  return static_cast<std::int32_t>(seen.combination.arrays[array].initial[cell].bits);
}

// Each output is the sum of its window times the coefficients that its work-item has read before.
void expect_sums(const SeenWindow& seen, const std::string& what) {
  const Windows& windows = *seen.windows;
  for (const CombinationWrite& write : seen.combination.rows[windows.out_row].writes) {
    const OutputWindow window = window_of(*seen.trace, seen.combination, windows, write.cell);
    std::int64_t sum = 0;
    for (const WindowCell& cell : window.cells) {
      EXPECT_EQ(cell.cell, windows.cell_at(cell.place));
      if (!cell.cell) continue;
      ASSERT_TRUE(cell.mask_cell) << what << ", output " << write.cell;
      EXPECT_LT(cell.read, write.position);
      sum += initial(seen, windows.in, *cell.cell) * initial(seen, *windows.mask, *cell.mask_cell);
    }
    EXPECT_EQ(sum, static_cast<std::int32_t>(write.bits)) << what << ", output " << write.cell;
  }
}

TEST(Windows, OfConvolutionsInOneDimension) {
  for (const char* id : {"patterns/convolve-1d", "patterns/convolve-1d-constant",
                         "patterns/convolve-1d-tiled-halo", "patterns/convolve-1d-tiled-cached"}) {
    for (const std::uint64_t mask : {1, 3, 5, 9}) {
      for (const std::uint64_t n : {1, 2, 5, 6, 7, 10, 16, 23, 40}) {
        const std::string what =
            std::string(id) + ", mask " + std::to_string(mask) + ", n " + std::to_string(n);
        const SeenWindow seen = see(**find_algorithm(id), request_of(n, 8, mask));
        // Two outputs have a complete window, which has three cells or more.
        ASSERT_EQ(seen.windows.has_value(), mask >= 3 && n >= mask + 1) << what;
        if (!seen.windows) continue;
        EXPECT_EQ(seen.windows->offsets.size(), mask);
        EXPECT_EQ(seen.windows->offsets.front().column, -static_cast<std::int64_t>(mask / 2));
        EXPECT_EQ(seen.windows->max_distance(), mask / 2);
        EXPECT_FALSE(seen.windows->is_matrix());
        expect_sums(seen, what);
      }
    }
  }
}

TEST(Windows, OfMatrices) {
  for (const auto& [id, group] : {std::pair{"patterns/convolve-2d", 16},
                                  {"patterns/convolve-2d-tiled", 16},
                                  {"patterns/convolve-2d-input-tile", 64}})
    for (const std::uint64_t columns : {6, 8, 12}) {
      PlanRequest request = request_of(8 * columns, static_cast<std::uint64_t>(group), 5);
      request.pattern.columns = columns;
      const SeenWindow seen = see(**find_algorithm(id), request);
      ASSERT_TRUE(seen.windows) << id << columns;
      EXPECT_EQ(seen.windows->columns, columns);
      EXPECT_EQ(seen.windows->rows, 8u);
      EXPECT_EQ(seen.windows->offsets.size(), 25u);
      expect_sums(seen, std::string(id) + ", " + std::to_string(columns) + " columns");
    }
}

// Groups of 8 with a mask of 5: 8 cells of each group, 2 halo cells on each side, ghost cells at the ends.
TEST(Windows, TilesHaveHalosAndGhostCells) {
  const SeenWindow seen = see(**find_algorithm("patterns/convolve-1d-tiled-halo"), request_of(24, 8, 5));
  ASSERT_TRUE(seen.windows);
  for (std::uint32_t group = 0; group < 3; ++group) {
    const std::vector<TileCell> tile = tile_of(seen.combination, *seen.windows, group);
    ASSERT_EQ(tile.size(), 12u);
    for (std::size_t c = 0; c < tile.size(); ++c) {
      const std::int64_t place = static_cast<std::int64_t>(8 * group + c) - 2;
      EXPECT_EQ(tile[c].place.column, place);
      EXPECT_EQ(tile[c].from.has_value(), place >= 0 && place < 24);
      EXPECT_EQ(tile[c].is_halo, c < 2 || c >= 10);
      EXPECT_EQ(tile[c].lane, c % 8);
      EXPECT_EQ(tile[c].bits, tile[c].from ? initial(seen, seen.windows->in, *tile[c].from) : 0);
    }
  }
}

TEST(Windows, TilesOfMatricesLieWhereTheirCellsComeFrom) {
  PlanRequest request = request_of(64, 16, 3);
  request.pattern.columns = 8;
  const SeenWindow seen = see(**find_algorithm("patterns/convolve-2d-tiled"), request);
  ASSERT_TRUE(seen.windows);
  const std::vector<TileCell> tile = tile_of(seen.combination, *seen.windows, 3);
  ASSERT_EQ(tile.size(), 36u);
  for (std::size_t c = 0; c < tile.size(); ++c)
    EXPECT_EQ(tile[c].place,
              (WindowPlace{3 + static_cast<std::int64_t>(c / 6), 3 + static_cast<std::int64_t>(c % 6)}));
}

// An edited kernel that reverses the mask: the coefficient is the one that was read together with the cell.
TEST(Windows, CoefficientsAreThoseThatWereRead) {
  for (const char* id : {"patterns/convolve-1d", "patterns/convolve-1d-tiled-halo"}) {
    const SeenWindow seen = see(**find_algorithm(id), request_of(12, 4, 3), "mask[j]", "mask[width - 1 - j]");
    ASSERT_TRUE(seen.windows) << id;
    const OutputWindow window = window_of(*seen.trace, seen.combination, *seen.windows, 5);
    ASSERT_EQ(window.cells.size(), 3u);
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(window.cells[j].mask_cell, 2 - j) << id;
  }
}

// Without a mask, and with a guard that omits an existing neighbour.
TEST(Windows, OfAnyStencilButNotOfHoles) {
  const Algorithm& convolution = **find_algorithm("patterns/convolve-1d");
  const SeenWindow plain = see(convolution, request_of(12, 4, 3), " * mask[j]", "");
  ASSERT_TRUE(plain.windows);
  EXPECT_FALSE(plain.windows->mask);
  EXPECT_FALSE(see(convolution, request_of(12, 4, 3), "if (at >=", "if (at != 6 && at >=").windows);
}

TEST(Windows, NothingElseHasThem) {
  for (const auto* list : {&catalogue(), &patterns(), &hazards()})
    for (const Algorithm& algorithm : *list) {
      if (algorithm.id.find("convolve") != std::string::npos) continue;
      for (const std::uint64_t n : {4, 16, 64}) {
        PlanRequest request = request_of(n, 64, 5);
        request.type = algorithm.types.front();
        EXPECT_FALSE(see(algorithm, request).windows) << algorithm.id << " " << n;
      }
    }
}

}  // namespace
}  // namespace lockstep::sim
