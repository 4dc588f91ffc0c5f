// Implements WindowSystem with GLFW, OpenGL and the corresponding backends of Dear ImGui.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <atomic>

#include "gui/glfw/glfw_keys.hpp"
#include "gui/glfw/window_system.hpp"

// The OpenGL functions that are called directly. The OpenGL library exports these functions on
// every platform.
extern "C" {
void glClearColor(float, float, float, float);
void glClear(unsigned);
void glViewport(int, int, int, int);
void glGenTextures(int, unsigned*);
void glDeleteTextures(int, const unsigned*);
void glBindTexture(unsigned, unsigned);
void glTexParameteri(unsigned, unsigned, int);
void glTexImage2D(unsigned, int, int, int, int, int, unsigned, unsigned, const void*);
}

namespace lockstep::gui {
namespace {

std::string last_error;
// True while the window is open. Other threads may call wake() before the window opens or after it closes.
std::atomic<bool> is_open = false;

// Stores the error without trailing spaces and full stops. Messages of Windows end with a space.
void remember_error(int, const char* description) {
  last_error = description;
  while (last_error.ends_with(' ') || last_error.ends_with('.')) last_error.pop_back();
}

static_assert(KeyQueue::kFirstCommand == GLFW_KEY_ESCAPE && KeyQueue::kRelease == GLFW_RELEASE);
static_assert(KeyQueue::kFirstModifier == GLFW_KEY_LEFT_SHIFT && KeyQueue::kRepeat == GLFW_REPEAT);
static_assert(KeyQueue::kControl == GLFW_MOD_CONTROL);

Inbox& inbox_of(GLFWwindow* window) { return *static_cast<Inbox*>(glfwGetWindowUserPointer(window)); }

void add_key(GLFWwindow* window, int key, int scancode, int action, int mods) {
  const KeyPress press = action == GLFW_RELEASE ? KeyPress{} : from_glfw(key, scancode, mods);
  inbox_of(window).keys.add({key, scancode, action, mods, 0, press});
}

void add_character(GLFWwindow* window, unsigned code) { inbox_of(window).keys.add({0, 0, 0, 0, code, {}}); }

void add_dropped(GLFWwindow* window, int count, const char** paths) {
  auto& dropped = inbox_of(window).dropped;
  dropped.insert(dropped.end(), paths, paths + count);
}

// Passes the modifiers of a queued key to Dear ImGui. Newer backends query the modifiers that are currently
// down, but a queued key may have been pressed with different modifiers.
void give_modifiers([[maybe_unused]] int modifiers) {
#if IMGUI_VERSION_NUM >= 18900
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, (modifiers & GLFW_MOD_CONTROL) != 0);
  io.AddKeyEvent(ImGuiMod_Shift, (modifiers & GLFW_MOD_SHIFT) != 0);
  io.AddKeyEvent(ImGuiMod_Alt, (modifiers & GLFW_MOD_ALT) != 0);
  io.AddKeyEvent(ImGuiMod_Super, (modifiers & GLFW_MOD_SUPER) != 0);
#endif
}

void set_hints(bool visible) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, visible ? GLFW_FALSE : GLFW_TRUE);
}

// Limits the wanted size to the size of the screen.
void fit_to_screen(Extent& size) {
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return;
  int x = 0, y = 0;
  Extent screen;
  glfwGetMonitorWorkarea(monitor, &x, &y, &screen.width, &screen.height);
  if (screen.width > 0) size.width = std::min(size.width, screen.width);
  if (screen.height > 0) size.height = std::min(size.height, screen.height);
}

// Moves the window to a screen that does not show the first window, if there is such a screen.
void choose_screen(GLFWwindow* window, GLFWwindow* first) {
  int count = 0, x = 0, y = 0;
  GLFWmonitor** screens = glfwGetMonitors(&count);
  glfwGetWindowPos(first, &x, &y);
  for (int i = 0; i < count; ++i) {
    int left = 0, top = 0, width = 0, height = 0;
    glfwGetMonitorWorkarea(screens[i], &left, &top, &width, &height);
    const bool has_first = x >= left && x < left + width && y >= top && y < top + height;
    if (has_first) continue;
    glfwSetWindowPos(window, left + 40, top + 40);
    return;
  }
}

// During the lifetime of this object, the OpenGL context and the Dear ImGui context of a window are the
// current ones.
class Current {
 public:
  Current(GLFWwindow* window, ImGuiContext* context)
      : window_(glfwGetCurrentContext()), context_(ImGui::GetCurrentContext()) {
    make(window, context);
  }
  ~Current() { make(window_, context_); }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

  static void make(GLFWwindow* window, ImGuiContext* context) {
    if (window != glfwGetCurrentContext()) glfwMakeContextCurrent(window);
    ImGui::SetCurrentContext(context);
  }

 private:
  GLFWwindow* window_;
  ImGuiContext* context_;
};

