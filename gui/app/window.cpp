#include "gui/app/window.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>

#include "gui/input/glfw_keys.hpp"
#include "gui/pages/layout.hpp"
#include "gui/widgets/imgui_style.hpp"

// The three OpenGL functions that are called directly; the library of every platform exports them.
extern "C" {
void glClearColor(float, float, float, float);
void glClear(unsigned);
void glViewport(int, int, int, int);
}

namespace lockstep::gui {
namespace {

std::string last_error;
// Other threads may finish their work before the window opens, or after it closes.
std::atomic<bool> is_open = false;

void remember_error(int, const char* description) { last_error = description; }

void append_utf8(std::string& text, unsigned code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | (code >> 6));
    text += static_cast<char>(0x80 | (code & 63));
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0 | (code >> 12));
    text += static_cast<char>(0x80 | ((code >> 6) & 63));
    text += static_cast<char>(0x80 | (code & 63));
  }
}

// The places of + − and ? depend on the keyboard's layout, so they are taken from the characters.
Key symbol_key(unsigned code) {
  return code == '+' ? Key::plus : code == '-' ? Key::minus : code == '?' ? Key::question : Key::none;
}

void set_hints() {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  // Shown together with its first frame.
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
}

// The wanted size, or the size of the screen where that is smaller.
void fit_to_screen(int& width, int& height) {
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
    int x = 0, y = 0, screen_width = 0, screen_height = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &screen_width, &screen_height);
    if (screen_width > 0) width = std::min(width, screen_width);
    if (screen_height > 0) height = std::min(height, screen_height);
  }
}

}  // namespace

Result<std::unique_ptr<Window>> Window::open(int width, int height) {
  glfwSetErrorCallback(remember_error);
  if (glfwInit() == GLFW_FALSE) {
    return failure("Cannot open a window: there is no display (" + last_error +
                   "). `lockstep shot picture.png` draws the first scene without a display, and all other "
                   "commands work.");
  }
  set_hints();
  fit_to_screen(width, height);
  GLFWwindow* handle = glfwCreateWindow(width, height, "Lockstep", nullptr, nullptr);
  if (handle == nullptr) {
    glfwTerminate();
    return failure("Cannot open a window: OpenGL 3.3 is needed (" + last_error +
                   "). `lockstep shot scene.json picture.png` draws without it.");
  }
  return std::unique_ptr<Window>(new Window(handle));
}

Window::Window(GLFWwindow* window) : window_(window) {
  is_open = true;
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  listen();
  // Chains to the existing callbacks.
  ImGui_ImplGlfw_InitForOpenGL(window_, true);
  queue_keys();
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

// Before the backend's callbacks, which ignore the order of events and lose keys pressed and released between
// two frames.
void Window::queue_keys() {
  imgui_key_ =
      glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int scancode, int action, int mods) {
        static_cast<Inbox*>(glfwGetWindowUserPointer(window))->keys.add({key, scancode, action, mods, 0});
      });
  imgui_character_ = glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned code) {
    static_cast<Inbox*>(glfwGetWindowUserPointer(window))->keys.add({0, 0, 0, 0, code});
  });
}

void Window::take_keys_of(GLFWwindow* other) {
  glfwSetWindowUserPointer(other, &inbox_);
  glfwSetKeyCallback(other, [](GLFWwindow* window, int key, int scancode, int action, int mods) {
    static_cast<Inbox*>(glfwGetWindowUserPointer(window))->keys.add({key, scancode, action, mods, 0});
  });
  glfwSetCharCallback(other, [](GLFWwindow* window, unsigned code) {
    static_cast<Inbox*>(glfwGetWindowUserPointer(window))->keys.add({0, 0, 0, 0, code});
  });
}

TypedInput Window::take_typed() {
  TypedInput typed;
#if IMGUI_VERSION_NUM >= 18700
  // What the queue below gives to a frame belongs to this frame. Later releases of Dear ImGui have a queue of
  // their own, which would let a field have a key some frames after the page.
  ImGui::GetIO().ConfigInputTrickleEventQueue = inbox_.keys.empty();
#endif
  const auto add = [&](const KeyPress& press) {
    if (press.key == Key::none) return;
    typed.keys.push_back(press);
    typed.order.push_back(typed.characters.size());
  };
  for (const InputEvent& event : inbox_.keys.take(ImGui::GetIO().WantTextInput)) {
    if (event.character != 0) {
      imgui_character_(window_, event.character);
      append_utf8(typed.characters, event.character);
      add({symbol_key(event.character)});
    } else {
      imgui_key_(window_, event.key, event.scancode, event.action, event.mods);
      if (event.action != GLFW_RELEASE) add(from_glfw(event.key, event.scancode, event.mods));
    }
  }
  return typed;
}

