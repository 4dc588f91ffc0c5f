// The part of the window that has the keyboard while text is entered, and the keys that this part uses. All
// other keys keep their actions.
#pragma once

#include <algorithm>
#include <iterator>

#include "gui/input/key_press.hpp"

namespace lockstep::gui {

enum class KeyboardOwner : std::uint8_t {
  nobody,
  field,     // a single-line field in a panel; keys still turn pages
  find_bar,  // F3 and Shift+F3 move between matches
  source,    // the kernel's text; F9 applies to the cursor's line
  sheet,     // an overlay or a popup, which uses all keys
};

// Returns true if the key may type or edit text. Function keys, and Ctrl with digits and some other keys,
// do not.
inline bool types_text(const KeyPress& press) {
  constexpr Key with_ctrl[] = {Key::enter, Key::s, Key::e, Key::d, Key::f, Key::h, Key::o, Key::q};
  const bool is_function_key = press.key >= Key::f1 && press.key <= Key::f11;
  const bool is_digit = press.key >= Key::digit1 && press.key <= Key::digit0;
  return !is_function_key &&
         !(press.ctrl && (is_digit || std::ranges::find(with_ctrl, press.key) != std::end(with_ctrl)));
}

inline bool turns_page(const KeyPress& press) {
  return press.key == Key::page_up || press.key == Key::page_down;
}

inline bool takes(KeyboardOwner owner, const KeyPress& press) {
  switch (owner) {
    case KeyboardOwner::nobody:
      return false;
    case KeyboardOwner::field:
      return types_text(press) && !turns_page(press);
    case KeyboardOwner::find_bar:
      return types_text(press) || press.key == Key::f3;
    case KeyboardOwner::source:
      return types_text(press) || press == KeyPress{Key::f9};
    case KeyboardOwner::sheet:
      return true;
  }
  return false;
}

}  // namespace lockstep::gui
