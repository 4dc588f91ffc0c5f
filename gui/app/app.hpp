// The window: GLFW and OpenGL around an Interface.
#pragma once

#include <string>

namespace lockstep::gui {

struct AppArguments {
  std::string scene;          // path of a scene to open; empty: the one of last time, or the first one
  std::string kernel_dir;     // read kernels from this folder instead of the embedded ones
  bool startup_time = false;  // print the milliseconds to the first complete frame, and exit
  int width = 0, height = 0;  // of the window; 0: 1600 by 900, or what the screen has
};

// Exit status: 0 done, 1 no window can be opened here, 2 the scene makes no sense. Says why on stderr.
int run_app(const AppArguments& arguments);

}  // namespace lockstep::gui
