// Draws a document's ladder beside predictions, part by part, on the Run on GPU page.
#pragma once

#include "gui/pages/gpu/published_model.hpp"
#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Published times and rates beside predictions, with a table for each graphics card. Returns the y below.
float draw_published_tables(PanelContext& context, const Rect& area, const PublishedModel& model);
// The profiler's table and the remarks. Returns the y below.
float draw_published_profile(PanelContext& context, const Rect& area, const PublishedModel& model);

}  // namespace lockstep::gui
