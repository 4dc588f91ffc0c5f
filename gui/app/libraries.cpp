#include "gui/app/libraries.hpp"

#include <fmt/format.h>
#include <imgui.h>
#ifdef LOCKSTEP_GIF
#include <gif_lib.h>
#endif

namespace lockstep::gui {

std::string library_versions() {
  std::string text = fmt::format("Dear ImGui {}", IMGUI_VERSION);
#ifdef LOCKSTEP_GLFW
  text += ", GLFW " LOCKSTEP_GLFW;
#else
  text += ", without a window";
#endif
#ifdef LOCKSTEP_GIF
  text += fmt::format(", giflib {}.{}.{}", GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE);
#else
  text += ", without giflib";
#endif
  return text;
}

}  // namespace lockstep::gui
