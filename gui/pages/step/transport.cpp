// Time travel: buttons, the kind of step, the speed, and the whole run as a timeline.
#include "gui/pages/panels.hpp"
#include "gui/pages/step/transport_controls.hpp"

namespace lockstep::gui {
namespace {

std::string_view event_label(EventKind kind) {
  if (kind == EventKind::write) return "cell write";
  return kind == EventKind::any ? "any event" : name(kind);
}

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
    if (context.ui.button("previous-event", previous, "P", describe(Action::previous_event))) {
      context.commands.actions.push_back(Action::previous_event);
    }
    const Rect kind{previous.right() + 3, area.y, next.x - previous.right() - 6, 24};
    if (const auto taken = context.ui.combo_box(
            "event", kind, "", labels[chosen], labels, chosen,
            "Event that N and P jump to; \"cell write\": writes to the selected cell")) {
      context.commands.edit([event = kEventKinds[*taken]](AppState& app) { app.event = event; });
    }
    if (context.ui.button("next-event", next, "N", describe(Action::next_event))) {
      context.commands.actions.push_back(Action::next_event);
    }
  }

  void draw_timeline_area(PanelContext& context, const Rect& area) {
    const Run* run = context.session.run();
    if (run == nullptr) return;
    const FigureInput input{context.link, context.ui.pointer(area)};
    // While the button is held, the pointer drags the playhead, also outside the area.
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

std::unique_ptr<Panel> make_transport() { return std::make_unique<Transport>(); }

}  // namespace lockstep::gui
