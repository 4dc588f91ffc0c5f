// The window is linked into the main program, because OpenGL is a part of Windows.
#include "cli/command.hpp"
#include "gui/app/window_library.hpp"

extern "C" lockstep::gui::WindowSystem* lockstep_window_system(const char* version);

int main(int argument_count, char** arguments) {
  lockstep::gui::use_window_system(*lockstep_window_system(LOCKSTEP_VERSION));
  return lockstep::cli::run_command_line(argument_count, arguments);
}
