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

}  // namespace lockstep::gui
