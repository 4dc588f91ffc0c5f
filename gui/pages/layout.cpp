#include "gui/pages/layout.hpp"

#include <algorithm>

namespace lockstep::gui {
namespace {

// Low windows (a laptop at 1280 by 720) save on everything but the stage.
struct Measures {
  float gap = 12, top_bar = 52, transport = 122;
};
Measures measures_for(float height) { return height < 800 ? Measures{8, 46, 106} : Measures{}; }

struct StageHeights {
  float figure, lanes, memory;
};

// The algorithm's figure keeps a good third; what the other two do not want is its own too.
StageHeights share(float room, float lanes_wanted, float memory_wanted) {
  const float most = room * 0.65f;
  const float memory_least = std::min(memory_wanted, most * 0.53f);
  const float lanes = std::min(lanes_wanted, most - memory_least);
  // Where the lanes want less than their part, the memory has the rest.
  const float memory = std::min(memory_wanted, most - lanes);
  return {room - lanes - memory, lanes, memory};
}

void place_stage(Layout& layout, const Rect& area, float gap, float lanes_wanted, float memory_wanted) {
  const StageHeights heights = share(area.height - 2 * gap, lanes_wanted, memory_wanted);
  layout.figure = {area.x, area.y, area.width, heights.figure};
  layout.lanes = {area.x, layout.figure.bottom() + gap, area.width, heights.lanes};
  layout.memory = {area.x, layout.lanes.bottom() + gap, area.width, heights.memory};
}

Layout presentation(float width, float height, float lanes_wanted) {
  Layout layout;
  auto [gap, top_bar, transport] = measures_for(height);
  const bool low = height < 560;  // 720 px in presentation mode: two rows of the figure, two warps
  if (low) transport = 102;
  const Rect area{gap, gap, width - 2 * gap, height - 2 * gap};
  layout.transport = {area.x, area.bottom() - transport, area.width, transport};
  const float sentence = low ? 51.0f : 64.0f;
  layout.inspector = {area.x, layout.transport.y - gap - sentence, area.width, sentence};
  const float stage = layout.inspector.y - gap - area.y;
  const float lanes = std::min(lanes_wanted, low ? 108.0f : stage * 0.4f);
  layout.figure = {area.x, area.y, area.width, stage - gap - lanes};
  layout.lanes = {area.x, layout.figure.bottom() + gap, area.width, lanes};
  return layout;
}

}  // namespace

Layout compute_layout(float width, float height, LayoutMode mode, float lanes_wanted, float memory_wanted) {
  if (mode == LayoutMode::presentation) return presentation(width, height, lanes_wanted);
  Layout layout;
  const auto [gap, top_bar, transport] = measures_for(height);
  layout.top_bar = {0, 0, width, top_bar};
  const Rect area{gap, top_bar + gap, width - 2 * gap, height - top_bar - 2 * gap};
  Rect* page = mode == LayoutMode::compare  ? &layout.compare
               : mode == LayoutMode::gpu    ? &layout.gpu
               : mode == LayoutMode::theory ? &layout.theory
                                            : nullptr;
  if (page != nullptr) {
    *page = area;
    return layout;
  }
  layout.transport = {area.x, area.bottom() - transport, area.width, transport};
  const float top = area.y, column = layout.transport.y - gap - top;
  const float source = std::clamp(width * 0.285f, 340.0f, 600.0f);
  const float inspector = std::clamp(width * 0.2f, 250.0f, 400.0f);
  layout.source = {area.x, top, source, column};
  layout.inspector = {area.right() - inspector, top, inspector, column};
  const float stage = layout.source.right() + gap;
  place_stage(layout, {stage, top, layout.inspector.x - gap - stage, column}, gap, lanes_wanted,
              memory_wanted);
  return layout;
}

Rect inside(const Rect& card) {
  constexpr float x = 16, y = 13;
  return {card.x + x, card.y + y, std::max(0.0f, card.width - 2 * x), std::max(0.0f, card.height - 2 * y)};
}

}  // namespace lockstep::gui
