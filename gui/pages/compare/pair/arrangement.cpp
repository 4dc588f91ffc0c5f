#include "gui/pages/compare/pair/arrangement.hpp"

#include <algorithm>
#include <optional>

#include "gui/pages/step/present/layout.hpp"

namespace lockstep::gui {
namespace {

constexpr float kMaxPairZoom = 1.3f, kPairZoomStep = 0.02f;
constexpr PairArrangement kArrangements[] = {{false, true}, {true, true}, {false, false}, {true, false}};

struct ShownParts {
  float cells, rows;  // fractions of the cells and rows that are visible
  bool all() const { return cells >= 1 && rows >= 1; }
};

ShownParts shown_parts(const FigureSize& page, const FigureSize& figure, const PairArrangement& arrangement) {
  const FigureSize room = figure_room(page, arrangement);
  const auto part = [](float has, float needs) { return needs > has ? std::max(0.0f, has / needs) : 1.0f; };
  return {part(room.width, figure.width), part(room.height, figure.height)};
}

// Returns the first arrangement in which all cells and rows are visible; none if there is no
// such arrangement.
std::optional<PairArrangement> complete_arrangement(const FigureSize& page, const FigureSize& figure) {
  for (const PairArrangement& arrangement : kArrangements)
    if (shown_parts(page, figure, arrangement).all()) return arrangement;
  return std::nullopt;
}

}  // namespace

FigureSize figure_room(const FigureSize& page, const PairArrangement& arrangement) {
  const float below = arrangement.has_counters ? kPresentedCounters + kPairGap : kPresentedTabs;
  const float height = page.height - kPresentedProgress - kPairGap - below;
  const float around = 2 * kPairPadding + kPairTitle;
  if (arrangement.stacked)
    return {page.width - 2 * kPairPadding, (height - kPairGap) / 2 - around - kWordsInRow};
  return {(page.width - kPairGap) / 2 - 2 * kPairPadding, height - around - kWordsBelow};
}

PairArrangement arrange_pair(const FigureSize& page, const FigureSize& figure) {
  if (const auto complete = complete_arrangement(page, figure)) return *complete;
  // It is more important to show all cells than all rows, because hidden rows become visible when the run is
  // stepped, but hidden cells do not.
  return *std::ranges::max_element(kArrangements, {}, [&](const PairArrangement& arrangement) {
    const ShownParts parts = shown_parts(page, figure, arrangement);
    return parts.rows + (parts.cells >= 1 ? 2 : parts.cells);
  });
}

float presented_pair_zoom(const FigureSize& page, const FigureSize& figure) {
  for (const bool has_counters : {true, false})
    for (float zoom = kMaxPairZoom; zoom > kLeastPresentedZoom; zoom -= kPairZoomStep) {
      const auto found = complete_arrangement({page.width / zoom, page.height / zoom}, figure);
      if (found && found->has_counters == has_counters) return zoom;
    }
  return kLeastPresentedZoom;
}

float presented_pair_worth(const FigureSize& page, const FigureSize& figure) {
  const float zoom = presented_pair_zoom(page, figure);
  const FigureSize zoomed{page.width / zoom, page.height / zoom};
  const ShownParts parts = shown_parts(zoomed, figure, arrange_pair(zoomed, figure));
  return zoom * parts.cells * parts.rows;
}

}  // namespace lockstep::gui
