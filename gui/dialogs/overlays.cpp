#include "gui/dialogs/overlays.hpp"

#include <algorithm>

namespace lockstep::gui {

Overlays::Overlays() {
  for (const MakeOverlay make : registered_overlays()) all_.push_back(make());
}

void Overlays::follow(OverlayContext& context) {
  const std::string& name = context.state.overlay.name;
  const auto found = std::ranges::find_if(all_, [&](const auto& one) { return one->name() == name; });
  Overlay* wanted = found == all_.end() ? nullptr : found->get();
  if (wanted == current_) return;
  current_ = wanted;
  if (current_ != nullptr) current_->begin(context);
}

bool Overlays::act(Action action, AppState& state) const {
  const auto found = std::ranges::find_if(all_, [&](const auto& one) { return one->action() == action; });
  if (found == all_.end()) return false;
  const bool is_open = state.overlay.name == (*found)->name();
  state.overlay = is_open ? OverlayChoice{} : OverlayChoice{std::string((*found)->name()), 0};
  return true;
}

void Overlays::touch(AppState& state) const {
  if (current_ != nullptr && !current_->blocks() && state.overlay.name == current_->name())
    state.overlay = {};
}

// The one list of overlays. Another one is its file and its line here.

std::unique_ptr<Overlay> make_keys_overlay();
std::unique_ptr<Overlay> make_why_sheet();
std::unique_ptr<Overlay> make_file_chooser();
std::unique_ptr<Overlay> make_export_sheet();
std::unique_ptr<Overlay> make_tour();
std::unique_ptr<Overlay> make_welcome();

const std::vector<MakeOverlay>& registered_overlays() {
  static const std::vector<MakeOverlay> overlays{make_keys_overlay, make_why_sheet, make_file_chooser,
                                                 make_export_sheet, make_tour,      make_welcome};
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
