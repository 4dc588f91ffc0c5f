// The figure of the lanes. It shows the value of every lane of the running work-group, and whether the lane
// is active, masked off (and by which line), waiting at the barrier or finished. It also shows the mask stack
// of the executing warp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/figures/tools/link.hpp"
#include "sim/figure_rows/memory_object.hpp"

namespace lockstep::gui {

enum class LaneState : std::uint8_t {
  acts,      // executes the next instruction
  ready,     // active, but another warp executes
  masked,    // masked off: the warp executes without this lane
  waiting,   // at the barrier
  finished,  // returned from the kernel
  absent,    // no work-item: the last warp of the group is partial
  hidden,    // not shown, because a question asks for the state
};

struct ShownLane {
  LaneState state = LaneState::absent;
  std::uint32_t masked_by = 0;  // the source line that masks off the lane; 0 if it is not masked off
  bool has_value = false;
  std::uint64_t bits = 0;
};

// A frame of the mask stack; frames are ordered from the outermost to the innermost.
struct ShownMaskFrame {
  std::string word;  // "if", "else", "loop", "switch", "call"
  std::uint32_t line = 0;
  std::string text;          // the condition in the source, or "t < 8 is false"; may be empty
  std::uint64_t inside = 0;  // active lanes within this frame
  std::uint64_t held = 0;    // lanes that this frame masks off
};

struct ShownWarp {
  std::uint32_t warp = 0;
  bool of_items = false;  // with independent lanes, a row of work-items that begins with `warp`
  bool executes = false;  // this warp executes the next instruction
  std::vector<ShownLane> lanes;
  ElementType type = ElementType::int32;  // type of the values
  std::string value_name;                 // name of the values: "s", "line 27"; empty without values
  std::uint32_t line = 0;                 // next line to execute; 0 if finished
  std::vector<ShownMaskFrame> stack;
  bool hides_stack = false;  // the stack is not shown, because a question asks for it
  unsigned count(LaneState state) const;
};

struct Lanes {
  std::uint32_t launch = 0, group = 0, groups = 1;
  std::vector<ShownWarp> warps;
  std::string headline;  // "warp 0 issues line 15 · 8 of 32 lanes active · 24 masked off by line 14 (i < L)"
  // Number of characters of the longest value in the run's arrays. Cells have room for it from the first
  // step on.
  std::size_t max_characters = 1;
  // Work-items per row of a two- or three-dimensional work-group; 0 for a one-dimensional work-group.
  std::uint64_t row = 0;
};

// Returns the lanes at `position`. The value of each lane is that of the variable `variable` if it is in
// scope, otherwise the last result that the warp computed, loaded or stored.
Lanes prepare_lanes(const sim::Trace& trace, std::uint64_t position, const std::string& variable = {});

// Returns true for independent lanes, where each work-item is a warp of one lane. fold_items() combines 32
// work-items into a row.
bool goes_by_items(const Lanes& lanes);
Lanes fold_items(const Lanes& lanes);

// Returns "warp 3", or "96 to 127" for a row of work-items.
std::string warp_label(const ShownWarp& warp);
// Describes the state of a lane: "masked off by line 14", "waits at the barrier".
std::string state_words(const ShownWarp& warp, const ShownLane& lane);
// Returns the name of the shown values; empty if no values are shown.
std::string values_name(const Lanes& lanes);

// Returns the variables in scope at `position`, in the order of the source.
std::vector<std::string> lane_variables(const sim::Trace& trace, std::uint64_t position);

// The scroll position. draw_lanes() scrolls to a warp when the warp begins to execute.
struct LanesView {
  float scroll = 0;  // px
  std::uint32_t followed_warp = 0;
  std::size_t stack_back = 0;  // number of frames scrolled outwards from the innermost frame
  float heading_right = 0;     // px used by the caller at the right of the heading
  std::vector<LaneId> picked;  // lanes chosen as an answer, which are marked

  Rect drawn_stack;  // the area of the mask stack in the last draw
};

FigureOutput draw_lanes(Canvas& canvas, const Rect& area, const Lanes& lanes, LanesView& view,
                        const FigureInput& input = {});

// Returns the height at which all warps fit at this width.
float lanes_height(const Lanes& lanes, float width);

}  // namespace lockstep::gui
