// The object under the pointer, in any panel or figure; all others highlight it, too. A figure reads the link
// of the last frame and writes that of the next.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gui/canvas/canvas.hpp"
#include "sim/figure_rows/memory_object.hpp"

namespace lockstep::gui {

using sim::CellId;
using sim::LaneId;

struct Link {
  std::optional<std::uint32_t> line;  // of the source
  std::optional<LaneId> lane;
  std::optional<CellId> cell;
  std::optional<std::uint32_t> bank;
  std::optional<std::uint64_t> position;  // of the timeline
  bool operator==(const Link&) const = default;
};

// The pointer; absent in SVG.
struct Pointer {
  Point at;
  bool inside = false;
  bool clicked = false;
};

struct FigureInput {
  Link link;  // highlighted in this frame
  Pointer pointer;
};
struct FigureOutput {
  Link hovered;                        // under the pointer in this figure
  std::optional<std::uint64_t> go_to;  // requested by a click
  std::string tooltip;                 // for the object under the pointer
  std::optional<CellId> selected;      // by a click
};

}  // namespace lockstep::gui
