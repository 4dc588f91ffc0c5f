// With independent lanes, the machine has one warp per work-item; they are shown in rows of 32.
#include <algorithm>

#include "gui/figures/lanes/lanes.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kFoldedRow = 32;

// The mask stack of `warp`, the executing work-item; the mask bits are moved to its position in the row.
std::vector<ShownMaskFrame> moved_stack(const ShownWarp& warp, std::size_t place) {
  std::vector<ShownMaskFrame> stack = warp.stack;
  for (ShownMaskFrame& frame : stack) {
    frame.inside <<= place;
    frame.held <<= place;
  }
  return stack;
}

}  // namespace

bool goes_by_items(const Lanes& lanes) {
  return lanes.warps.size() > 1 &&
         std::ranges::all_of(lanes.warps, [](const ShownWarp& warp) { return warp.lanes.size() == 1; });
}

Lanes fold_items(const Lanes& lanes) {
  const auto acting = std::ranges::find_if(lanes.warps, &ShownWarp::executes);
  const ShownWarp* named = acting == lanes.warps.end() ? nullptr : &*acting;
  Lanes rows{lanes.launch, lanes.group, lanes.groups, {}, lanes.headline, lanes.max_characters, lanes.row};
  for (std::size_t first = 0; first < lanes.warps.size(); first += kFoldedRow) {
    ShownWarp row;
    row.warp = lanes.warps[first].warp;
    row.of_items = true;
    row.lanes.resize(kFoldedRow);
    for (std::size_t i = 0; i < std::min(kFoldedRow, lanes.warps.size() - first); ++i) {
      const ShownWarp& item = lanes.warps[first + i];
      row.lanes[i] = item.lanes.front();
      // If the kinds of values differ, only those of the executing work-item's kind are shown.
      if (named != nullptr && item.value_name != named->value_name) row.lanes[i].has_value = false;
      if (!item.executes) continue;
      row.executes = true;
      row.line = item.line;
      row.stack = moved_stack(item, i);
      row.hides_stack = item.hides_stack;
    }
    if (named != nullptr) {
      row.type = named->type;
      row.value_name = named->value_name;
    }
    rows.warps.push_back(std::move(row));
  }
  return rows;
}

}  // namespace lockstep::gui
