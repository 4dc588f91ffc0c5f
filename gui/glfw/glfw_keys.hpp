// Converts the keys of GLFW to KeyPress.
#pragma once

#include "gui/input/key_press.hpp"

namespace lockstep::gui {

// Converts a key. `key`, `scancode` and `mods` are the arguments of GLFW's key callback. Letters are
// identified by the printed label of the key.
KeyPress from_glfw(int key, int scancode, int mods);

// Returns the character that the key types without Shift in the current keyboard layout; null or a longer
// name if the key types no letter or sign.
const char* key_name(int key, int scancode);

}  // namespace lockstep::gui
