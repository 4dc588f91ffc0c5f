// The window: an Interface in a window of the system.
#pragma once

#include <string>

namespace lockstep::gui {

struct AppArguments {
  std::string scene;          // of a scene, or of any other file that Ctrl+O opens; empty: the previous state
  std::string kernel_dir;     // read kernels from this folder instead of the embedded ones
  bool startup_time = false;  // print the milliseconds to the first complete frame, and exit
  bool frame_times = false;   // print how long frames of this scene take, and exit
  bool prefers_dark = false;  // the theme of the first start
  int width = 0, height = 0;  // of the window; 0: as the last time, else 1600 by 900; at most the screen
};

// Exit status: 0 done, 1 no window can be opened, 2 the scene cannot be read. The reason is on stderr.
int run_app(const AppArguments& arguments);

}  // namespace lockstep::gui
