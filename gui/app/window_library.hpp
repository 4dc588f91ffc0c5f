// Loads the library that opens windows, when one is wanted: it needs OpenGL, GLFW and X11, and nothing else
// does.
#pragma once

#include "gui/glfw/window_system.hpp"

namespace lockstep::gui {

// Where the program has it in itself, as a page has: it is used, and nothing is loaded.
void use_window_system(WindowSystem& linked);

// An Error is a sentence that says which library is missing, and what to install.
Result<WindowSystem*> load_window_system();

}  // namespace lockstep::gui
