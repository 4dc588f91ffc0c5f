// From a key to what it does: the focus and the open overlay come first, then the table of actions.
#pragma once

#include <string>
#include <vector>

#include "gui/dialogs/overlays.hpp"
#include "gui/pages/action_table.hpp"
#include "gui/widgets/focus.hpp"

namespace lockstep::gui {

class KeyDispatch {
 public:
  explicit KeyDispatch(Actions actions) : actions_(std::move(actions)) {}

  // A key that the focus and the overlay may take first. `places`: what can be pressed.
  void press(const KeyPress& press, ActionContext& context, Overlays& overlays,
             const std::vector<NamedPlace>& places);
  // What buttons ask for, and keys that a text field did not take.
  void run(Action action, ActionContext& context);
  void run(const KeyPress& press, const Actions::Over& over, ActionContext& context);

  const Actions& actions() const { return actions_; }
  // The item that Tab reached.
  Focus& focus() { return focus_; }
  const Focus& focus() const { return focus_; }
  // How many actions keys and buttons have asked for, and the name of the last.
  std::uint64_t taken() const { return taken_; }
  const std::string& last() const { return last_; }

 private:
  void run(const ActionRow* row, ActionContext& context);

  Actions actions_;
  Focus focus_;
  std::uint64_t taken_ = 0;
  std::string last_;
};

}  // namespace lockstep::gui
