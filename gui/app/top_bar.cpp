#include "gui/app/top_bar.hpp"

#include <string_view>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

constexpr std::string_view kMenu = "Settings ▾";

// "Ctrl+1"
std::string keys_of(const Page& page, const Actions& actions) {
  for (const ActionGroup& group : actions.groups())
    for (const ActionRow& row : group.rows)
      if (row.action == Action{page.key()}) return row.label;
  return {};
}

float draw_tab(PanelContext& context, const Page& page, float x, const Rect& bar) {
  const bool on = &context.page == &page;
  const TextStyle style{on ? Font::text_bold : Font::text, on ? Role::acts : Role::second_ink, Align::centre,
                        14};
  const Rect rect{x, bar.y + 12, context.ui.canvas.text_width(page.title(), style) + 26, 28};
  const ItemState state = context.ui.item(page.title(), rect, page.tooltip(keys_of(page, context.actions)));
  if (on || state.hovered) context.ui.canvas.fill_rect(rect, Role::acts_pale, 6);
  context.ui.canvas.text({rect.centre().x, top_for_centre(rect.centre().y, style)}, page.title(), style);
  if (state.clicked) context.commands.actions.push_back({page.key()});
  return rect.right() + 6;
}

void draw_help(PanelContext& context, const Rect& bar) {
  const Rect rect{bar.right() - 44, bar.y + 12, 28, 28};
  const ItemState state = context.ui.item("keys", rect, context.actions.describe(Action::show_keys));
  const TextStyle style{Font::text_bold, state.hovered ? Role::acts : Role::second_ink, Align::centre, 14};
  if (state.hovered) context.ui.canvas.fill_rect(rect, Role::acts_pale, 6);
  context.ui.canvas.text({rect.centre().x, top_for_centre(rect.centre().y, style)}, "?", style);
  if (state.clicked) context.commands.actions.push_back(Action::show_keys);
}

// Opens the settings that have no room in the bar.
void draw_menu_button(PanelContext& context, const Rect& rect) {
  if (context.ui.button("settings", rect, kMenu, "All settings: those that have no room here, too"))
    context.commands.edit([](AppState& app) { app.overlay = {"settings", 0}; });
}

}  // namespace

void draw_top_bar(const Rect& bar, PanelContext& context, const std::vector<std::unique_ptr<Page>>& pages) {
  Canvas& canvas = context.ui.canvas;
  canvas.fill_rect(bar, Role::card);
  canvas.line({bar.x, bar.bottom()}, {bar.right(), bar.bottom()}, Role::line);
  // A narrow bar needs its room for the settings.
  constexpr float wide = 1100;
  float x = 12;
  if (bar.width >= wide) {
    const TextStyle product{Font::text_bold, Role::ink, Align::left, 18};
    canvas.text({20, top_for_centre(bar.centre().y, product)}, "Lockstep", product);
    x = 20 + canvas.text_width("Lockstep", product) + 22;
  }
  for (const auto& page : pages) x = draw_tab(context, *page, x, bar);
  draw_help(context, bar);
  Toolbar toolbar(bar, x + 8, bar.right() - 52);
  const auto settings = [&] {
    toolbar.appearance(context);
    context.page.draw_toolbar(toolbar, context);
  };
  settings();
  const float menu = canvas.text_width(kMenu, {Font::text_bold, Role::ink, Align::centre, 13}) + 20;
  const bool all = toolbar.begin_drawing(menu);
  if (!all) draw_menu_button(context, toolbar.take(menu));
  settings();
}

}  // namespace lockstep::gui
