// Loads the library that opens windows when it is needed. Only this library depends on OpenGL, GLFW and X11.
#pragma once

#include "gui/glfw/window_system.hpp"

namespace lockstep::gui {

// Uses a window system that is linked into the program, as in a web page; no library is loaded.
void use_window_system(WindowSystem& linked);

// Loads the library. An Error is a sentence that says which library is missing, and what to install.
Result<WindowSystem*> load_window_system();

}  // namespace lockstep::gui
