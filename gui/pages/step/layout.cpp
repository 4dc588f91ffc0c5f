#include "gui/pages/step/layout.hpp"

#include <algorithm>

namespace lockstep::gui {
namespace {

struct StageHeights {
  float figure, lanes, memory;
};

// Divides the height of the stage. The algorithm's figure gets at least a third, and all height that the
// other two cards do not need.
StageHeights share(float room, float lanes_wanted, float memory_wanted) {
  const float most = room * 0.65f;
  const float memory_least = std::min(memory_wanted, most * 0.53f);
  const float lanes = std::min(lanes_wanted, most - memory_least);
  // If the lanes need less than their share, the memory can use the rest.
  const float memory = std::min(memory_wanted, most - lanes);
  return {room - lanes - memory, lanes, memory};
}

// If the stage is lower than kThreeCards, its lower two cards share a place; if it is lower than kTwoCards,
// all three cards do.
constexpr float kThreeCards = 480, kTwoCards = 330;
// The corresponding height for the lower two cards if the figure has priority.
constexpr float kThreeCardsAndFigure = 640;

// The minimum height of the card below a figure that has priority, if the card needs this height.
constexpr float kLeastBelowFigure = 130;

void share_stage(StepLayout& layout, const Rect& area, float gap, float lower_wanted, float figure_wanted) {
  SharedPlace shared{area};
  if (area.height >= kTwoCards) {
    const float tabs = SharedPlace::kTabs + SharedPlace::kGap;
    const float room = area.height - gap - tabs;
    const float most = std::clamp(room - figure_wanted, std::min(kLeastBelowFigure, room / 2), room / 2);
    const float lower = tabs + std::min(lower_wanted, most);
    layout.figure = {area.x, area.y, area.width, area.height - gap - lower};
    shared.place = {area.x, layout.figure.bottom() + gap, area.width, lower};
  } else {
    layout.figure = shared.card();
  }
  layout.stage_tabs = shared.tabs();
  layout.lanes = layout.memory = shared.card();
}

void place_stage(StepLayout& layout, const Rect& area, float gap, const StepWants& wants) {
  const float tabs = SharedPlace::kTabs + SharedPlace::kGap;
  const StageHeights heights = share(area.height - 2 * gap, wants.lanes, wants.memory + tabs);
  if (area.height < (wants.figure_first ? kThreeCardsAndFigure : kThreeCards) ||
      heights.figure < wants.figure) {
    const float lower = wants.front > 0 ? wants.front : std::max(wants.lanes, wants.memory);
    return share_stage(layout, area, gap, lower, wants.figure);
  }
  layout.figure = {area.x, area.y, area.width, heights.figure};
  layout.lanes = {area.x, layout.figure.bottom() + gap, area.width, heights.lanes};
  const SharedPlace lowest{{area.x, layout.lanes.bottom() + gap, area.width, heights.memory}};
  layout.memory_tabs = lowest.tabs();
  layout.memory = lowest.card();
}

float transport_height(const WindowArea& window) { return window.is_low() ? 106.0f : 122.0f; }

}  // namespace

StepLayout step_layout(const WindowArea& window, const StepWants& wants) {
  StepLayout layout;
  const float gap = window.gap(), transport = transport_height(window);
  const Rect area = window.below_top_bar();
  layout.transport = {area.x, area.bottom() - transport, area.width, transport};
  const float top = area.y, column = layout.transport.y - gap - top;
  if (window.is_narrow()) {
    const SharedPlace side{{area.x, top, std::clamp(window.width * 0.42f, 340.0f, 400.0f), column}};
    layout.side_tabs = side.tabs();
    layout.source = layout.inspector = side.card();
    const float x = side.place.right() + gap;
    place_stage(layout, {x, top, area.right() - x, column}, gap, wants);
    return layout;
  }
  const float source = std::clamp(window.width * 0.285f, 340.0f, 600.0f);
  const float inspector = std::clamp(window.width * 0.2f, 250.0f, 400.0f);
  layout.source = {area.x, top, source, column};
  layout.inspector = {area.right() - inspector, top, inspector, column};
  const float stage = layout.source.right() + gap;
  place_stage(layout, {stage, top, layout.inspector.x - gap - stage, column}, gap, wants);
  return layout;
}

}  // namespace lockstep::gui
