// The window of the program: its Dear ImGui context, its fonts and its typed keys, in a window of the system.
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
  // An Error is a sentence that says why no window can be opened.
  static Result<std::unique_ptr<Window>> open(int width, int height);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  bool should_close() const { return window_->should_close(); }
  // Sleeps until something happens, at most `seconds` when given. Wakes early after wake().
  void wait(std::optional<double> seconds) { window_->wait(seconds); }
  static void wake();  // from any thread
  // What was typed, and no frame has taken yet.
  KeyQueue& keys() { return inbox_.keys; }
  // The frame after it has keys, too, or clicks: Dear ImGui gives each frame one press or release.
  bool has_waiting_input() const;
  // Paths of files that were dropped on the window.
  std::vector<std::string> take_dropped() { return std::exchange(inbox_.dropped, {}); }
  // What the system has to say to the user.
  std::vector<std::string> take_notices() { return std::exchange(inbox_.notices, {}); }

  // Makes the fonts again when the UI scale or the screen's scale has changed; then begins a frame.
  // Dear ImGui's fields get what was `typed`, too.
  void begin_frame(const AppState& state, const std::vector<InputEvent>& typed);
  // Paints the frame and shows it.
  void end_frame(Colour ground);
  const FontSet& fonts() const { return fonts_; }
  float width() const;
  float height() const;
  Extent windowed_size() const { return window_->windowed_size(); }
  void toggle_full_screen() { window_->toggle_full_screen(); }
  void set_title(const std::string& title);

  // Another window of the system, whose keys come here, too.
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
  std::set<char32_t> characters_;  // beyond those of the interface
  std::string title_;
};

}  // namespace lockstep::gui
