#include "gui/layout.hpp"

#include <algorithm>

namespace lockstep::gui {
namespace {

constexpr float kGap = 12, kTopBar = 52, kTransport = 122;

struct StageHeights {
  float figure, lanes, memory;
};

// The algorithm's figure keeps two fifths; what the other two do not want is its own too.
StageHeights share(float height, float lanes_wanted, float memory_wanted) {
  const float room = height - 2 * kGap;
  const float most = room * 0.6f;
  float lanes = std::min(lanes_wanted, room * 0.34f);
  float memory = std::min(memory_wanted, room * 0.34f);
  // One that wants less than its half leaves the rest to the other.
  lanes = std::max(lanes, std::min(lanes_wanted, most - memory));
  memory = std::max(memory, std::min(memory_wanted, most - lanes));
  return {room - lanes - memory, lanes, memory};
}

void place_stage(Layout& layout, const Rect& area, float lanes_wanted, float memory_wanted) {
  const StageHeights heights = share(area.height, lanes_wanted, memory_wanted);
  layout.figure = {area.x, area.y, area.width, heights.figure};
  layout.lanes = {area.x, layout.figure.bottom() + kGap, area.width, heights.lanes};
  layout.memory = {area.x, layout.lanes.bottom() + kGap, area.width, heights.memory};
}

Layout presentation(float width, float height, float lanes_wanted) {
  Layout layout;
  const Rect area{kGap, kGap, width - 2 * kGap, height - 2 * kGap};
  layout.transport = {area.x, area.bottom() - kTransport, area.width, kTransport};
  constexpr float sentence = 64;
  layout.inspector = {area.x, layout.transport.y - kGap - sentence, area.width, sentence};
  const float stage = layout.inspector.y - kGap - area.y;
  const float lanes = std::min(lanes_wanted, stage * 0.4f);
  layout.figure = {area.x, area.y, area.width, stage - kGap - lanes};
  layout.lanes = {area.x, layout.figure.bottom() + kGap, area.width, lanes};
  return layout;
}

}  // namespace

Layout compute_layout(float width, float height, LayoutMode mode, float lanes_wanted, float memory_wanted) {
  if (mode == LayoutMode::presentation) return presentation(width, height, lanes_wanted);
  Layout layout;
  layout.top_bar = {0, 0, width, kTopBar};
  const Rect area{kGap, kTopBar + kGap, width - 2 * kGap, height - kTopBar - 2 * kGap};
  if (mode == LayoutMode::gpu) {
    layout.page = area;
    return layout;
  }
  layout.transport = {area.x, area.bottom() - kTransport, area.width, kTransport};
  const float top = area.y, column = layout.transport.y - kGap - top;
  const float source = std::clamp(width * 0.285f, 340.0f, 600.0f);
  const float inspector = std::clamp(width * 0.2f, 250.0f, 400.0f);
  layout.source = {area.x, top, source, column};
  layout.inspector = {area.right() - inspector, top, inspector, column};
  const float stage = layout.source.right() + kGap;
  place_stage(layout, {stage, top, layout.inspector.x - kGap - stage, column}, lanes_wanted, memory_wanted);
  return layout;
}

Rect inside(const Rect& card, float padding) {
  return {card.x + padding, card.y + padding, std::max(0.0f, card.width - 2 * padding),
          std::max(0.0f, card.height - 2 * padding)};
}

}  // namespace lockstep::gui
