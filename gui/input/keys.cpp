#include "gui/input/keys.hpp"

#include <algorithm>
#include <array>

namespace lockstep::gui {
namespace {

// Where an action has several keys, the first one is the one that tooltips name.
constexpr std::array kBindings{
    Binding{KeyScope::run, Action::play_or_pause, {Key::space}, "Space", "Play or pause"},
    Binding{KeyScope::run, Action::step_forward, {Key::right}, "→", "One step forward"},
    Binding{KeyScope::run, Action::step_back, {Key::left}, "←", "One step back"},
    Binding{KeyScope::run,
            Action::barrier_forward,
            {Key::right, false, true},
            "Shift+→",
            "On to the next barrier"},
    Binding{KeyScope::run,
            Action::barrier_back,
            {Key::left, false, true},
            "Shift+←",
            "Back to the barrier before"},
    Binding{KeyScope::run, Action::launch_forward, {Key::right, true}, "Ctrl+→", "On to the next launch"},
    Binding{KeyScope::run, Action::launch_back, {Key::left, true}, "Ctrl+←", "Back to the launch before"},
    Binding{KeyScope::run, Action::go_to_start, {Key::home}, "Home", "To the start"},
    Binding{KeyScope::run, Action::go_to_end, {Key::end}, "End", "To the end"},
    Binding{
        KeyScope::run, Action::toggle_breakpoint, {Key::f9}, "F9", "Breakpoint on the next line, on or off"},
    Binding{KeyScope::run, Action::run_to_end, {Key::f5}, "F5", "Run on to a breakpoint or the end"},
    Binding{KeyScope::run,
            Action::run_to_start,
            {Key::f5, false, true},
            "Shift+F5",
            "Run back to a breakpoint or the start"},
    Binding{KeyScope::run, Action::next_event, {Key::n}, "N", "Next event of the chosen kind"},
    Binding{KeyScope::run, Action::previous_event, {Key::p}, "P", "Previous event of the chosen kind"},
    Binding{KeyScope::run, Action::faster, {Key::plus}, "+", "Play faster"},
    Binding{KeyScope::run, Action::slower, {Key::minus}, "−", "Play slower"},
    Binding{KeyScope::run, Action::zoom_in, {Key::plus, true}, "Ctrl++", "Larger cells in the figure"},
    Binding{KeyScope::run, Action::zoom_out, {Key::minus, true}, "Ctrl+−", "Smaller cells"},
    Binding{
        KeyScope::run, Action::zoom_fit, {Key::digit0, true}, "Ctrl+0", "The telling cells, at the playhead"},
    Binding{KeyScope::run, Action::rows_up, {Key::up}, "↑", "Earlier steps of the figure"},
    Binding{KeyScope::run, Action::rows_down, {Key::down}, "↓", "Later ones"},
    Binding{KeyScope::run, Action::next_pass, {Key::b}, "B", "The next pass of an access to the banks"},
    Binding{KeyScope::run,
            Action::play_passes,
            {Key::b, false, true},
            "Shift+B",
            "Play its passes one after another"},
    Binding{KeyScope::run, Action::next_algorithm, {Key::a}, "A", "Next algorithm of the list"},
    Binding{
        KeyScope::run, Action::previous_algorithm, {Key::a, false, true}, "Shift+A", "The algorithm before"},
    Binding{KeyScope::window,
            Action::show_step,
            {Key::digit1, true},
            "Ctrl+1",
            "Step: the run, moment by moment"},
    Binding{KeyScope::window,
            Action::show_compare,
            {Key::digit2, true},
            "Ctrl+2",
            "Compare: what all algorithms cost"},
    Binding{
        KeyScope::window, Action::show_gpu, {Key::digit3, true}, "Ctrl+3", "Run on GPU: times on a device"},
    Binding{KeyScope::window,
            Action::show_theory,
            {Key::digit4, true},
            "Ctrl+4",
            "Theory: cost by formula over n"},
    Binding{KeyScope::window, Action::run_on_gpu, {Key::enter, true}, "Ctrl+Enter", "Run on the GPU"},
    Binding{KeyScope::window,
            Action::presentation,
            {Key::f6},
            "F6",
            "Presentation: only the stage, in large type"},
    Binding{KeyScope::window, Action::full_screen, {Key::f11}, "F11", "Full screen"},
    Binding{KeyScope::window, Action::save_scene, {Key::s, true}, "Ctrl+S", "Save this scene"},
    Binding{KeyScope::window,
            Action::export_figure,
            {Key::e, true},
            "Ctrl+E",
            "Export: figures as SVG, a table as CSV"},
    Binding{KeyScope::window, Action::show_why, {Key::w}, "W", "Why? What is wrong, and what costs most"},
    Binding{KeyScope::window, Action::switch_words, {Key::o}, "O", "OpenCL's words or CUDA's"},
    Binding{KeyScope::window,
            Action::export_sheet,
            {Key::e, true, true},
            "Ctrl+Shift+E",
            "Export as: PNG, GIF, series, JSON"},
    Binding{KeyScope::window, Action::start_tour, {Key::t}, "T", "A tour of the window, one minute"},
    Binding{KeyScope::window, Action::show_keys, {Key::f1}, "F1 or ?", "All keys"},
    Binding{KeyScope::window, Action::show_keys, {Key::question}, "?", "All keys"},
    Binding{KeyScope::window, Action::leave, {Key::escape}, "Esc", "Leave editing, a mode or this list"},
    Binding{KeyScope::window, Action::open_file, {Key::o, true}, "Ctrl+O", "Open a kernel or a scene"},
    Binding{KeyScope::source,
            Action::save_kernel,
            {Key::s, true, true},
            "Ctrl+Shift+S",
            "Save as a file of your own"},
    Binding{KeyScope::source, Action::edit_source, {Key::f2}, "F2", "Edit; Esc leaves"},
    Binding{KeyScope::source, Action::find_text, {Key::f, true}, "Ctrl+F", "Find"},
    Binding{KeyScope::source, Action::find_next, {Key::f3}, "F3", "The next place; Shift+F3: the one before"},
    Binding{KeyScope::source, Action::find_previous, {Key::f3, false, true}, "Shift+F3", "The place before"},
    Binding{
        KeyScope::source, Action::show_original, {Key::d, true}, "Ctrl+D", "What differs from the original"},
    Binding{KeyScope::compare, Action::row_down, {Key::down}, "↓", "Next row"},
    Binding{KeyScope::compare, Action::row_up, {Key::up}, "↑", "Row before"},
    Binding{KeyScope::compare, Action::column_right, {Key::right}, "→", "Sort by the next column"},
    Binding{KeyScope::compare, Action::column_left, {Key::left}, "←", "Sort by the column before"},
    Binding{KeyScope::compare, Action::turn_order, {Key::space}, "Space", "Turn the order round"},
    Binding{KeyScope::compare, Action::open_row, {Key::enter}, "Enter", "Open the row in Step"},
    Binding{KeyScope::compare, Action::mark_row, {Key::c}, "C", "Set the row beside another"},
    Binding{KeyScope::compare, Action::step_pair, {Key::b}, "B", "Step both rows, locked together"},
    Binding{KeyScope::compare, Action::toggle_reductions, {Key::r}, "R", "Reductions, on or off"},
    Binding{KeyScope::compare, Action::toggle_scans, {Key::s}, "S", "Scans, on or off"},
    Binding{KeyScope::theory, Action::n_up, {Key::right}, "→", "Twice the elements n"},
    Binding{KeyScope::theory, Action::n_down, {Key::left}, "←", "Half of them"},
    Binding{KeyScope::theory, Action::p_up, {Key::up}, "↑", "Twice the processors p"},
    Binding{KeyScope::theory, Action::p_down, {Key::down}, "↓", "Half of them"},
    Binding{KeyScope::theory, Action::group_up, {Key::l}, "L", "Twice the work-group size L"},
    Binding{KeyScope::theory, Action::group_down, {Key::l, false, true}, "Shift+L", "Half of it"},
    Binding{KeyScope::why, Action::row_down, {Key::down}, "↓", "Next finding or line"},
    Binding{KeyScope::why, Action::row_up, {Key::up}, "↑", "The one before"},
    Binding{KeyScope::why, Action::open_row, {Key::enter}, "Enter", "Go to its moment"},
    Binding{KeyScope::pair, Action::step_pair, {Key::b}, "B", "Back to the table; all else as in Step"},
};

constexpr std::array kEditingKeys{
    EditingKey{"Ctrl+Z / Y", "Undo, redo"},
    EditingKey{"Ctrl+← →", "By words; with Shift: select"},
    EditingKey{"Tab", "Indent lines; Shift+Tab: outdent"},
    EditingKey{"Ctrl+/", "Comment lines, on or off"},
    EditingKey{"F9", "Breakpoint on the cursor's line"},
};

}  // namespace

std::span<const Binding> bindings() { return kBindings; }
std::span<const EditingKey> editing_keys() { return kEditingKeys; }

std::string_view title(KeyScope scope) {
  constexpr std::string_view titles[] = {
      "Moving through the run", "The window",        "The kernel's text", "On Compare", "On Theory",
      "In the sheet Why?",      "Stepping both rows"};
  return titles[static_cast<std::size_t>(scope)];
}

std::optional<Action> action_for(const KeyPress& press, KeyScope page) {
  // Characters that need Shift on some keyboards mean themselves.
  KeyPress wanted = press;
  if (press.key == Key::question || press.key == Key::plus || press.key == Key::minus) wanted.shift = false;
  const auto find = [&](auto in_scope) -> std::optional<Action> {
    for (const Binding& binding : kBindings)
      if (binding.press == wanted && in_scope(binding.scope)) return binding.action;
    return std::nullopt;
  };
  if (const auto own = find([&](KeyScope scope) { return scope == page; })) return own;
  return find([](KeyScope scope) { return scope < KeyScope::compare; });
}

std::string describe(Action action) {
  const auto found = std::ranges::find(kBindings, action, &Binding::action);
  return std::string(found->what) + " (" + std::string(found->label) + ")";
}

}  // namespace lockstep::gui
