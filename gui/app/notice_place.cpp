#include "gui/app/notice_place.hpp"

#include <algorithm>
#include <cmath>

#include "gui/canvas/recorder.hpp"

namespace lockstep::gui {
namespace {

constexpr float kCell = 4;  // px

std::size_t cell_count(float length) {
  return static_cast<std::size_t>(std::max(1.0f, std::ceil(length / kCell)));
}

// Returns the candidates for the left edge of a notice; candidates near the middle come first.
std::vector<float> left_edges(float window_width, float width) {
  constexpr float edge = 8, step = 12;
  const float middle = (window_width - width) / 2, right = window_width - width - edge;
  std::vector<float> edges{middle};
  for (float x = edge; x < right; x += step) edges.push_back(x);
  edges.push_back(std::max(edge, right));
  std::ranges::stable_sort(edges, {}, [&](float x) { return std::abs(x - middle); });
  return edges;
}

}  // namespace

CoveredArea::CoveredArea(float width, float height)
    : columns_(cell_count(width)), rows_(cell_count(height)), sums_((columns_ + 1) * (rows_ + 1)) {}

CoveredArea::Cells CoveredArea::cells_of(const Rect& rect) const {
  const auto begin = [](float from, std::size_t count) {
    return std::min(count, static_cast<std::size_t>(std::max(0.0f, std::floor(from / kCell))));
  };
  const auto end = [](float to, std::size_t count) {
    return std::min(count, static_cast<std::size_t>(std::max(0.0f, std::ceil(to / kCell))));
  };
  return {begin(rect.x, columns_), begin(rect.y, rows_), end(rect.right(), columns_),
          end(rect.bottom(), rows_)};
}

void CoveredArea::add(const Rect& rect) {
  if (rect.width <= 0 || rect.height <= 0) return;
  const Cells cells = cells_of(rect);
  for (std::size_t y = cells.top; y < cells.bottom; ++y)
    for (std::size_t x = cells.left; x < cells.right; ++x) at(x + 1, y + 1) = 1;
}

void CoveredArea::sum_up() {
  for (std::size_t y = 1; y <= rows_; ++y)
    for (std::size_t x = 1; x <= columns_; ++x) at(x, y) += at(x - 1, y) + at(x, y - 1) - at(x - 1, y - 1);
}

std::uint32_t CoveredArea::in(const Rect& rect) const {
  const Cells cells = cells_of(rect);
  if (cells.left >= cells.right || cells.top >= cells.bottom) return 0;
  return at(cells.right, cells.bottom) + at(cells.left, cells.top) - at(cells.left, cells.bottom) -
         at(cells.right, cells.top);
}

PlaceFinder::PlaceFinder(const WrittenFrame& written, const std::vector<NamedPlace>& items,
                         const WindowArea& window)
    : window_(window), texts_(window.width, window.height), items_(window.width, window.height) {
  for (const WrittenText& text : written.texts) texts_.add(intersection(text.bounds, text.clip));
  for (const NamedPlace& item : items)
    if (item.seen && !item.below) items_.add(item.rect);
  texts_.sum_up();
  items_.sum_up();
}

// Text weighs more than controls, because a control may be covered for a few seconds but text should
// not be covered.
double PlaceFinder::covered(const Rect& place) const {
  constexpr double text_weight = 1000;
  return text_weight * texts_.in(place) + items_.in(place);
}

FreePlace PlaceFinder::find(float width, float height) const {
  constexpr float step = 4, edge = 8;
  const std::vector<float> lefts = left_edges(window_.width, width);
  FreePlace best{{lefts.front(), window_.height - height - edge, width, height}, 1e18};
  for (float y = window_.height - height - edge; y > window_.top_bar_height(); y -= step)
    for (const float x : lefts) {
      const double now = covered({x, y, width, height});
      if (now >= best.covered) continue;
      best = {{x, y, width, height}, now};
      if (now == 0) return best;
    }
  return best;
}

}  // namespace lockstep::gui
