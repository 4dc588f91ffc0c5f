#include "gui/pages/step/transport_controls.hpp"

#include <array>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

enum class Shape : std::uint8_t { to_start, back, play, pause, forward, to_end };

void triangle(Canvas& canvas, Point centre, float size, bool right, Role role) {
  const float s = right ? size : -size;
  const std::array points = right ? std::array<Point, 3>{{{centre.x - s / 2, centre.y - s / 1.7f},
                                                          {centre.x + s / 1.7f, centre.y},
                                                          {centre.x - s / 2, centre.y + s / 1.7f}}}
                                  : std::array<Point, 3>{{{centre.x - s / 2, centre.y + s / 1.7f},
                                                          {centre.x + s / 1.7f, centre.y},
                                                          {centre.x - s / 2, centre.y - s / 1.7f}}};
  canvas.fill_polygon(points, role);
}

void draw_shape(Canvas& canvas, Shape shape, Point centre, Role role) {
  switch (shape) {
    case Shape::to_start:
      canvas.fill_rect({centre.x - 9, centre.y - 8, 3, 16}, role);
      triangle(canvas, {centre.x + 2, centre.y}, 13, false, role);
      break;
    case Shape::back:
      triangle(canvas, centre, 13, false, role);
      break;
    case Shape::forward:
      triangle(canvas, centre, 13, true, role);
      break;
    case Shape::to_end:
      triangle(canvas, {centre.x - 2, centre.y}, 13, true, role);
      canvas.fill_rect({centre.x + 6, centre.y - 8, 3, 16}, role);
      break;
    case Shape::play:
      triangle(canvas, {centre.x + 1, centre.y}, 15, true, role);
      break;
    case Shape::pause:
      canvas.fill_rect({centre.x - 7, centre.y - 8, 5, 16}, role);
      canvas.fill_rect({centre.x + 2, centre.y - 8, 5, 16}, role);
      break;
  }
}

void round_button(PanelContext& context, Shape shape, Point centre, Action action, bool big) {
  const float r = big ? 21.0f : 15.0f;
  const Rect rect{centre.x - r, centre.y - r, 2 * r, 2 * r};
  const ItemState state = context.ui.item(describe(action), rect, describe(action));
  if (big) {
    context.ui.canvas.fill_circle(centre, r, Role::acts);
  } else if (state.hovered) {
    context.ui.canvas.fill_circle(centre, r, Role::acts_pale);
  }
  draw_shape(context.ui.canvas, shape, centre, big ? Role::on_acts : Role::ink);
  if (state.clicked) context.commands.actions.push_back(action);
}

}  // namespace

void draw_transport_buttons(PanelContext& context, Point at) {
  round_button(context, Shape::to_start, {at.x + 16, at.y}, Action::go_to_start, false);
  round_button(context, Shape::back, {at.x + 58, at.y}, Action::step_back, false);
  round_button(context, context.activity.playing ? Shape::pause : Shape::play, {at.x + 102, at.y},
               Action::play_or_pause, true);
  round_button(context, Shape::forward, {at.x + 146, at.y}, Action::step_forward, false);
  round_button(context, Shape::to_end, {at.x + 188, at.y}, Action::go_to_end, false);
}

std::optional<sim::Trace::Step> choose_step(PanelContext& context, const Rect& row) {
  std::vector<std::string> labels;
  std::size_t chosen = 0;
  for (const sim::Trace::Step step : kSteps) {
    if (step == context.state.step) chosen = labels.size();
    labels.emplace_back(name(step));
  }
  const std::vector<std::string> tooltips{
      "→ executes one instruction of one warp", "→ continues to the next source line",
      "→ continues to the next barrier (also Shift+→)", "→ continues to the next launch (also Ctrl+→)"};
  const auto taken = context.ui.segments("step", row, labels, chosen, tooltips);
  return taken ? std::optional(kSteps[*taken]) : std::nullopt;
}

void draw_speed_buttons(PanelContext& context, Point at) {
  const TextStyle label{Font::text, Role::second_ink, Align::left, 12};
  const TextStyle value{Font::text_bold, Role::ink, Align::centre, 13};
  Canvas& canvas = context.ui.canvas;
  canvas.text({at.x, top_for_centre(at.y, label)}, "speed", label);
  const Rect slower{at.x + 44, at.y - 12, 24, 24}, faster{at.x + 112, at.y - 12, 24, 24};
  if (context.ui.button("slower", slower, "−", describe(Action::slower)))
    context.commands.actions.push_back(Action::slower);
  canvas.text({(slower.right() + faster.x) / 2, top_for_centre(at.y, value)},
              speed_label(context.state.speed), value);
  if (context.ui.button("faster", faster, "+", describe(Action::faster)))
    context.commands.actions.push_back(Action::faster);
}

}  // namespace lockstep::gui
