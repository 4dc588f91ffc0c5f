// The interface of overlays, which are drawn above the panels: the list of keys, sheets, the tour. The state
// names the open overlay, so a scene can open it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

// The area in which an overlay is drawn, and the cards that are drawn below the overlay.
struct OverlayFrame {
  Rect window;
  const std::vector<PlacedPanel>& cards;
  // Returns the card of the panel with this name; null if the panel is not shown.
  const Rect* card(std::string_view name) const;
};

class Overlay {
 public:
  virtual ~Overlay() = default;
  // The name in scenes and reports, such as "keys".
  virtual std::string_view name() const = 0;
  // The action that opens and closes the overlay; none: only a scene or the program opens it.
  virtual std::optional<Action> action() const = 0;
  // Whether the overlay blocks clicks on the page below it. An overlay that does not block clicks is closed
  // by the first key or click.
  virtual bool blocks() const { return true; }
  // The keys of the overlay. If the overlay has keys, the keys of the page have no effect.
  virtual std::vector<ActionGroup> actions() const { return {}; }

  // Called after the overlay was opened, before it is drawn, to prepare its contents.
  virtual void begin(ActionContext&) {}
  // Called for Esc.
  virtual void leave(ActionContext& context) { context.state.overlay = {}; }
  // Handles keys that the focus did not handle. Returns false if the key must keep its usual meaning. Tab
  // visits each Ui::item that draw() makes.
  virtual bool press(const KeyPress&, ActionContext&) { return false; }
  virtual void draw(const OverlayFrame& frame, PanelContext& context) = 0;

  // go_on() does one piece of the overlay's work after each frame. While is_working() returns true, frames
  // follow without a pause.
  virtual bool is_working() const { return false; }
  virtual void go_on(ActionContext&) {}
};

using MakeOverlay = std::unique_ptr<Overlay> (*)();
const std::vector<MakeOverlay>& registered_overlays();
// The names of overlays that a scene may contain.
const std::vector<std::string>& overlay_names();

// All overlays of a window. At most one is open: the overlay that the state names.
class Overlays {
 public:
  Overlays();

  // The overlay that the state named in the last call of follow(); null: none.
  Overlay* current() const { return current_; }
  bool blocks() const { return current_ != nullptr && current_->blocks(); }
  bool is_working() const { return current_ != nullptr && current_->is_working(); }
  void follow(ActionContext& context);

  // Opens or closes the overlay of an action.
  void toggle(Action action, AppState& state) const;
  // The rows of the overlays in the table of actions.
  std::vector<ActionGroup> actions() const;
  // Called for a key or a click. Closes the open overlay if it does not block clicks.
  void touch(AppState& state) const;

 private:
  std::vector<std::unique_ptr<Overlay>> all_;
  Overlay* current_ = nullptr;
};

}  // namespace lockstep::gui
