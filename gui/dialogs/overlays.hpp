// All overlays of a window, of which at most one is open: the one that the state names.
#pragma once

#include "gui/dialogs/overlay.hpp"

namespace lockstep::gui {

class Overlays {
 public:
  Overlays();

  // The one that the state named when follow() was called last; null: none.
  Overlay* current() const { return current_; }
  bool blocks() const { return current_ != nullptr && current_->blocks(); }
  bool is_working() const { return current_ != nullptr && current_->is_working(); }
  void follow(OverlayContext& context);

  // Opens or closes the one that belongs to an action; false: none does.
  bool act(Action action, AppState& state) const;
  // A key or a click: closes one that only waits for it.
  void touch(AppState& state) const;

 private:
  std::vector<std::unique_ptr<Overlay>> all_;
  Overlay* current_ = nullptr;
};

}  // namespace lockstep::gui
