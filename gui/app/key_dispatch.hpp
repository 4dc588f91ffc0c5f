// Dispatches keys to actions. Each key is handled by the first of these receivers that accepts it: the text
// field that has the keyboard; an overlay that covers the page, for Esc; the item selected with Tab; the
// overlay, for all other keys; and the table of actions (Actions::find).
#pragma once

#include <string>
#include <vector>

#include "gui/overlays/overlays.hpp"
#include "gui/pages/action_table.hpp"
#include "gui/widgets/focus.hpp"

namespace lockstep::gui {

class KeyDispatch {
 public:
  // `overlays` must outlive this object.
  KeyDispatch(Overlays& overlays, Actions actions) : overlays_(overlays), actions_(std::move(actions)) {}

  // `owner`: the owner of the keyboard when the key was pressed. `places`: the items that can be pressed.
  void press(const KeyPress& press, KeyboardOwner owner, ActionContext& context,
             const std::vector<NamedPlace>& places);
  // Runs the action of a button.
  void run(Action action, ActionContext& context) { run(actions_.find(action, context), context); }

  // Opens the overlay that the state names, or closes the open overlay. An overlay has its own focus.
  void follow_overlay(ActionContext& context);

  const Actions& actions() const { return actions_; }
  // The item selected with Tab.
  Focus& focus() { return focus_; }
  const Focus& focus() const { return focus_; }
  // The number of actions that keys and buttons have requested, and the name of the last action.
  std::uint64_t taken() const { return taken_; }
  const std::string& last() const { return last_; }

 private:
  void run(const ActionRow* row, ActionContext& context);

  Overlays& overlays_;
  Actions actions_;
  Focus focus_;
  std::uint64_t taken_ = 0;
  std::string last_;
};

}  // namespace lockstep::gui
