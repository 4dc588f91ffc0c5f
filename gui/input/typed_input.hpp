// The typed input of one frame, in the form in which the interface reads it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gui/input/key_press.hpp"
#include "gui/input/key_queue.hpp"

namespace lockstep::gui {

// Keys and characters since the last frame, from the window or from a test.
struct TypedInput {
  std::vector<KeyPress> keys;
  std::string characters;  // UTF-8
  // For each key, the number of bytes of `characters` that were typed before the key. Keys without an entry
  // come before all characters.
  std::vector<std::size_t> order = {};
  std::size_t before(std::size_t key) const { return key < order.size() ? order[key] : 0; }
};

// Converts the events that KeyQueue::take() returned.
TypedInput typed_input(const std::vector<InputEvent>& events);

}  // namespace lockstep::gui
