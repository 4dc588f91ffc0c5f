// What the pointer is on, in any panel or figure; every other one highlights the same thing. A figure reads
// the last frame's link and writes the next one's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gui/canvas/canvas.hpp"
#include "sim/dataflow/memory_object.hpp"

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

// The pointer, for figures that answer to it. In SVG and in tests: absent.
struct Pointer {
  Point at;
  bool inside = false;
  bool clicked = false;
};

struct FigureInput {
  Link link;  // what is highlighted in this frame
  Pointer pointer;
};
struct FigureOutput {
  Link hovered;                        // what this figure found under the pointer
  std::optional<std::uint64_t> go_to;  // a click asks for this position
  std::string tooltip;                 // for what is under the pointer
  std::optional<CellId> selected;      // a click selected this cell
};

}  // namespace lockstep::gui
