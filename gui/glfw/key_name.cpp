#include <GLFW/glfw3.h>

#include "gui/glfw/glfw_keys.hpp"

namespace lockstep::gui {

const char* key_name(int key, int scancode) { return glfwGetKeyName(key, scancode); }

}  // namespace lockstep::gui
