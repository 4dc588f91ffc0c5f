// Drives the real program in a real window on a separate X server: keys and clicks go through the X server,
// and their effects are read from the report that the program writes (gui/app/report.hpp).
#pragma once

#include <sys/types.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "gui/canvas/canvas.hpp"
#include "gui/input/key_press.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {

class WindowDriver {
 public:
  // Starts the program with this scene, in a file called `name`. The test fails if no report arrives within
  // ten seconds.
  explicit WindowDriver(const std::string& scene, const std::string& name = "scene.json");
  ~WindowDriver();
  WindowDriver(const WindowDriver&) = delete;
  WindowDriver& operator=(const WindowDriver&) = delete;

  bool is_there() const { return window_ != 0; }
  // The program's error output if no window appeared.
  std::string why_not() const;
  void press(const KeyPress& key);
  void type(const std::string& text);
  // False if no widget of that name is visible.
  bool click(const std::string& item);
  bool quick_click(const std::string& item);  // without pauses between its events
  bool double_click(const std::string& item);
  // Presses the button in a widget and moves the pointer before releasing it. Both positions are fractions of
  // the widget's width and height; the second position may be outside.
  bool drag(const std::string& item, Point from, Point to);

  nlohmann::json report() const;
  // Waits at most five seconds for this report.
  bool wait_until(const std::function<bool(const nlohmann::json&)>& holds) const;
  std::string file(const std::string& name) const { return folder_.file(name); }

 private:
  bool run(const std::string& command) const;
  // The position of a widget in the window in pixels; no value if no widget with this name is visible.
  std::optional<Rect> place_of(const std::string& item) const;

  TemporaryFolder folder_;
  pid_t server_ = 0, program_ = 0;
  unsigned long window_ = 0;
};

// A key in the notation of xdotool: "ctrl+shift+e".
std::string xdotool_name(const KeyPress& key);

}  // namespace lockstep::gui
