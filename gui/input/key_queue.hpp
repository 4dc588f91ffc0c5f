// Keys and characters in the order in which they were typed. Dear ImGui only sees whether a key is down when
// a frame begins, and takes a frame's characters before its keys: it would lose a key that is pressed and
// released between two frames, and take a character typed after a key too early. While one of its fields is
// edited, a frame therefore gets one event of each key, no character after a key that edits, and nothing
// after Enter or Escape, which may end the field: what follows is for the page. All later events wait for the
// next frame. Otherwise a frame gets all events.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "gui/input/key_press.hpp"

namespace lockstep::gui {

struct InputEvent {
  int key = 0, scancode = 0, action = 0, mods = 0;  // as in GLFW
  unsigned character = 0;                           // a code point; 0: this is a key
  KeyPress press;                                   // the key that is pressed or repeated
  bool operator==(const InputEvent&) const = default;
};

// Of GLFW's modifiers those that are down once this key was pressed or released. `mods` names what was down
// before on X11, and after on Windows.
constexpr int modifiers_after(const InputEvent& event) {
  constexpr int first = 340, last = 347;  // Shift, Ctrl, Alt, Super: left ones, right ones
  if (event.key < first || event.key > last) return event.mods;
  const int own = 1 << (event.key - first) % 4;
  return event.action == 0 ? event.mods & ~own : event.mods | own;
}

class KeyQueue {
 public:
  // GLFW's numbers: the keys from Escape to the modifiers write nothing.
  static constexpr int kFirstCommand = 256, kFirstModifier = 340, kRelease = 0, kRepeat = 2, kControl = 2;
  static constexpr int kEscape = 256, kEnter = 257, kKeypadEnter = 335;

  void add(const InputEvent& event) { waiting_.push_back(event); }
  bool empty() const { return waiting_.empty(); }

  // For the frame that begins. `in_field`: Dear ImGui has the keyboard.
  std::vector<InputEvent> take(bool in_field) {
    std::vector<InputEvent> taken;
    while (!waiting_.empty() && (!in_field || fits(taken, waiting_.front()))) {
      taken.push_back(waiting_.front());
      waiting_.pop_front();
    }
    return taken;
  }

 private:
  static bool edits(const InputEvent& event) {
    if (event.character != 0 || event.action == kRelease) return false;
    const bool writes_nothing = event.key >= kFirstCommand && event.key < kFirstModifier;
    return writes_nothing || (event.key < kFirstModifier && (event.mods & kControl) != 0);
  }
  static bool may_end_field(const InputEvent& event) {
    const bool is_pressed = event.character == 0 && event.action != kRelease;
    return is_pressed && (event.key == kEscape || event.key == kEnter || event.key == kKeypadEnter);
  }
  static bool fits(const std::vector<InputEvent>& taken, const InputEvent& event) {
    if (std::ranges::any_of(taken, may_end_field)) return false;
    if (event.character != 0) return std::ranges::none_of(taken, edits);
    if (event.action == kRepeat) return true;
    return std::ranges::none_of(
        taken, [&](const InputEvent& before) { return before.character == 0 && before.key == event.key; });
  }

  std::deque<InputEvent> waiting_;
};

}  // namespace lockstep::gui
