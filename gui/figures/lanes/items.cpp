// Where each lane goes by itself the machine has a warp for each work-item; shown are rows of 32 of them.
#include <algorithm>

#include "gui/figures/lanes/lanes.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kRow = 32;

// What `warp`, the one that executes, is inside of; the bits are those of its place in the row.
std::vector<MaskFrameView> moved_stack(const WarpView& warp, std::size_t place) {
  std::vector<MaskFrameView> stack = warp.stack;
  for (MaskFrameView& frame : stack) {
    frame.inside <<= place;
    frame.held <<= place;
  }
  return stack;
}

}  // namespace

bool goes_by_items(const Lanes& lanes) {
  return lanes.warps.size() > 1 &&
         std::ranges::all_of(lanes.warps, [](const WarpView& warp) { return warp.lanes.size() == 1; });
}

Lanes fold_items(const Lanes& lanes) {
  const auto acting = std::ranges::find_if(lanes.warps, &WarpView::executes);
  const WarpView* named = acting == lanes.warps.end() ? nullptr : &*acting;
  Lanes rows{lanes.launch, lanes.group, lanes.groups, {}, lanes.headline, lanes.most_characters};
  for (std::size_t first = 0; first < lanes.warps.size(); first += kRow) {
    WarpView row;
    row.warp = lanes.warps[first].warp;
    row.of_items = true;
    row.lanes.resize(kRow);
    for (std::size_t i = 0; i < std::min(kRow, lanes.warps.size() - first); ++i) {
      const WarpView& item = lanes.warps[first + i];
      row.lanes[i] = item.lanes.front();
      // Of several kinds of values, those of the one that executes.
      if (named != nullptr && item.value_name != named->value_name) row.lanes[i].has_value = false;
      if (!item.executes) continue;
      row.executes = true;
      row.line = item.line;
      row.stack = moved_stack(item, i);
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
