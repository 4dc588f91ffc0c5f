// Draws a table of a Lab scene on a canvas.
#pragma once

#include "gui/canvas/canvas.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::gui {

// Draws the table with its title and its note. If the columns need more than `width`, cells are cut.
float report_table_height(const Canvas& canvas, const lab::ReportTable& table, float width);
void draw_report_table(Canvas& canvas, const Rect& area, const lab::ReportTable& table);

}  // namespace lockstep::gui
