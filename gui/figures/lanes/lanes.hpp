// Every lane of every warp of the running group: what it holds and whether it acts, is masked off (by which
// line), waits at the barrier or has finished; and the mask stack of the warp that acts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/figures/link.hpp"
#include "sim/dataflow/memory_object.hpp"

namespace lockstep::gui {

enum class LaneState : std::uint8_t {
  acts,      // executes the next instruction
  ready,     // would, but another warp is executing
  masked,    // the warp goes on without it
  waiting,   // at the barrier
  finished,  // returned from the kernel
  absent,    // no work-item: the last warp of the group is partial
};

struct ShownLane {
  LaneState state = LaneState::absent;
  std::uint32_t masked_by = 0;  // source line; 0 when not masked
  bool has_value = false;
  std::uint64_t bits = 0;
};

// One entry of the mask stack, outermost first.
struct ShownMaskFrame {
  std::string word;  // "if", "loop", "switch", "call"
  std::uint32_t line = 0;
  std::string text;          // the condition, as the source has it; may be empty
  std::uint64_t inside = 0;  // lanes that act or could, within this frame
  std::uint64_t held = 0;    // lanes that this frame keeps off
};

struct ShownWarp {
  std::uint32_t warp = 0;
  bool of_items = false;  // a row of work-items: each lane is a warp of its own, from `warp` on
  bool executes = false;  // the next instruction is this warp's
  std::vector<ShownLane> lanes;
  ElementType type = ElementType::int32;  // of the values
  std::string value_name;                 // what the values are: "s", "line 27"; empty without values
  std::uint32_t line = 0;                 // that it executes next; 0 when finished
  std::vector<ShownMaskFrame> stack;
  unsigned count(LaneState state) const;
};

struct Lanes {
  std::uint32_t launch = 0, group = 0, groups = 1;
  std::vector<ShownWarp> warps;
  std::string headline;  // "warp 0 issues line 15 · 8 of 32 lanes active · 24 masked off by line 14 (i < L)"
  // Of the values that the run's arrays come to: the room that is kept for them from the first step on.
  std::size_t most_characters = 1;
};

// What the lanes show besides their number: `variable` of the source, where it is in scope, or what the last
// instruction of the warp computed, loaded or stored.
Lanes prepare_lanes(const sim::Trace& trace, std::uint64_t position, const std::string& variable = {});

// Whether each work-item goes by itself, as a warp of one lane; and then the same with a row for 32 of them.
bool goes_by_items(const Lanes& lanes);
Lanes fold_items(const Lanes& lanes);

// "warp 3", or "96 to 127" of a row of work-items.
std::string warp_label(const ShownWarp& warp);
// What the values are that the cells show; empty without any.
std::string values_name(const Lanes& lanes);

// Names that can be chosen at `position`, in the order of the source.
std::vector<std::string> lane_variables(const sim::Trace& trace, std::uint64_t position);

// When another warp begins to execute, draw_lanes scrolls to it; until then the scroll is the user's.
struct LanesView {
  float scroll = 0;  // px
  std::uint32_t followed_warp = 0;
  std::size_t stack_back = 0;  // frames of the mask stack, outwards from the innermost ones
  float heading_right = 0;     // px at the right of the heading that the caller uses

  Rect drawn_stack;  // where the last draw put the mask stack
};

FigureOutput draw_lanes(Canvas& canvas, const Rect& area, const Lanes& lanes, LanesView& view,
                        const FigureInput& input = {});

// The height at which every warp has room, at this width.
float lanes_height(const Lanes& lanes, float width);

}  // namespace lockstep::gui
