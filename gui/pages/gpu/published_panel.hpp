// Draws the parts of a document's ladder beside predictions, on the Run on GPU page.
#pragma once

#include "gui/pages/gpu/published_model.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Draws published times and rates beside predictions, with a table for each graphics card. Returns the y
// below the tables.
float draw_published_tables(PanelContext& context, const Rect& area, const PublishedModel& model);
// Draws the profiler's table and the remarks. Returns the y below them.
float draw_published_profile(PanelContext& context, const Rect& area, const PublishedModel& model);

}  // namespace lockstep::gui
