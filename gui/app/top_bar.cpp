#include "gui/app/top_bar.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/features.hpp"
#include "gui/app/keys.hpp"
#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

constexpr std::string_view kMenu = "Settings ▾";
constexpr float kHelp = 52;  // px at the end of the bar

// Returns the keys that select the page, for example "Ctrl+1".
std::string keys_of(const Page& page, const Actions& actions) {
  for (const ActionGroup& group : actions.groups())
    for (const ActionRow& row : group.rows)
      if (row.action == Action{page.key()}) return row.label;
  return {};
}

// The form of the tabs. It depends only on the width of the window, so that tabs keep their names and places
// when a setting beside them becomes longer, or another page is shown.
struct TabForm {
  float padding = 26, gap = 6;
  bool is_short = false;
  std::string_view title(const Page& page) const {
    if (!is_short) return page.title();
    return page.key() == BenchmarkChoice::kPage    ? "GPU"
           : page.key() == AssignmentChoice::kPage ? "Tasks"
                                                   : page.title();
  }
};
TabForm tab_form(float bar_width) {
  constexpr float wide = 1700, close = 1400;
  if (bar_width >= wide) return {};
  return {10, 2, bar_width < close};
}

TextStyle tab_style(bool on) {
  return {on ? Font::text_bold : Font::text, on ? Role::acts : Role::second_ink, Align::centre, 14};
}

float draw_tab(PanelContext& context, const Page& page, const TabForm& form, float x, const Rect& bar) {
  const bool on = &context.page == &page;
  const TextStyle style = tab_style(on);
  const std::string_view title = form.title(page);
  // The title of the shown page is bold; all tabs have this width, so that no tab moves when it is chosen.
  const Rect rect{x, bar.y + 12, context.ui.canvas.text_width(title, tab_style(true)) + form.padding, 28};
  const ItemState state = context.ui.item(page.title(), rect, page.tooltip(keys_of(page, context.actions)));
  if (on || state.hovered) context.ui.canvas.fill_rect(rect, Role::acts_pale, 6);
  context.ui.canvas.text({rect.centre().x, top_for_centre(rect.centre().y, style)}, title, style);
  if (state.clicked) context.commands.actions.push_back({page.key()});
  return rect.right() + form.gap;
}

// Draws the menu that opens, saves and exports files. The menu also shows the keys of these actions.
float draw_file_menu(PanelContext& context, float x, const Rect& bar) {
  constexpr std::array actions{actions::show_start,         actions::open_file,      actions::new_kernel,
                               Action{LessonChoice::kPage}, actions::show_documents, actions::open_program,
                               actions::run_program_again,  actions::edit_talk,      actions::save_scene,
                               actions::save_kernel,        actions::export_page,    actions::export_sheet};
  std::vector<std::string> choices;
  for (const Action action : actions) choices.push_back(context.actions.describe(action));
  choices.insert(choices.end(), {"Save the view under a name …", "Save the kernel under a name …"});
  const std::size_t quit = choices.size();
  if (has(Feature::second_window)) choices.push_back(context.actions.describe(actions::quit));
  const Rect rect{x, bar.y + 12, context.ui.combo_box_width("", "File"), 28};
  const auto taken = context.ui.combo_box(
      "file", rect, "", "File", choices, choices.size(),
      "Open a kernel, a scene or a program, save the view or the kernel, export pictures and tables");
  if (taken && *taken < actions.size()) context.commands.actions.push_back(actions[*taken]);
  if (taken && *taken == quit)
    context.commands.actions.push_back(actions::quit);
  else if (taken && *taken >= actions.size())
    context.commands.edit([name = *taken == actions.size() ? "save-scene" : "save-kernel"](AppState& app) {
      app.overlay = {name, 0};
    });
  return rect.right() + 12;
}

constexpr std::string_view kWayBack = "← My run";

float way_back_width(const PanelContext& context) {
  return context.ui.canvas.text_width(kWayBack, {Font::text_bold, Role::ink, Align::centre, 13}) + 20;
}

// Draws the button that returns to the user's run from a lesson, a document or a scene.
float draw_way_back(PanelContext& context, float x, float y, const AppState& own_run) {
  const Rect rect{x, y, way_back_width(context), 28};
  if (context.ui.button("own-run", rect, kWayBack,
                        context.actions.describe(actions::back_to_own_run) + ": " + own_run.source_id()))
    context.commands.actions.push_back(actions::back_to_own_run);
  return rect.right() + 6;
}

