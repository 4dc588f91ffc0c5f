#include <fmt/format.h>

#include <cstdio>

#include "cli/command.hpp"
#ifdef LOCKSTEP_GUI
#include "gui/app.hpp"
#endif

namespace lockstep::cli {

#ifdef LOCKSTEP_GUI
int open_window(int, char**) { return gui::run_app({}); }
#else
int open_window(int, char**) {
  fmt::print(stderr, "lockstep: this build has no window; see lockstep --help for what works without one\n");
  return kUsage;
}
#endif

}  // namespace lockstep::cli
