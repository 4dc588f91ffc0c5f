// Key presses as the window receives them, independent of the window library, so that tests can simulate
// any key.
#pragma once

#include <cstdint>

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
  period,
  comma,
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
  h,
  l,
  n,
  o,
  p,
  q,
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
  digit5,
  digit6,
  digit7,
  digit8,
  digit9,
  digit0,
};

struct KeyPress {
  Key key = Key::none;
  bool ctrl = false, shift = false;
  bool operator==(const KeyPress&) const = default;
};

}  // namespace lockstep::gui
