// Answering a question of Predict mode in the figures: lanes, cells and banks are chosen by clicks.
#pragma once

#include <optional>
#include <vector>

#include "gui/figures/tools/link.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// The item that a lane or a cell is for the open question; none: there is no question, or it asks for
// something else.
std::optional<std::uint64_t> asked_item(const Prediction& predict, const LaneId& lane);
std::optional<std::uint64_t> asked_item(const Prediction& predict, const CellId& cell);
// What was chosen so far, and where the keyboard's cursor is, for the figures.
std::vector<LaneId> picked_lanes(const Prediction& predict, std::size_t lanes_of_warp);
std::vector<CellId> picked_cells(const Prediction& predict);
void link_cursor(const Prediction& predict, Link& link);

// In place of an access that is asked for.
void draw_hidden_access(PanelContext& context, const Rect& content);

}  // namespace lockstep::gui
