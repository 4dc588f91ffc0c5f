// Answers a question of Predict mode in the figures: clicks choose lanes, cells and banks.
#pragma once

#include <optional>
#include <vector>

#include "gui/figures/tools/link.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// The item of the open question that corresponds to a lane or a cell; none: there is no question, or it asks
// for other items.
std::optional<std::uint64_t> asked_item(const Prediction& predict, const LaneId& lane);
std::optional<std::uint64_t> asked_item(const Prediction& predict, const CellId& cell);
// The items chosen so far, and the place of the keyboard's cursor, for the figures.
std::vector<LaneId> picked_lanes(const Prediction& predict, std::size_t lanes_of_warp);
std::vector<CellId> picked_cells(const Prediction& predict);
void link_cursor(const Prediction& predict, Link& link);

// Drawn instead of an access that the question asks for.
void draw_hidden_access(PanelContext& context, const Rect& content);

}  // namespace lockstep::gui