static_assert(KeyQueue::kFirstCommand == GLFW_KEY_ESCAPE && KeyQueue::kRelease == GLFW_RELEASE);
static_assert(KeyQueue::kFirstModifier == GLFW_KEY_LEFT_SHIFT && KeyQueue::kRepeat == GLFW_REPEAT);
static_assert(KeyQueue::kControl == GLFW_MOD_CONTROL);

void Window::listen() {
  constexpr int least_width = 640, least_height = 360;
  glfwSetWindowSizeLimits(window_, least_width, least_height, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwSetWindowUserPointer(window_, &inbox_);
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
    auto& dropped = static_cast<Inbox*>(glfwGetWindowUserPointer(window))->dropped;
    dropped.insert(dropped.end(), paths, paths + count);
  });
}

Window::~Window() {
  is_open = false;
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwDestroyWindow(window_);
  glfwTerminate();
}

bool Window::should_close() const { return glfwWindowShouldClose(window_) != 0; }

void Window::wait(std::optional<double> seconds) {
  if (!seconds) {
    glfwWaitEvents();
  } else if (*seconds <= 0) {
    glfwPollEvents();
  } else {
    glfwWaitEventsTimeout(*seconds);
  }
}

void Window::wake() {
  if (is_open) glfwPostEmptyEvent();
}

float Window::width() const { return ImGui::GetIO().DisplaySize.x; }
float Window::height() const { return ImGui::GetIO().DisplaySize.y; }

void Window::begin_frame(const AppState& state) {
  float scale_x = 1, scale_y = 1;
  glfwGetWindowContentScale(window_, &scale_x, &scale_y);
  int pixels_x = 0, pixels_y = 0;
  glfwGetWindowSize(window_, &pixels_x, &pixels_y);
  const auto width = static_cast<float>(pixels_x), height = static_cast<float>(pixels_y);
  const float wanted = wanted_scale(state.presentation, state.ui_scale, scale_x, width, height);
  const float scale = std::clamp(fitting_scale(wanted, width, height), 0.5f, 6.0f);
  const bool more = !fonts_.lacking->empty();
  if (const bool first = fonts_.faces.empty(); first || more || std::abs(fonts_.scale - scale) > 0.01f) {
    characters_.merge(*fonts_.lacking);
    fonts_ = load_fonts(*ImGui::GetIO().Fonts, scale, characters_);
    ImGui::GetIO().FontDefault = interface_font(fonts_);
#if IMGUI_VERSION_NUM < 19200
    // The first time the backend creates the texture.
    if (!first) {
      ImGui_ImplOpenGL3_DestroyFontsTexture();
      ImGui_ImplOpenGL3_CreateFontsTexture();
    }
#endif
  }
  apply_style(state.theme, scale);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

void Window::end_frame(Colour ground) {
  ImGui::Render();
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  glViewport(0, 0, width, height);
  glClearColor(static_cast<float>(ground.r) / 255, static_cast<float>(ground.g) / 255,
               static_cast<float>(ground.b) / 255, 1);
  constexpr unsigned colour_buffer = 0x4000;
  glClear(colour_buffer);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(window_);
  if (!is_visible()) glfwShowWindow(window_);
}

bool Window::is_visible() const { return glfwGetWindowAttrib(window_, GLFW_VISIBLE) != 0; }

void Window::set_title(const std::string& title) {
  if (title == title_) return;
  title_ = title;
  glfwSetWindowTitle(window_, title.c_str());
}

void Window::toggle_full_screen() {
  full_screen_ = !full_screen_;
  if (!full_screen_) {
    glfwSetWindowMonitor(window_, nullptr, windowed_[0], windowed_[1], windowed_[2], windowed_[3], 0);
    return;
  }
  glfwGetWindowPos(window_, &windowed_[0], &windowed_[1]);
  glfwGetWindowSize(window_, &windowed_[2], &windowed_[3]);
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr) {
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  }
}

}  // namespace lockstep::gui