// The common part of both windows. Outside of the calls of this class, the contexts of the first window
// are current.
class GlfwWindow : public SystemWindow {
 public:
  GlfwWindow(GLFWwindow* window, ImGuiContext& context, Inbox& inbox) : window_(window), context_(&context) {
    glfwSetWindowUserPointer(window_, &inbox);
  }
  GlfwWindow(const GlfwWindow&) = delete;
  GlfwWindow& operator=(const GlfwWindow&) = delete;

  bool should_close() const override { return glfwWindowShouldClose(window_) != 0; }
  Extent size() const override {
    Extent size;
    glfwGetWindowSize(window_, &size.width, &size.height);
    return size;
  }
  Extent pixels() const override {
    Extent size;
    glfwGetFramebufferSize(window_, &size.width, &size.height);
    return size;
  }
  Extent windowed_size() const override { return size(); }
  float scale() const override {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    // If a system unit is larger than one pixel, the system already enlarges the contents by this factor.
    const int width = size().width, painted = pixels().width;
    return width > 0 && painted > 0 ? x * static_cast<float>(width) / static_cast<float>(painted) : x;
  }
  void wait(std::optional<double> seconds) override {
    if (!seconds) {
      glfwWaitEvents();
    } else if (*seconds <= 0) {
      glfwPollEvents();
    } else {
      glfwWaitEventsTimeout(*seconds);
    }
  }
  void pass_on(const InputEvent&) override {}

  void begin_frame([[maybe_unused]] bool new_fonts) override {
    const Current current = make_current();
#if IMGUI_VERSION_NUM < 19200
    // Creates the texture again. The backend creates the texture itself on the first call.
    if (new_fonts && has_begun_) {
      ImGui_ImplOpenGL3_DestroyFontsTexture();
      ImGui_ImplOpenGL3_CreateFontsTexture();
    }
#endif
    has_begun_ = true;
    ImGui_ImplOpenGL3_NewFrame();
  }
  void show(ImDrawData& frame, Colour ground) override {
    const Current current = make_current();
    const Extent painted = pixels();
    glViewport(0, 0, painted.width, painted.height);
    glClearColor(static_cast<float>(ground.r) / 255, static_cast<float>(ground.g) / 255,
                 static_cast<float>(ground.b) / 255, 1);
    constexpr unsigned colour_buffer = 0x4000;
    glClear(colour_buffer);
    ImGui_ImplOpenGL3_RenderDrawData(&frame);
    glfwSwapBuffers(window_);
    if (glfwGetWindowAttrib(window_, GLFW_VISIBLE) == 0) glfwShowWindow(window_);
  }
  std::uint64_t add_picture(Extent size, const std::uint8_t* rgba) override {
    constexpr unsigned texture_2d = 0x0DE1, min_filter = 0x2801, mag_filter = 0x2800, format = 0x1908,
                       unsigned_byte = 0x1401;
    constexpr int linear = 0x2601;
    const Current current = make_current();
    unsigned texture = 0;
    glGenTextures(1, &texture);
    textures_.push_back(texture);
    glBindTexture(texture_2d, texture);
    glTexParameteri(texture_2d, min_filter, linear);
    glTexParameteri(texture_2d, mag_filter, linear);
    glTexImage2D(texture_2d, 0, format, size.width, size.height, 0, format, unsigned_byte, rgba);
    return texture;
  }
  void remove_picture(std::uint64_t number) override {
    const Current current = make_current();
    const auto texture = static_cast<unsigned>(number);
    std::erase(textures_, texture);
    glDeleteTextures(1, &texture);
  }
  void set_title(const std::string& title) override { glfwSetWindowTitle(window_, title.c_str()); }
  void toggle_full_screen() override {}

 protected:
  Current make_current() const { return {window_, context_}; }
  GLFWwindow* window() const { return window_; }
  ImGuiContext* context() const { return context_; }
  // Must be called by the destructors of both windows, because painting must end before a window
  // is destroyed.
  void end_painting() {
    if (!textures_.empty()) glDeleteTextures(static_cast<int>(textures_.size()), textures_.data());
    ImGui_ImplOpenGL3_Shutdown();
  }

 private:
  GLFWwindow* window_;
  ImGuiContext* context_;
  bool has_begun_ = false;
  std::vector<unsigned> textures_;
};

// Null selects the default of the backend, which works for OpenGL and OpenGL ES.
constexpr const char* kShaderVersion = nullptr;

