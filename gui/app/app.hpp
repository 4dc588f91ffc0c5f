// Opens an Interface in a window of the operating system.
#pragma once

#include <string>

namespace lockstep::gui {

struct AppArguments {
  std::string scene;          // a scene or another file that Ctrl+O opens; empty: the previous state
  std::string kernel_dir;     // folder to read kernels from, instead of the embedded kernels
  bool startup_time = false;  // print the time to the first complete frame in milliseconds, and exit
  bool frame_times = false;   // print how long the frames of this scene take, and exit
  bool prefers_dark = false;  // theme of the first start
  int width = 0, height = 0;  // window size, limited by the screen; 0: the last size, initially 1600 by 900
};

// Runs the program. Returns the exit status: 0 after a normal end, 1 if no window can be opened, 2 if the
// scene cannot be read. The reason of a failure is printed to stderr.
int run_app(const AppArguments& arguments);

}  // namespace lockstep::gui
