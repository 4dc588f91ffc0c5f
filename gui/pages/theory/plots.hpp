// The curves of the Theory page, for the window and for export.
#pragma once

#include <array>
#include <optional>

#include "gui/canvas/canvas.hpp"
#include "gui/pages/theory/model.hpp"

namespace lockstep::gui {

// The fields: one for each of kMeasures, the last for the isoefficiency.
struct TheoryFrames {
  Rect sentence, legend;
  std::array<Rect, kMeasures.size() + 1> fields;  // including title and axes
  Rect over_p;                                    // T over p, with the total width of the fields
};
TheoryFrames theory_frames(const Canvas& canvas, const Rect& area, const TheoryModel& model);
// Below this height the curves are illegible.
float least_theory_height(const Canvas& canvas, float width, const TheoryModel& model);
Rect curve_area(const Rect& field);  // inside the axes

void draw_theory(Canvas& canvas, const Rect& area, const TheoryModel& model);

// log₂ of the n at a place in a measure's field, a whole number; empty outside its axes.
std::optional<unsigned> log2_n_at(const Rect& field, Point at);

}  // namespace lockstep::gui
