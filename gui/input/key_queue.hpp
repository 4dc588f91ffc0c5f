// A queue of keys and characters in the order in which they were typed. Dear ImGui checks only at the start
// of a frame whether a key is down, and it processes the characters of a frame before the keys. It would
// therefore lose a key that is pressed and released between two frames, and it would process a character too
// early if the character was typed after a key. Therefore, while a field of Dear ImGui is edited, a frame
// receives at most one event of each key and no character after a key that edits. It receives nothing after
// Enter or Escape, because these keys may end editing, and later events are then meant for the page. Events
// that a frame does not receive are deferred to the next frame. While no field is edited, a frame receives
// all events.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "gui/input/key_press.hpp"

namespace lockstep::gui {

struct InputEvent {
  int key = 0, scancode = 0, action = 0, mods = 0;  // as in GLFW
  unsigned character = 0;                           // a code point; 0 for a key event
  KeyPress press;                                   // the key, if it is pressed or repeated
  bool operator==(const InputEvent&) const = default;
};

// Returns the modifiers, as in GLFW, that are down after this event. `mods` alone is not sufficient: it
// describes the state before the event on X11, and the state after the event on Windows.
constexpr int modifiers_after(const InputEvent& event) {
  constexpr int first = 340, last = 347;  // left and right Shift, Ctrl, Alt, Super
  if (event.key < first || event.key > last) return event.mods;
  const int own = 1 << (event.key - first) % 4;
  return event.action == 0 ? event.mods & ~own : event.mods | own;
}

class KeyQueue {
 public:
  // Key codes and modifiers of GLFW. The keys from Escape to the modifiers produce no characters.
  static constexpr int kFirstCommand = 256, kFirstModifier = 340, kRelease = 0, kRepeat = 2, kControl = 2;
  static constexpr int kEscape = 256, kEnter = 257, kKeypadEnter = 335;

  void add(const InputEvent& event) { waiting_.push_back(event); }
  bool empty() const { return waiting_.empty(); }

  // Removes and returns the events for the next frame. `in_field` is true while a field of Dear ImGui
  // is edited.
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
