#include "gui/overlays/overlays.hpp"

#include <algorithm>

namespace lockstep::gui {

const Rect* OverlayFrame::card(std::string_view name) const {
  const auto found = std::ranges::find(cards, name, &PlacedPanel::name);
  return found == cards.end() ? nullptr : &found->card;
}

Overlays::Overlays() {
  for (const MakeOverlay make : registered_overlays()) all_.push_back(make());
}

void Overlays::follow(ActionContext& context) {
  const std::string& name = context.state.overlay.name;
  const auto found = std::ranges::find_if(all_, [&](const auto& one) { return one->name() == name; });
  Overlay* wanted = found == all_.end() ? nullptr : found->get();
  if (wanted == current_) return;
  current_ = wanted;
  if (current_ != nullptr) current_->begin(context);
}

void Overlays::toggle(Action action, AppState& state) const {
  const auto found = std::ranges::find_if(all_, [&](const auto& one) { return one->action() == action; });
  if (found == all_.end()) return;
  const bool is_open = state.overlay.name == (*found)->name();
  state.overlay = is_open ? OverlayChoice{} : OverlayChoice{std::string((*found)->name()), 0};
}

std::vector<ActionGroup> Overlays::actions() const {
  std::vector<ActionGroup> groups;
  for (const auto& overlay : all_)
    for (ActionGroup& group : overlay->actions()) groups.push_back(std::move(group));
  return groups;
}

void Overlays::touch(AppState& state) const {
  if (current_ != nullptr && !current_->blocks() && state.overlay.name == current_->name())
    state.overlay = {};
}

// The only list of overlays. A new overlay needs a source file, and two lines in this file.

std::unique_ptr<Overlay> make_keys_overlay();
std::unique_ptr<Overlay> make_why_sheet();
std::unique_ptr<Overlay> make_file_chooser();
std::unique_ptr<Overlay> make_export_sheet();
std::unique_ptr<Overlay> make_save_scene();
std::unique_ptr<Overlay> make_save_kernel();
std::unique_ptr<Overlay> make_tour();
std::unique_ptr<Overlay> make_start_sheet();
std::unique_ptr<Overlay> make_settings_menu();
std::unique_ptr<Overlay> make_launch_form();
std::unique_ptr<Overlay> make_typed_input();
std::unique_ptr<Overlay> make_program_sheet();
std::unique_ptr<Overlay> make_program_question();
std::unique_ptr<Overlay> make_documents_sheet();
std::unique_ptr<Overlay> make_talk_sheet();
std::unique_ptr<Overlay> make_lecturers_sheet();

const std::vector<MakeOverlay>& registered_overlays() {
  static const std::vector<MakeOverlay> overlays{
      make_keys_overlay,     make_why_sheet,       make_file_chooser, make_export_sheet,
      make_save_scene,       make_save_kernel,     make_tour,         make_start_sheet,
      make_settings_menu,    make_launch_form,     make_typed_input,  make_program_sheet,
      make_program_question, make_documents_sheet, make_talk_sheet,   make_lecturers_sheet};
  return overlays;
}

const std::vector<std::string>& overlay_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const MakeOverlay make : registered_overlays()) all.emplace_back(make()->name());
    return all;
  }();
  return names;
}

}  // namespace lockstep::gui
