// Draws the curves of the Theory page, for the window and for export.
#pragma once

#include <array>
#include <optional>

#include "gui/canvas/canvas.hpp"
#include "gui/pages/theory/model.hpp"

namespace lockstep::gui {

// The places of the fields: a field for each element of kMeasures, and as the last field the isoefficiency.
struct TheoryFrames {
  Rect sentence, legend;
  std::array<Rect, kMeasures.size() + 1> fields;  // including title and axes
  Rect over_p;  // field of T over p, which is as wide as all fields together
};
TheoryFrames theory_frames(const Canvas& canvas, const Rect& area, const TheoryModel& model);
// Returns the minimum height at which the curves are legible.
float least_theory_height(const Canvas& canvas, float width, const TheoryModel& model);
Rect curve_area(const Rect& field);  // inside the axes

void draw_theory(Canvas& canvas, const Rect& area, const TheoryModel& model);

// Returns log₂ n, rounded to a whole number, for a place in a measure's field; none outside the axes.
std::optional<unsigned> log2_n_at(const Rect& field, Point at);

}  // namespace lockstep::gui
