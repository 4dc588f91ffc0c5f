// Drives the real program in a real window, on an X server of its own: keys and clicks go through the X
// server, and what they did is read from the report that the program writes (gui/app/report.hpp).
#pragma once

#include <sys/types.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "gui/input/keys.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {

class WindowDriver {
 public:
  // Starts the program with this scene. A test fails when no report comes within ten seconds.
  explicit WindowDriver(const std::string& scene);
  ~WindowDriver();
  WindowDriver(const WindowDriver&) = delete;
  WindowDriver& operator=(const WindowDriver&) = delete;

  bool is_there() const { return window_ != 0; }
  // What the program said when no window came.
  std::string why_not() const;
  void press(const KeyPress& key);
  void type(const std::string& text);
  // False when nothing of that name is in sight.
  bool click(const std::string& item);

  nlohmann::json report() const;
  // Until the report says so, at most five seconds.
  bool wait_until(const std::function<bool(const nlohmann::json&)>& holds) const;
  std::string file(const std::string& name) const { return folder_.file(name); }

 private:
  bool run(const std::string& command) const;

  TemporaryFolder folder_;
  pid_t server_ = 0, program_ = 0;
  unsigned long window_ = 0;
};

// As xdotool writes it: "ctrl+shift+e".
std::string xdotool_name(const KeyPress& key);

}  // namespace lockstep::gui
