// Draws the controls and the progress of both runs.
#include <algorithm>

#include "gui/pages/compare/pair/page.hpp"
#include "gui/pages/step/transport.hpp"

namespace lockstep::gui {
namespace {

// Draws the progress of a run as a bar, which is filled up to the current step. The bar is grey while the run
// waits for the other run.
void draw_bar(Canvas& canvas, const Rect& track, const PairColumn& column, const PairModel& model) {
  if (column.steps == 0) return;
  const auto width = [&](std::uint64_t steps) {
    return track.width * static_cast<float>(steps) / static_cast<float>(model.steps);
  };
  canvas.fill_rect({track.x, track.y, width(model.steps), track.height}, Role::line, 3);
  canvas.fill_rect({track.x, track.y, width(model.at), track.height},
                   column.waits ? Role::waiting : Role::acts, 3);
}

// While the button is held, moves both runs to the step under the pointer.
void drag_steps(PanelContext& context, const Rect& track, std::uint64_t at, std::uint64_t most) {
  context.ui.stops = false;
  const ItemState state = context.ui.item(
      "pair-steps", {track.x, track.y - 6, track.width, track.height + 12}, "Drag to any step (Home, End)");
  context.ui.stops = true;
  if (!state.held) return;
  const float share = std::clamp((context.ui.mouse().x - track.x) / track.width, 0.0f, 1.0f);
  const auto wanted = static_cast<std::uint64_t>(share * static_cast<float>(most) + 0.5f);
  if (wanted == at) return;
  context.activity.playing = false;
  context.commands.edit([wanted](AppState& app) { app.compare.step = wanted; });
}

void draw_progress(PanelContext& context, const Rect& area, const PairModel& model) {
  if (model.steps == 0 || area.width < 120) return;
  const TextStyle text{Font::text, Role::ink, Align::left, 13};
  context.ui.canvas.text({area.x, area.y - 3},
                         fit_text(context.ui.canvas, pair_progress(model), text, area.width), text);
  draw_pair_bars(context, {area.x + 16, area.y + 24, area.width - 24, 20}, model);
}

}  // namespace

void draw_pair_bars(PanelContext& context, const Rect& track, const PairModel& model) {
  const std::uint64_t most = model.steps;
  if (most == 0) return;
  Canvas& canvas = context.ui.canvas;
  for (std::size_t i = 0; i < 2; ++i) {
    const float y = track.y + 13 * static_cast<float>(i);
    canvas.text({track.x - 16, y - 4}, i == 0 ? "A" : "B",
                {Font::text_bold, Role::second_ink, Align::left, 11});
    draw_bar(canvas, {track.x, y, track.width, 6}, model.columns[i], model);
  }
  const std::uint64_t at = model.at;
  const float x = track.x + track.width * static_cast<float>(at) / static_cast<float>(most);
  canvas.line({x, track.y - 4}, {x, track.y + 22}, Role::ink, 2);
  canvas.fill_circle({x, track.y - 3}, 3.5f, Role::ink);
  drag_steps(context, track, at, most);
}

void PairPage::draw_transport(PanelContext& context, const Rect& card, const PairModel& model) {
  context.ui.card(card);
  const bool narrow = card.height > kTransport;
  const float middle = card.y + kTransport / 2;
  draw_transport_buttons(context, {card.x + 16, middle});
  if (const auto taken = choose_step(context, {card.x + 240, middle - 13, 290, 26})) {
    const std::uint64_t step = pair_.step_of_kind(context.state, *taken);
    context.commands.edit([kind = *taken, step](AppState& app) {
      app.step = kind;
      app.compare.step = step;
    });
  }
  draw_speed_buttons(context, {card.x + 540, middle});
  const Rect close{card.right() - 16 - 80, middle - 14, 80, 28};
  if (context.ui.button("close-pair-view", close, "Table", "Back to the table (Esc)"))
    context.commands.actions.push_back(actions::step_pair);
  // In a narrow card, the progress is below the controls.
  if (narrow)
    return draw_progress(context, {card.x + 16, card.y + kTransport, card.width - 32, kProgressRow}, model);
  const float left = card.x + 700;
  draw_progress(context, {left, card.y + 8, close.x - 24 - left, card.height - 16}, model);
}

}  // namespace lockstep::gui
