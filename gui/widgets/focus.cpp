#include "gui/widgets/focus.hpp"

#include <algorithm>

#include "core/base/browser_page.hpp"

namespace lockstep::gui {
namespace {

// Returns the next or previous tab stop. The last stop is followed by the first one, or in a browser by "",
// which means that the keyboard focus has left the picture.
std::string neighbour(const std::vector<NamedPlace>& places, const std::string& id, bool back) {
  std::vector<std::string> stops;
  for (const NamedPlace& place : places)
    if (place.stop) stops.push_back(place.id);
  if (stops.empty()) return {};
  const auto found = std::ranges::find(stops, id);
  if (found == stops.end()) return back ? stops.back() : stops.front();
  if (*found == (back ? stops.front() : stops.back()) && leave_picture(back)) return {};
  if (back) return found == stops.begin() ? stops.back() : *std::prev(found);
  return std::next(found) == stops.end() ? stops.front() : *std::next(found);
}

}  // namespace

bool Focus::take(const KeyPress& press, const std::vector<NamedPlace>& places) {
  if (press.key == Key::tab && !press.ctrl) {
    id_ = neighbour(places, id_, press.shift);
    moved_ = true;
    return true;
  }
  if (id_.empty() || press.ctrl || press.shift) return false;
  if (press.key == Key::escape) {
    id_.clear();
    return true;
  }
  presses_ = press.key == Key::enter || press.key == Key::space;
  return presses_;
}

void Focus::keep(const std::vector<NamedPlace>& places, bool mouse_used) {
  if (mouse_used) below_.clear();
  const auto place = std::ranges::find(places, id_, &NamedPlace::id);
  if (mouse_used || place == places.end() || !place->stop) id_.clear();
}

void Focus::draw(Canvas& canvas, const std::vector<NamedPlace>& places) const {
  const auto place = std::ranges::find(places, id_, &NamedPlace::id);
  if (id_.empty() || place == places.end() || !place->seen) return;
  const Rect& rect = place->rect;
  canvas.stroke_rect({rect.x - 3, rect.y - 3, rect.width + 6, rect.height + 6}, Role::acts, 2, 7);
}

}  // namespace lockstep::gui
