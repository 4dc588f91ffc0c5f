// One GLFW window with an OpenGL 3.3 context and Dear ImGui's two backends on it.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "gui/canvas/theme.hpp"
#include "gui/input/key_queue.hpp"
#include "gui/state/state.hpp"
#include "gui/widgets/fonts.hpp"
#include "gui/widgets/ui.hpp"

struct GLFWwindow;

namespace lockstep::gui {

class Window {
 public:
  // An Error is a sentence that says why no window can be opened.
  static Result<std::unique_ptr<Window>> open(int width, int height);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  bool should_close() const;
  // Sleeps until something happens, at most `seconds` when given. Wakes early after wake().
  void wait(std::optional<double> seconds);
  static void wake();  // from any thread
  // The keys of the next frame; Dear ImGui gets the same.
  TypedInput take_typed();
  // The frame after it has keys, too.
  bool has_waiting_keys() const { return !inbox_.keys.empty(); }
  // Paths of files that were dropped on the window.
  std::vector<std::string> take_dropped() { return std::exchange(inbox_.dropped, {}); }

  // Makes the fonts again when the UI scale or the screen's scale has changed; then begins a frame.
  void begin_frame(const AppState& state);
  // Paints the frame and shows it.
  void end_frame(Colour ground);
  const FontSet& fonts() const { return fonts_; }
  float width() const;
  float height() const;
  void toggle_full_screen();
  void set_title(const std::string& title);
  bool is_visible() const;
  // Keys that are pressed in another window of the program come here, too.
  void take_keys_of(GLFWwindow* other);
  GLFWwindow* handle() const { return window_; }

 private:
  explicit Window(GLFWwindow* window);
  void listen();
  void queue_keys();

  GLFWwindow* window_;
  // The backend's callbacks.
  void (*imgui_key_)(GLFWwindow*, int, int, int, int) = nullptr;
  void (*imgui_character_)(GLFWwindow*, unsigned) = nullptr;
  FontSet fonts_;
  std::set<char32_t> characters_;  // beyond those of the interface
  struct Inbox {
    KeyQueue keys;
    std::vector<std::string> dropped;
  } inbox_;
  int windowed_[4] = {0, 0, 1600, 900};
  bool full_screen_ = false;
  std::string title_;
};

}  // namespace lockstep::gui
