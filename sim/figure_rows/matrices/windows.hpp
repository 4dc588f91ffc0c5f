// Finds windows. An algorithm has windows if each output is made from the same neighbourhood of the output's
// place in an input, as in convolutions and other stencils. Windows are found in the rows of a run, so
// recorded and edited kernels are supported, too.
//
// The cells from which each output was made are traced back to the input, through a tile in local memory if
// there is one. The distances of these cells from the output form the window of the output. All outputs must
// have the same window, except for cells outside the input, which are called ghost cells and are never read
// from the input. The window must have at least three cells, and at least two outputs must have the whole
// window, so that a scan of neighbours is not mistaken for a stencil.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/time_slice.hpp"
#include "sim/figure_rows/combination.hpp"
#include "sim/figure_rows/matrices/matrices.hpp"

namespace lockstep::sim {

// A place in the input, or a distance. In one dimension, the row is 0.
struct WindowPlace {
  std::int64_t row = 0, column = 0;
  auto operator<=>(const WindowPlace&) const = default;
};

// The windows of a whole run.
struct Windows {
  std::uint32_t in = 0, out = 0;  // indices into Combination::arrays
  // The local array between input and output, and the array of coefficients.
  std::optional<std::uint32_t> tile, mask;
  std::size_t out_row = 0;    // index into Combination::rows: the row that writes the outputs
  std::uint64_t columns = 0;  // of a row of input and output; in one dimension, all elements
  std::uint64_t rows = 1;
  std::vector<WindowPlace> offsets;  // of the cells of a whole window from the output's place, ascending

  bool is_matrix() const { return rows > 1; }
  WindowPlace place_of(std::uint64_t cell) const {
    return {static_cast<std::int64_t>(cell / columns), static_cast<std::int64_t>(cell % columns)};
  }
  // Returns the cell at a place; empty if the place is outside the input.
  std::optional<std::uint64_t> cell_at(const WindowPlace& place) const;
  // Returns the maximum distance of a window's cells from the output, in any direction.
  std::uint64_t max_distance() const;
};

// Finds the windows of a run; empty if the run has none. If several rows or inputs have windows, returns
// the first.
std::optional<Windows> find_windows(const Trace& trace, const Combination& combination,
                                    const std::map<std::uint32_t, RowLength>& row_lengths);

// Performs the same search in pieces.
class WindowSearch {
 public:
  // The trace and the combination must outlive the search.
  WindowSearch(const Trace& trace, const Combination& combination,
               const std::map<std::uint32_t, RowLength>& row_lengths);
  WindowSearch(WindowSearch&&) noexcept;
  ~WindowSearch();
  // Returns false when the search has ended.
  bool go_on(TimeSlice& slice);
  std::optional<Windows> take();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The use of one cell of the window by an output's work-item.
struct WindowCell {
  static constexpr std::uint64_t kNever = UINT64_MAX;
  WindowPlace place;                       // in the input; outside the input for a ghost cell
  std::optional<std::uint64_t> cell;       // of the input; empty: a ghost cell
  std::optional<std::uint64_t> tile_cell;  // of the local array, if the value was read from there
  std::optional<std::uint64_t> mask_cell;  // read together with the cell
  std::uint64_t read = kNever;             // position of the moment that read the cell
};
struct OutputWindow {
  std::uint64_t output = 0;  // cell of Windows::out
  const CombinationWrite* write = nullptr;
  std::vector<WindowCell> cells;  // by place
};
OutputWindow window_of(const Trace& trace, const Combination& combination, const Windows& windows,
                       std::uint64_t output);

// Returns the outputs of a work-group, ascending.
std::vector<std::uint64_t> outputs_of(const Combination& combination, const Windows& windows,
                                      std::uint32_t group);

}  // namespace lockstep::sim
