// Functions that the page calls: for the size of its canvas, for files and links to open, and for the
// characters of keys.
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <string>

#include "core/base/main_loop.hpp"
#include "gui/glfw/glfw_keys.hpp"
#include "gui/glfw/window_system.hpp"

namespace lockstep::gui {
namespace {

std::string pressed_letter;

// The window's inbox; null before the window is open.
Inbox* inbox() {
  GLFWwindow* window = glfwGetCurrentContext();
  return window != nullptr ? static_cast<Inbox*>(glfwGetWindowUserPointer(window)) : nullptr;
}

}  // namespace

const char* key_name(int, int) { return pressed_letter.c_str(); }

}  // namespace lockstep::gui

extern "C" {

// Stores the letter of the next key event, in lower case; "" for other keys. Called before GLFW's callback
// for this event.
void lockstep_key_writes(const char* letter) { lockstep::gui::pressed_letter = letter; }

void lockstep_resize(int width, int height) {
  GLFWwindow* window = glfwGetCurrentContext();
  int old_width = 0, old_height = 0;
  if (window != nullptr) glfwGetWindowSize(window, &old_width, &old_height);
  if (window == nullptr || (width == old_width && height == old_height)) return;
  glfwSetWindowSize(window, width, height);
  lockstep::wake_main_loop();
}

// Called when the browser has lost and restored the graphics context, which is then empty.
void lockstep_restore() {
  if (ImGui::GetCurrentContext() == nullptr) return;
  ImGui_ImplOpenGL3_DestroyDeviceObjects();
  lockstep::wake_main_loop();
}

// Opens a dropped file or a link.
void lockstep_open(const char* name) {
  if (lockstep::gui::Inbox* inbox = lockstep::gui::inbox()) inbox->dropped.push_back(name);
  lockstep::wake_main_loop();
}

// Shows a sentence to the user.
void lockstep_notify(const char* sentence) {
  if (lockstep::gui::Inbox* inbox = lockstep::gui::inbox()) inbox->notices.push_back(sentence);
  lockstep::wake_main_loop();
}

}  // extern "C"
