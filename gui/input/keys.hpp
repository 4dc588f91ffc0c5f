// One list of keys: what each does, how it is written, and what the overlay says. Handling, tooltips and the
// overlay all derive from it. Independent of the window library, so that a test can press any key.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockstep::gui {

enum class Key : std::uint8_t {
  none,
  space,
  left,
  right,
  up,
  down,
  home,
  end,
  page_up,
  page_down,
  enter,
  escape,
  tab,
  backspace,
  delete_,
  plus,
  minus,
  slash,
  question,
  f1,
  f2,
  f3,
  f5,
  f6,
  f9,
  f11,
  a,
  b,
  c,
  d,
  e,
  f,
  l,
  n,
  o,
  p,
  r,
  s,
  t,
  v,
  w,
  x,
  y,
  z,
  digit1,
  digit2,
  digit3,
  digit4,
  digit0,
};

struct KeyPress {
  Key key = Key::none;
  bool ctrl = false, shift = false;
  bool operator==(const KeyPress&) const = default;
};

// Where a key means what it does: everywhere (what moves through the run, what the window does, what concerns
// the kernel's text), or on one page, where it goes before what it means everywhere.
enum class KeyScope : std::uint8_t { run, window, source, compare, theory, why, pair };

enum class Action : std::uint8_t {
  play_or_pause,
  step_forward,
  step_back,
  barrier_forward,
  barrier_back,
  launch_forward,
  launch_back,
  go_to_start,
  go_to_end,
  toggle_breakpoint,
  zoom_in,
  zoom_out,
  zoom_fit,
  rows_up,
  rows_down,
  next_pass,
  play_passes,
  run_to_end,
  run_to_start,
  next_event,
  previous_event,
  faster,
  slower,
  show_keys,
  full_screen,
  presentation,
  save_scene,
  export_figure,
  show_why,
  switch_words,
  export_sheet,
  start_tour,
  run_on_gpu,
  next_algorithm,
  previous_algorithm,
  show_step,
  show_compare,
  show_gpu,
  show_theory,
  row_down,
  row_up,
  column_right,
  column_left,
  turn_order,
  open_row,
  mark_row,
  step_pair,
  toggle_reductions,
  toggle_scans,
  n_up,
  n_down,
  p_up,
  p_down,
  group_up,
  group_down,
  edit_source,
  find_text,
  find_next,
  find_previous,
  show_original,
  open_file,
  save_kernel,
  leave,
};

struct Binding {
  KeyScope scope;
  Action action;
  KeyPress press;
  std::string_view label;  // "Shift+←"
  std::string_view what;   // "Back to the barrier before"
};

std::span<const Binding> bindings();

// What keys do in the kernel's text while it is edited (gui/editor/code_editor.cpp), for the overlay.
struct EditingKey {
  std::string_view label, what;
};
std::span<const EditingKey> editing_keys();

// "Moving through the run", "Compare" …
std::string_view title(KeyScope scope);

// `page`: the page that is shown, where it has keys of its own.
std::optional<Action> action_for(const KeyPress& press, KeyScope page = KeyScope::window);

// "Play or pause (Space)", for tooltips.
std::string describe(Action action);

}  // namespace lockstep::gui
