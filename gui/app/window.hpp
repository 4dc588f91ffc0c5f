// The window of the program: a Dear ImGui context, fonts and typed keys in a window of the operating system.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "gui/app/shown_pictures.hpp"
#include "gui/canvas/theme.hpp"
#include "gui/glfw/window_system.hpp"
#include "gui/state/state.hpp"
#include "gui/widgets/fonts.hpp"

namespace lockstep::gui {

class Window {
 public:
  // Opens the window. An Error is a sentence that says why no window can be opened.
  static Result<std::unique_ptr<Window>> open(int width, int height);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  bool should_close() const { return window_->should_close(); }
  // Sleeps until an event occurs, at most `seconds` if given. wake() ends the sleep early.
  void wait(std::optional<double> seconds) { window_->wait(seconds); }
  static void wake();  // may be called from any thread
  // Typed input that no frame has used yet.
  KeyQueue& keys() { return inbox_.keys; }
  // Whether keys or clicks are left for the next frame. Dear ImGui processes only one press or
  // release in each frame.
  bool has_waiting_input() const;
  // Paths of files that were dropped on the window.
  std::vector<std::string> take_dropped() { return std::exchange(inbox_.dropped, {}); }
  // Messages of the operating system for the user.
  std::vector<std::string> take_notices() { return std::exchange(inbox_.notices, {}); }

  // Begins a frame. If the UI scale or the scale of the screen has changed, first loads the fonts again.
  // `typed`: the typed input, which is also passed to the fields of Dear ImGui.
  void begin_frame(const AppState& state, const std::vector<InputEvent>& typed);
  // Paints the frame and shows it.
  void end_frame(Colour ground);
  const FontSet& fonts() const { return fonts_; }
  float width() const;
  float height() const;
  Extent windowed_size() const { return window_->windowed_size(); }
  void toggle_full_screen() { window_->toggle_full_screen(); }
  void set_title(const std::string& title);

  // Opens a second window. Keys pressed in the second window are delivered to this window.
  Result<std::unique_ptr<SystemWindow>> open_second(Extent size, const std::string& title,
                                                    ImGuiContext& context);

 private:
  explicit Window(WindowSystem& system);

  WindowSystem& system_;
  ImGuiContext* context_;
  Inbox inbox_;
  std::unique_ptr<SystemWindow> window_;
  ShownPictures pictures_;
  FontSet fonts_;
  std::set<char32_t> characters_;  // characters that the interface itself does not use
  std::string title_;
};

}  // namespace lockstep::gui
