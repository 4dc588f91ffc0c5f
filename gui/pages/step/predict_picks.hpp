// Lets the user answer a question of Predict mode in the figures, where clicks choose lanes, cells and banks.
#pragma once

#include <optional>
#include <vector>

#include "gui/figures/tools/link.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Returns the item of the open question that corresponds to a lane or a cell; none if no question is open, or
// if the question asks for other items.
std::optional<std::uint64_t> asked_item(const Prediction& predict, const LaneId& lane);
std::optional<std::uint64_t> asked_item(const Prediction& predict, const CellId& cell);
// For the figures: return the items that have been chosen so far, and store the item at the keyboard's
// cursor in `link`.
std::vector<LaneId> picked_lanes(const Prediction& predict, std::size_t lanes_of_warp);
std::vector<CellId> picked_cells(const Prediction& predict);
void link_cursor(const Prediction& predict, Link& link);

// Draws the content of the memory card while the question asks for the access, which must be hidden.
void draw_hidden_access(PanelContext& context, const Rect& content);

}  // namespace lockstep::gui
