// Time travel: buttons, how far a step goes, how fast it plays, and the whole run as a timeline.
#include <algorithm>
#include <array>

#include "gui/panels/panels.hpp"
#include "gui/text_metrics.hpp"

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

std::string_view event_label(EventKind kind) { return kind == EventKind::any ? "any event" : name(kind); }

class Transport final : public View {
 public:
  std::string_view help() const override {
    return "Step, play, and drag to any moment of the run, backwards too.";
  }

  void draw(const Rect& card, ViewContext& context) override {
    context.ui.card(card);
    draw_buttons(context, card);
    const float controls = card.x + 236;
    draw_step(context, {controls, card.y + 14, 290, 46});
    draw_speed(context, {controls, card.bottom() - 42, 290, 28});
    const float left = controls + 310;
    draw_timeline_area(context, {left, card.y + 8, card.right() - 16 - left, card.height - 16});
  }

 private:
  void round_button(ViewContext& context, Shape shape, Point centre, Action action, bool big) {
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

  void draw_buttons(ViewContext& context, const Rect& card) {
    const float y = card.y + 52;
    round_button(context, Shape::to_start, {card.x + 32, y}, Action::go_to_start, false);
    round_button(context, Shape::back, {card.x + 74, y}, Action::step_back, false);
    round_button(context, context.activity.playing ? Shape::pause : Shape::play, {card.x + 118, y},
                 Action::play_or_pause, true);
    round_button(context, Shape::forward, {card.x + 162, y}, Action::step_forward, false);
    round_button(context, Shape::to_end, {card.x + 204, y}, Action::go_to_end, false);
    const TextStyle hint{Font::text, Role::second_ink, Align::centre, 11};
    const float below = card.bottom() - 32;
    context.ui.canvas.text({card.x + 74, below}, "←", hint);
    context.ui.canvas.text({card.x + 118, below}, "Space", hint);
    context.ui.canvas.text({card.x + 162, below}, "→", hint);
  }

  void draw_step(ViewContext& context, const Rect& area) {
    context.ui.canvas.text({area.x, area.y}, "step by", {Font::text, Role::second_ink, Align::left, 12});
    std::vector<std::string> labels;
    std::size_t chosen = 0;
    for (const sim::Trace::Step step : kSteps) {
      if (step == context.state.step) chosen = labels.size();
      labels.emplace_back(name(step));
    }
    const std::vector<std::string> tooltips{
        "→ executes one instruction of one warp", "→ goes on to the next source line",
        "→ goes on to the next barrier (also Shift+→)", "→ goes on to the next launch (also Ctrl+→)"};
    const Rect row{area.x, area.y + 20, area.width, 26};
    if (const auto taken = context.ui.segments("step", row, labels, chosen, tooltips)) {
      context.commands.edit([step = kSteps[*taken]](AppState& app) { app.step = step; });
    }
  }

  void draw_speed(ViewContext& context, const Rect& area) {
    const TextStyle label{Font::text, Role::second_ink, Align::left, 12};
    const TextStyle value{Font::text_bold, Role::ink, Align::centre, 13};
    Canvas& canvas = context.ui.canvas;
    const float middle = area.centre().y;
    canvas.text({area.x, top_for_centre(middle, label)}, "speed", label);
    const Rect slower{area.x + 44, middle - 12, 24, 24}, faster{area.x + 112, middle - 12, 24, 24};
    if (context.ui.button("slower", slower, "−", describe(Action::slower))) {
      context.commands.actions.push_back(Action::slower);
    }
    canvas.text({(slower.right() + faster.x) / 2, top_for_centre(middle, value)},
                speed_label(context.state.speed), value);
    if (context.ui.button("faster", faster, "+", describe(Action::faster))) {
      context.commands.actions.push_back(Action::faster);
    }
    draw_events(context, {area.x + 150, middle - 12, area.right() - area.x - 150, 24});
  }

  void draw_events(ViewContext& context, const Rect& area) {
    std::vector<std::string> labels;
    std::size_t chosen = 0;
    for (const EventKind kind : kEventKinds) {
      if (kind == context.state.event) chosen = labels.size();
      labels.emplace_back(event_label(kind));
    }
    const Rect previous{area.x, area.y, 24, 24}, next{area.right() - 24, area.y, 24, 24};
    if (context.ui.button("previous-event", previous, "P", describe(Action::previous_event))) {
      context.commands.actions.push_back(Action::previous_event);
    }
    const Rect kind{previous.right() + 3, area.y, next.x - previous.right() - 6, 24};
    if (const auto taken =
            context.ui.chip("event", kind, "", labels[chosen], labels, chosen, "What N and P look for")) {
      context.commands.edit([event = kEventKinds[*taken]](AppState& app) { app.event = event; });
    }
    if (context.ui.button("next-event", next, "N", describe(Action::next_event))) {
      context.commands.actions.push_back(Action::next_event);
    }
  }

  void draw_timeline_area(ViewContext& context, const Rect& area) {
    const Run* run = context.session.run();
    if (run == nullptr) return;
    const FigureInput input{context.link, context.ui.pointer(area)};
    // Held down, the pointer drags the playhead, even where it leaves the area.
    context.ui.stops = false;
    const ItemState held = context.ui.item("timeline", area);
    context.ui.stops = true;
    const FigureOutput output = draw_timeline(context.ui.canvas, area, run->figures->timeline(),
                                              context.moment.position, view_, input);
    if (output.hovered.position) context.next_link.position = output.hovered.position;
    if (output.hovered.line) context.next_link.line = output.hovered.line;
    if (!output.tooltip.empty() && !held.held) context.ui.tooltip(output.tooltip);
    const auto wanted = output.go_to ? output.go_to : held.held ? output.hovered.position : std::nullopt;
    if (wanted && *wanted != context.moment.position) {
      context.activity.playing = false;
      context.commands.go_to(*wanted);
    }
  }

  TimelineView view_;
};

}  // namespace

std::unique_ptr<View> make_transport() { return std::make_unique<Transport>(); }

}  // namespace lockstep::gui
