// Names the libraries used for pictures and for the window, with their versions.
#pragma once

#include <string>

namespace lockstep::gui {

std::string library_versions();  // "Dear ImGui 1.86, GLFW 3.3.8, giflib 5.2.1"

}  // namespace lockstep::gui
