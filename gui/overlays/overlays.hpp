// The contract of what lies over the panels: the list of keys, sheets, the tour. The state names the one that
// is open, so a scene opens it again.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

// Where an overlay is drawn, and the cards below it.
struct OverlayFrame {
  Rect window;
  const std::vector<PlacedPanel>& cards;
  // The card of the panel of this name; null: it is not shown.
  const Rect* card(std::string_view name) const;
};

class Overlay {
 public:
  virtual ~Overlay() = default;
  // In scenes and reports: "keys".
  virtual std::string_view name() const = 0;
  // What opens it and, asked for again, closes it; none: only a scene or the program opens it.
  virtual std::optional<Action> action() const = 0;
  // Nothing below it can be pressed. An overlay that does not block closes with the first key or click.
  virtual bool blocks() const { return true; }
  // Its keys; where it has any, the page's own keys mean nothing.
  virtual std::vector<ActionGroup> actions() const { return {}; }

  // When it was opened, before it is drawn: shows what it needs.
  virtual void begin(ActionContext&) {}
  // Esc.
  virtual void leave(ActionContext& context) { context.state.overlay = {}; }
  // Keys that the focus did not take; false: the key keeps its usual meaning. Tab stops at the Ui::item of
  // `draw`.
  virtual bool press(const KeyPress&, ActionContext&) { return false; }
  virtual void draw(const OverlayFrame& frame, PanelContext& context) = 0;

  // Work that continues after a frame was drawn, a piece each time. While it is working, frames follow at
  // once.
  virtual bool is_working() const { return false; }
  virtual void go_on(ActionContext&) {}
};

using MakeOverlay = std::unique_ptr<Overlay> (*)();
const std::vector<MakeOverlay>& registered_overlays();
// The names that a scene may have.
const std::vector<std::string>& overlay_names();

// All overlays of a window. At most one is open: the one that the state names.

class Overlays {
 public:
  Overlays();

  // The overlay that the state named at the last follow(); null: none.
  Overlay* current() const { return current_; }
  bool blocks() const { return current_ != nullptr && current_->blocks(); }
  bool is_working() const { return current_ != nullptr && current_->is_working(); }
  void follow(ActionContext& context);

  // Opens or closes the overlay of an action.
  void toggle(Action action, AppState& state) const;
  // Their rows in the table of actions.
  std::vector<ActionGroup> actions() const;
  // A key or a click: closes an overlay that does not block.
  void touch(AppState& state) const;

 private:
  std::vector<std::unique_ptr<Overlay>> all_;
  Overlay* current_ = nullptr;
};

}  // namespace lockstep::gui
