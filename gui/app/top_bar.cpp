// The top bar: which page, and everything that a run depends on. Changing a chip changes the state; the
// session does the rest.
#include <algorithm>
#include <array>

#include "gui/app/run_chips.hpp"
#include "gui/canvas/text_metrics.hpp"
#include "gui/pages/panels.hpp"

namespace lockstep::gui {
namespace {

struct TabEntry {
  Tab tab;
  std::string_view title, tooltip;
};
constexpr TabEntry kTabEntries[] = {
    {Tab::step, "Step", "The run in the simulator, moment by moment (Ctrl+1)"},
    {Tab::compare, "Compare", "What all algorithms cost, counted by the simulator (Ctrl+2)"},
    {Tab::gpu, "Run on GPU", "Time the kernels on a real device (Ctrl+3; Ctrl+Enter runs them)"},
    {Tab::theory, "Theory", "Time, work, cost and efficiency by formula, over n and p (Ctrl+4)"},
};

class TopBar final : public View {
 public:
  std::string_view help() const override { return "Choose the page, the algorithm and what it runs on."; }

  void draw(const Rect& bar, ViewContext& context) override {
    Canvas& canvas = context.ui.canvas;
    canvas.fill_rect(bar, Role::card);
    canvas.line({bar.x, bar.bottom()}, {bar.right(), bar.bottom()}, Role::line);
    const TextStyle product{Font::text_bold, Role::ink, Align::left, 18};
    canvas.text({20, top_for_centre(bar.centre().y, product)}, "Lockstep", product);
    float x = 20 + canvas.text_width("Lockstep", product) + 22;
    for (const TabEntry& entry : kTabEntries) x = draw_tab(context, entry, x, bar);
    draw_help(context, bar);
    chips_.draw(context, bar, x + 16, bar.right() - 52);
  }

 private:
  float draw_tab(ViewContext& context, const TabEntry& entry, float x, const Rect& bar) {
    const bool on = context.state.tab == entry.tab;
    const TextStyle style{on ? Font::text_bold : Font::text, on ? Role::acts : Role::second_ink,
                          Align::centre, 14};
    const Rect rect{x, bar.y + 12, context.ui.canvas.text_width(entry.title, style) + 26, 28};
    const ItemState state = context.ui.item(entry.title, rect, entry.tooltip);
    if (on || state.hovered) context.ui.canvas.fill_rect(rect, Role::acts_pale, 6);
    context.ui.canvas.text({rect.centre().x, top_for_centre(rect.centre().y, style)}, entry.title, style);
    if (state.clicked) {
      context.commands.edit([tab = entry.tab](AppState& app) { app.tab = tab; });
    }
    return rect.right() + 6;
  }

  void draw_help(ViewContext& context, const Rect& bar) {
    const Rect rect{bar.right() - 44, bar.y + 12, 28, 28};
    const ItemState state = context.ui.item("keys", rect, describe(Action::show_keys));
    const TextStyle style{Font::text_bold, state.hovered ? Role::acts : Role::second_ink, Align::centre, 14};
    if (state.hovered) context.ui.canvas.fill_rect(rect, Role::acts_pale, 6);
    context.ui.canvas.text({rect.centre().x, top_for_centre(rect.centre().y, style)}, "?", style);
    if (state.clicked) context.commands.actions.push_back(Action::show_keys);
  }

  RunChips chips_;
};

}  // namespace

std::unique_ptr<View> make_top_bar() { return std::make_unique<TopBar>(); }

}  // namespace lockstep::gui
