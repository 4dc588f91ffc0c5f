// Loads the library that opens windows, when one is wanted: it needs OpenGL, GLFW and X11, and nothing else
// does.
#pragma once

#include "gui/window/window_system.hpp"

namespace lockstep::gui {

// An Error is a sentence that says which library is missing, and what to install.
Result<WindowSystem*> load_window_system();

}  // namespace lockstep::gui
