// From GLFW's keys to Key.
#pragma once

#include "gui/input/key_press.hpp"

namespace lockstep::gui {

// `key`, `scancode`, `mods` as GLFW's key callback gets them. Letters go by what is printed on the key.
KeyPress from_glfw(int key, int scancode, int mods);

// What the key writes with this keyboard's layout, without Shift; null or a longer name: not a letter or
// sign.
const char* key_name(int key, int scancode);

}  // namespace lockstep::gui