void draw_help(PanelContext& context, const Rect& bar) {
  const Rect rect{bar.right() - 44, bar.y + 12, 28, 28};
  const ItemState state = context.ui.item("keys", rect, context.actions.describe(actions::show_keys));
  const TextStyle style{Font::text_bold, state.hovered ? Role::acts : Role::second_ink, Align::centre, 14};
  if (state.hovered) context.ui.canvas.fill_rect(rect, Role::acts_pale, 6);
  context.ui.canvas.text({rect.centre().x, top_for_centre(rect.centre().y, style)}, "?", style);
  if (state.clicked) context.commands.actions.push_back(actions::show_keys);
}

// Draws the button of the menu with the settings that do not fit in the bar.
void draw_menu_button(PanelContext& context, const Rect& rect) {
  if (context.ui.button("settings", rect, kMenu, "All settings, including those that do not fit here"))
    context.commands.edit([](AppState& app) { app.overlay = {"settings", 0}; });
}

float menu_width(const PanelContext& context) {
  return context.ui.canvas.text_width(kMenu, {Font::text_bold, Role::ink, Align::centre, 13}) + 20;
}

}  // namespace

float chips_line_height(PanelContext& context, const WindowArea& window, const AppState* own_run) {
  Toolbar measured(window.top_bar(), 0, window.width);
  context.page.draw_toolbar(measured, context);
  if (!measured.has_chips() && own_run == nullptr) return 0;
  // From this width on, everything fits in the bar, and no second line is needed.
  const float enough = !measured.has_chips() ? 1000 : own_run == nullptr ? 1200 : 1300;
  return window.width < enough ? 34 : 0;
}

void draw_top_bar(const WindowArea& window, PanelContext& context,
                  const std::vector<std::unique_ptr<Page>>& pages, const AppState* own_run) {
  Canvas& canvas = context.ui.canvas;
  const Rect bar = window.top_bar();
  Rect chips = window.chips_line();
  const float bottom = bar.bottom() + chips.height;
  canvas.fill_rect({bar.x, bar.y, bar.width, bottom - bar.y}, Role::card);
  canvas.line({bar.x, bottom}, {bar.right(), bottom}, Role::line);
  // A narrow bar needs its space for the settings, so it does not show the name of the product.
  constexpr float wide = 1100;
  float x = 12;
  if (bar.width >= wide) {
    const TextStyle product{Font::text_bold, Role::ink, Align::left, 18};
    canvas.text({20, top_for_centre(bar.centre().y, product)}, "Lockstep", product);
    x = 20 + canvas.text_width("Lockstep", product) + 16;
  }
  const std::size_t before = context.ui.places != nullptr ? context.ui.places->size() : 0;
  x = draw_file_menu(context, x, bar);
  const TabForm tabs = tab_form(bar.width);
  for (const auto& page : pages) x = draw_tab(context, *page, tabs, x, bar);
  if (own_run != nullptr && chips.height == 0) x = draw_way_back(context, x, bar.y + 12, *own_run);
  if (own_run != nullptr && chips.height > 0) {
    const float right = draw_way_back(context, chips.x, chips.y, *own_run);
    chips = {right, chips.y, chips.right() - right, chips.height};
  }
  draw_help(context, bar);
  Toolbar toolbar = chips.height > 0 ? Toolbar(bar, x + 8, bar.right() - kHelp, chips)
                                     : Toolbar(bar, x + 8, bar.right() - kHelp);
  const auto settings = [&] {
    toolbar.appearance(context);
    context.page.draw_toolbar(toolbar, context);
  };
  settings();
  const float menu = menu_width(context);
  const bool all = toolbar.begin_drawing(menu);
  if (!all) draw_menu_button(context, toolbar.take(menu));
  settings();
  // The toolbar is placed from right to left; Tab visits the items from left to right.
  if (context.ui.places != nullptr)
    std::stable_sort(context.ui.places->begin() + static_cast<std::ptrdiff_t>(before),
                     context.ui.places->end(), [&bar](const NamedPlace& a, const NamedPlace& b) {
                       const bool is_below = a.rect.y >= bar.bottom();
                       return is_below == (b.rect.y >= bar.bottom()) ? a.rect.x < b.rect.x : !is_below;
                     });
}

}  // namespace lockstep::gui
