#include "gui/pages/step/transport.hpp"

#include <array>

#include "gui/canvas/text.hpp"
#include "gui/pages/step/page.hpp"
#include "gui/pages/timeline_control.hpp"
#include "gui/questions/hiding.hpp"

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
  const ItemState state =
      context.ui.item(context.actions.describe(action), rect, context.actions.describe(action));
  if (big) {
    context.ui.canvas.fill_circle(centre, r, Role::acts);
  } else if (state.hovered) {
    context.ui.canvas.fill_circle(centre, r, Role::acts_pale);
  }
  draw_shape(context.ui.canvas, shape, centre, big ? Role::on_acts : Role::ink);
  if (state.clicked) context.commands.actions.push_back(action);
}

std::string_view event_label(EventKind kind) {
  if (kind == EventKind::write) return "cell write";
  return kind == EventKind::any ? "any event" : name(kind);
}

// The panel with the transport controls and a timeline of the whole run.
class Transport final : public Panel {
 public:
  std::string_view help() const override {
    return "Step, play, and drag to any place of the run, forwards and backwards.";
  }

  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    draw_transport_buttons(context, {card.x + 16, card.y + 52});
    draw_key_hints(context.ui.canvas, card);
    const float controls = card.x + 236;
    draw_step(context, {controls, card.y + 14, 290, 46});
    draw_speed(context, {controls, card.bottom() - 42, 290, 28});
    const float left = controls + 310;
    draw_timeline_area(context, {left, card.y + 8, card.right() - 16 - left, card.height - 16});
  }

 private:
  void draw_key_hints(Canvas& canvas, const Rect& card) {
    const TextStyle hint{Font::text, Role::second_ink, Align::centre, 11};
    const float below = card.bottom() - 32;
    canvas.text({card.x + 74, below}, "←", hint);
    canvas.text({card.x + 118, below}, "Space", hint);
    canvas.text({card.x + 162, below}, "→", hint);
  }

  void draw_step(PanelContext& context, const Rect& area) {
    context.ui.canvas.text({area.x, area.y}, "step by", {Font::text, Role::second_ink, Align::left, 12});
    if (const auto taken = choose_step(context, {area.x, area.y + 20, area.width, 26}))
      context.commands.edit([step = *taken](AppState& app) { app.step = step; });
  }

  void draw_speed(PanelContext& context, const Rect& area) {
    const float middle = area.centre().y;
    draw_speed_buttons(context, {area.x, middle});
    draw_events(context, {area.x + 150, middle - 12, area.right() - area.x - 150, 24});
  }

  void draw_events(PanelContext& context, const Rect& area) {
    std::vector<std::string> labels;
    std::size_t chosen = 0;
    for (const EventKind kind : kEventKinds) {
      if (kind == context.state.event) chosen = labels.size();
      labels.emplace_back(event_label(kind));
    }
    const Rect previous{area.x, area.y, 24, 24}, next{area.right() - 24, area.y, 24, 24};
    if (context.ui.button("previous-event", previous, "P",
                          context.actions.describe(actions::previous_event))) {
      context.commands.actions.push_back(actions::previous_event);
    }
    const Rect kind{previous.right() + 3, area.y, next.x - previous.right() - 6, 24};
    if (const auto taken =
            context.ui.combo_box("event", kind, "", labels[chosen], labels, chosen,
                                 "Event that N and P jump to; \"cell write\": writes to the selected cell")) {
      context.commands.edit([event = kEventKinds[*taken]](AppState& app) { app.event = event; });
    }
    if (context.ui.button("next-event", next, "N", context.actions.describe(actions::next_event))) {
      context.commands.actions.push_back(actions::next_event);
    }
  }

  void draw_timeline_area(PanelContext& context, const Rect& area) {
    const Run* run = context.session.run();
    if (run == nullptr) return;
    TimelineView& view = timeline_.view;
    const bool predicts = hiding_of(context.predict, context.moment.position).future;
    const bool is_asked = context.state.tab == LessonChoice::kPage && context.lessons.asks() &&
                          !context.lessons.is_changed(context.state);
    view.known = predicts || is_asked ? context.moment.position : UINT64_MAX;
    view.question = predicts ? context.predict.walk().next_position() : std::nullopt;
    const FigureOutput output = timeline_.draw(context, area, *run);
    if (output.hovered.position) context.next_link.position = output.hovered.position;
    if (output.hovered.line) context.next_link.line = output.hovered.line;
    if (!output.tooltip.empty() && !timeline_.is_dragged()) context.ui.tooltip(output.tooltip);
    if (const float notches = context.ui.wheel(area); notches != 0)
      zoom_timeline(view, run->figures->timeline(), output.hovered.position.value_or(context.moment.position),
                    notches);
  }

  TimelineControl timeline_;
};

}  // namespace

void draw_transport_buttons(PanelContext& context, Point at) {
  round_button(context, Shape::to_start, {at.x + 16, at.y}, actions::go_to_start, false);
  round_button(context, Shape::back, {at.x + 58, at.y}, actions::step_back, false);
  round_button(context, context.activity.playing ? Shape::pause : Shape::play, {at.x + 102, at.y},
               actions::play_or_pause, true);
  round_button(context, Shape::forward, {at.x + 146, at.y}, actions::step_forward, false);
  round_button(context, Shape::to_end, {at.x + 188, at.y}, actions::go_to_end, false);
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
  if (context.ui.button("slower", slower, "−", context.actions.describe(actions::slower)))
    context.commands.actions.push_back(actions::slower);
  canvas.text({(slower.right() + faster.x) / 2, top_for_centre(at.y, value)},
              speed_label(context.state.speed), value);
  if (context.ui.button("faster", faster, "+", context.actions.describe(actions::faster)))
    context.commands.actions.push_back(actions::faster);
}

std::unique_ptr<Panel> make_transport() { return std::make_unique<Transport>(); }

}  // namespace lockstep::gui
