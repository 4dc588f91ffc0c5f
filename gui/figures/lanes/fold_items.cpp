// With independent lanes, each work-item is a separate warp of the simulated machine. The work-items are
// shown in rows of 32.
#include <algorithm>

#include "gui/figures/lanes/lanes.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kFoldedRow = 32;

// Returns the mask stack of the executing work-item `warp`, with the mask bits moved to the work-item's
// position in the row.
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
      // Only values with the same name as the value of the executing work-item are shown.
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
