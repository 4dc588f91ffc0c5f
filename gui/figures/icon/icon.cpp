#include "gui/figures/icon/icon.hpp"

namespace lockstep::gui {
namespace {

constexpr unsigned kLanes = 8;
constexpr unsigned kRows = 4;  // the values, and log2(kLanes) steps

}  // namespace

void draw_icon(Canvas& canvas, const Rect& place) {
  const float unit = place.width / 64;
  canvas.fill_rect(place, Role::card, 12 * unit);
  canvas.stroke_rect({place.x + unit, place.y + unit, place.width - 2 * unit, place.height - 2 * unit},
                     Role::line, 2 * unit, 11 * unit);
  const float column = 6.75f * unit, row = 13 * unit, cell = 5.25f * unit;
  const auto centre = [&](unsigned lane, unsigned step) {
    return Point{place.x + 5 * unit + (static_cast<float>(lane) + 0.5f) * column,
                 place.y + 12.5f * unit + static_cast<float>(step) * row};
  };
  for (unsigned step = 1; step < kRows; ++step) {
    const unsigned stride = kLanes >> step;
    for (unsigned lane = 0; lane < stride; ++lane)
      for (const unsigned from : {lane, lane + stride})
        canvas.line(centre(from, step - 1), centre(lane, step), Role::second_ink, 1.2f * unit);
  }
  for (unsigned step = 0; step < kRows; ++step)
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const Point at = centre(lane, step);
      const bool acts = lane < kLanes >> step;
      const Role role = !acts ? Role::acts_pale : step + 1 == kRows ? Role::costs : Role::acts;
      canvas.fill_rect({at.x - cell / 2, at.y - cell / 2, cell, cell}, role, 1.4f * unit);
    }
}

}  // namespace lockstep::gui
