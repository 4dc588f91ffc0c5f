// Converts GLFW's keys to Key.
#pragma once

#include "gui/input/key_press.hpp"

namespace lockstep::gui {

// `key`, `scancode` and `mods` are the arguments of GLFW's key callback. Letters are identified by the
// printed label of the key.
KeyPress from_glfw(int key, int scancode, int mods);

// The character that the key types in the current keyboard layout without Shift; null or a longer name if it
// is not a letter or sign.
const char* key_name(int key, int scancode);

}  // namespace lockstep::gui
