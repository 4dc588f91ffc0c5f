// From a key to what it does. Each key has one receiver, the first of this list that takes it: the text field
// that has the keyboard; Esc of an overlay that covers the page; the item that Tab reached; the overlay; and
// the table of actions (Actions::find).
#pragma once

#include <string>
#include <vector>

#include "gui/overlays/overlays.hpp"
#include "gui/pages/action_table.hpp"
#include "gui/widgets/focus.hpp"

namespace lockstep::gui {

class KeyDispatch {
 public:
  // `overlays` has to outlive it.
  KeyDispatch(Overlays& overlays, Actions actions) : overlays_(overlays), actions_(std::move(actions)) {}

  // `owner`: who had the keyboard when the key was pressed. `places`: what can be pressed.
  void press(const KeyPress& press, KeyboardOwner owner, ActionContext& context,
             const std::vector<NamedPlace>& places);
  // What a button asks for.
  void run(Action action, ActionContext& context) { run(actions_.find(action, context), context); }

  // Opens and closes the overlay that the state names, which has a focus of its own.
  void follow_overlay(ActionContext& context);

  const Actions& actions() const { return actions_; }
  // The item that Tab reached.
  Focus& focus() { return focus_; }
  const Focus& focus() const { return focus_; }
  // How many actions keys and buttons have asked for, and the name of the last.
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
