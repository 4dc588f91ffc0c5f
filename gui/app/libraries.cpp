#include "gui/app/libraries.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#ifdef LOCKSTEP_GIF
#include <gif_lib.h>
#endif

namespace lockstep::gui {

std::string library_versions() {
  int major = 0, minor = 0, revision = 0;
  glfwGetVersion(&major, &minor, &revision);
  std::string text = fmt::format("Dear ImGui {}, GLFW {}.{}.{}", IMGUI_VERSION, major, minor, revision);
#ifdef LOCKSTEP_GIF
  text += fmt::format(", giflib {}.{}.{}", GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE);
#else
  text += ", without giflib";
#endif
  return text;
}

}  // namespace lockstep::gui
