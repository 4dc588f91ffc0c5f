// A link is the object under the pointer in any panel or figure. All panels and figures highlight this
// object. A figure reads the link of the last frame and writes the link of the next frame.
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
  std::optional<std::uint32_t> line;  // line of the source
  std::optional<LaneId> lane;
  std::optional<CellId> cell;
  std::optional<std::uint32_t> bank;
  std::optional<std::uint64_t> position;  // position in the timeline
  bool operator==(const Link&) const = default;
};

// The position of the pointer; not used in SVG.
struct Pointer {
  Point at;
  bool inside = false;
  bool clicked = false;
};

struct FigureInput {
  Link link;  // the object that is highlighted in this frame
  Pointer pointer;
};
struct FigureOutput {
  Link hovered;                        // the object under the pointer in this figure
  std::optional<std::uint64_t> go_to;  // the moment that a click requests
  std::string tooltip;                 // for the object under the pointer
  std::optional<CellId> selected;      // the cell that a click selects
};

}  // namespace lockstep::gui
