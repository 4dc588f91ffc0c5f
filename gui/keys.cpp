#include "gui/keys.hpp"

#include <algorithm>
#include <array>

namespace lockstep::gui {
namespace {

// Where an action has several keys, the first one is the one that tooltips name.
constexpr std::array kBindings{
    Binding{Action::play_or_pause, {Key::space}, "Space", "Play or pause"},
    Binding{Action::step_forward, {Key::right}, "→", "One step forward"},
    Binding{Action::step_back, {Key::left}, "←", "One step back"},
    Binding{Action::barrier_forward, {Key::right, false, true}, "Shift+→", "On to the next barrier"},
    Binding{Action::barrier_back, {Key::left, false, true}, "Shift+←", "Back to the barrier before"},
    Binding{Action::launch_forward, {Key::right, true}, "Ctrl+→", "On to the next launch"},
    Binding{Action::launch_back, {Key::left, true}, "Ctrl+←", "Back to the launch before"},
    Binding{Action::go_to_start, {Key::home}, "Home", "To the start"},
    Binding{Action::go_to_end, {Key::end}, "End", "To the end"},
    Binding{Action::toggle_breakpoint, {Key::f9}, "F9", "Breakpoint on the next line, on or off"},
    Binding{Action::run_to_end, {Key::f5}, "F5", "Run on to a breakpoint or the end"},
    Binding{
        Action::run_to_start, {Key::f5, false, true}, "Shift+F5", "Run back to a breakpoint or the start"},
    Binding{Action::next_event, {Key::n}, "N", "Next event of the chosen kind"},
    Binding{Action::previous_event, {Key::p}, "P", "Previous event of the chosen kind"},
    Binding{Action::faster, {Key::plus}, "+", "Play faster"},
    Binding{Action::slower, {Key::minus}, "−", "Play slower"},
    Binding{Action::run_on_gpu, {Key::enter, true}, "Ctrl+Enter", "Run on the GPU"},
    Binding{Action::presentation, {Key::f6}, "F6", "Presentation: only the stage, in large type"},
    Binding{Action::full_screen, {Key::f11}, "F11", "Full screen"},
    Binding{Action::save_scene, {Key::s, true}, "Ctrl+S", "Save this scene"},
    Binding{Action::export_figure, {Key::e, true}, "Ctrl+E", "Export the figure as SVG"},
    Binding{Action::show_keys, {Key::f1}, "F1 or ?", "All keys"},
    Binding{Action::show_keys, {Key::question}, "?", "All keys"},
    Binding{Action::leave, {Key::escape}, "Esc", "Leave editing, a mode or this list"},
};

}  // namespace

std::span<const Binding> bindings() { return kBindings; }

std::optional<Action> action_for(const KeyPress& press) {
  // Characters that need Shift on some keyboards mean themselves.
  KeyPress wanted = press;
  if (press.key == Key::question || press.key == Key::plus || press.key == Key::minus) wanted.shift = false;
  const auto found = std::ranges::find(kBindings, wanted, &Binding::press);
  if (found == kBindings.end()) return std::nullopt;
  return found->action;
}

std::string describe(Action action) {
  const auto found = std::ranges::find(kBindings, action, &Binding::action);
  return std::string(found->what) + " (" + std::string(found->label) + ")";
}

}  // namespace lockstep::gui