class FirstWindow final : public GlfwWindow {
 public:
  FirstWindow(GLFWwindow* handle, ImGuiContext& context, Inbox& inbox) : GlfwWindow(handle, context, inbox) {
    is_open = true;
    Current::make(handle, &context);
    glfwSwapInterval(1);
    constexpr int least_width = 640, least_height = 360;
    glfwSetWindowSizeLimits(handle, least_width, least_height, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwSetDropCallback(handle, add_dropped);
    // Installs the callbacks of the backend, which also call the existing callbacks.
    ImGui_ImplGlfw_InitForOpenGL(handle, true);
    // These callbacks replace the callbacks of the backend. The backend does not keep the order of keys and
    // characters, and loses keys that are pressed and released between two frames.
    imgui_key_ = glfwSetKeyCallback(handle, add_key);
    imgui_character_ = glfwSetCharCallback(handle, add_character);
    ImGui_ImplOpenGL3_Init(kShaderVersion);
  }
  ~FirstWindow() override {
    is_open = false;
    end_painting();
    ImGui_ImplGlfw_Shutdown();
    ImGui::SetCurrentContext(nullptr);
    glfwDestroyWindow(window());
    glfwTerminate();
  }

  void pass_on(const InputEvent& event) override {
    if (event.character != 0) {
      imgui_character_(window(), event.character);
    } else {
      imgui_key_(window(), event.key, event.scancode, event.action, event.mods);
      give_modifiers(modifiers_after(event));
    }
  }
  void begin_frame(bool new_fonts) override {
    GlfwWindow::begin_frame(new_fonts);
    ImGui_ImplGlfw_NewFrame();
  }
  Extent windowed_size() const override { return full_screen_ ? Extent{windowed_[2], windowed_[3]} : size(); }
  void toggle_full_screen() override {
    full_screen_ = !full_screen_;
    if (!full_screen_) {
      glfwSetWindowMonitor(window(), nullptr, windowed_[0], windowed_[1], windowed_[2], windowed_[3], 0);
      return;
    }
    glfwGetWindowPos(window(), &windowed_[0], &windowed_[1]);
    glfwGetWindowSize(window(), &windowed_[2], &windowed_[3]);
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr)
      glfwSetWindowMonitor(window(), monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  }

 private:
  // The callbacks of the backend, to which queued events are passed later.
  GLFWkeyfun imgui_key_ = nullptr;
  GLFWcharfun imgui_character_ = nullptr;
  int windowed_[4] = {0, 0, 1600, 900};
  bool full_screen_ = false;
};

// A window that displays frames. Its only input is keys, which are passed to the first window.
class SecondWindow final : public GlfwWindow {
 public:
  SecondWindow(GLFWwindow* handle, ImGuiContext& context, Inbox& inbox) : GlfwWindow(handle, context, inbox) {
    glfwSetKeyCallback(handle, add_key);
    glfwSetCharCallback(handle, add_character);
    const Current current = make_current();
    glfwSwapInterval(0);
    ImGui_ImplOpenGL3_Init(kShaderVersion);
  }
  ~SecondWindow() override {
    {
      const Current current = make_current();
      end_painting();
    }
    glfwDestroyWindow(window());
  }
};

class GlfwSystem final : public WindowSystem {
 public:
  Result<std::unique_ptr<SystemWindow>> open(Extent size, const std::string& command, ImGuiContext& context,
                                             Inbox& inbox) override {
    glfwSetErrorCallback(remember_error);
    if (glfwInit() == GLFW_FALSE) {
      return failure("Cannot open a window: there is no display (" + last_error + "). `" + command +
                     " shot picture.png` draws the first scene without a display, and all other "
                     "commands work.");
    }
    set_hints(false);
    fit_to_screen(size);
    GLFWwindow* handle = glfwCreateWindow(size.width, size.height, "Lockstep", nullptr, nullptr);
    if (handle == nullptr) {
      glfwTerminate();
      return failure(
          "Cannot open a window: OpenGL 3.3 is needed (" + last_error +
          "). Remote desktops and virtual machines often lack it. Install the driver of the graphics "
          "card's maker, open lockstep.html of the release in a browser, or use the command line: "
          "`" +
          command + " shot scene.json picture.png` draws without OpenGL.");
    }
    return std::make_unique<FirstWindow>(handle, context, inbox);
  }

  Result<std::unique_ptr<SystemWindow>> open_second(Extent size, const std::string& title,
                                                    ImGuiContext& context, Inbox& inbox) override {
    GLFWwindow* first = glfwGetCurrentContext();
    set_hints(true);
    GLFWwindow* handle = glfwCreateWindow(size.width, size.height, title.c_str(), nullptr, nullptr);
    if (handle == nullptr) return failure("A second window cannot be opened (" + last_error + ").");
    choose_screen(handle, first);
    return std::make_unique<SecondWindow>(handle, context, inbox);
  }

  void wake() override {
    if (is_open) glfwPostEmptyEvent();
  }
};

}  // namespace
}  // namespace lockstep::gui

extern "C" [[gnu::visibility("default")]] lockstep::gui::WindowSystem* lockstep_window_system(
    const char* version) {
  static lockstep::gui::GlfwSystem system;
  return std::string(LOCKSTEP_VERSION) == version ? &system : nullptr;
}
