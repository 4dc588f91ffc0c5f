// The main program of the web page opens the window, which is linked into it. Arguments: a scene or a link,
// the system's theme, and the width and height of the page.
#include <cstdlib>
#include <string_view>

#include "gui/app/app.hpp"
#include "gui/app/window_library.hpp"

extern "C" lockstep::gui::WindowSystem* lockstep_window_system(const char* version);

int main(int argument_count, char** arguments) {
  using namespace lockstep::gui;
  use_window_system(*lockstep_window_system(LOCKSTEP_VERSION));
  AppArguments app;
  if (argument_count > 1) app.scene = arguments[1];
  app.prefers_dark = argument_count > 2 && arguments[2] == std::string_view("dark");
  if (argument_count > 4) {
    app.width = std::atoi(arguments[3]);
    app.height = std::atoi(arguments[4]);
  }
  return run_app(app);
}
