// Windows: outputs that are each made from the same neighbourhood of their place in an input, as convolutions
// and other stencils make them. Found in the rows of a run, so that recorded and edited kernels have them,
// too.
//
// The cells that each output was made from are followed back to the input, through a tile in local memory if
// there is one. Their distances from the output are its window; all outputs must have the same, except that
// cells outside the input are missing: these are ghost cells, which nobody reads. At least two outputs must
// have the whole window, which has at least three cells: so no scan of neighbours is taken for one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "sim/dataflow/combination.hpp"
#include "sim/dataflow/matrices.hpp"

namespace lockstep::sim {

// A place in the input, or a distance. In one dimension the row is 0.
struct WindowPlace {
  std::int64_t row = 0, column = 0;
  auto operator<=>(const WindowPlace&) const = default;
};

// Of a whole run.
struct Windows {
  std::uint32_t in = 0, out = 0;            // indices into Combination::arrays
  std::optional<std::uint32_t> tile, mask;  // local memory between them; the coefficients
  std::size_t out_row = 0;                  // index into Combination::rows: that writes the outputs
  std::uint64_t columns = 0;                // of a row of input and output; in one dimension all elements
  std::uint64_t rows = 1;
  std::vector<WindowPlace> offsets;  // of the whole window, from the output's place; ascending

  bool is_matrix() const { return rows > 1; }
  WindowPlace place_of(std::uint64_t cell) const {
    return {static_cast<std::int64_t>(cell / columns), static_cast<std::int64_t>(cell % columns)};
  }
  // None: outside.
  std::optional<std::uint64_t> cell_at(const WindowPlace& place) const;
  // How far windows reach beyond their output, in any direction.
  std::uint64_t reach() const;
};

// None: the run has no windows. The first where there are several.
std::optional<Windows> find_windows(const Trace& trace, const Combination& combination,
                                    const std::map<std::uint32_t, RowLength>& row_lengths);

// What an output's work-item did with one cell of the window.
struct WindowCell {
  static constexpr std::uint64_t kNever = UINT64_MAX;
  WindowPlace place;                       // in the input; outside it for a ghost cell
  std::optional<std::uint64_t> cell;       // of the input; none: a ghost cell
  std::optional<std::uint64_t> tile_cell;  // of the local array: read there instead
  std::optional<std::uint64_t> mask_cell;  // that was read with it
  std::uint64_t read = kNever;             // position of the moment that read it
};
struct OutputWindow {
  std::uint64_t output = 0;  // cell of Windows::out
  const CombinationWrite* write = nullptr;
  std::vector<WindowCell> cells;  // by place
};
OutputWindow window_of(const Trace& trace, const Combination& combination, const Windows& windows,
                       std::uint64_t output);

// The outputs of a work-group, ascending.
std::vector<std::uint64_t> outputs_of(const Combination& combination, const Windows& windows,
                                      std::uint32_t group);

}  // namespace lockstep::sim
