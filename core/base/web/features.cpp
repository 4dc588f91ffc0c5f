#include "core/base/features.hpp"

namespace lockstep {

std::string missing(Feature feature) {
  switch (feature) {
    case Feature::programs:
      return "A browser cannot start programs. Lockstep for Linux runs your OpenCL program on its "
             "device.";
    case Feature::workers:
    case Feature::confinement:
      return "A browser cannot start programs.";
    case Feature::devices:
      return "A browser has no OpenCL devices: only Lockstep for Linux can measure a real GPU. "
             "Stored and published times, and the simulator, are available here.";
    case Feature::threads:
      return "A web page has only one thread.";
    case Feature::second_window:
      return "A web page cannot open a speaker window. Lockstep for Linux can.";
    case Feature::keyboard:
      return "A web page may be open on a device without a keyboard.";
    case Feature::folders:
      return "A web page cannot read this computer's folders: choose a file, or drop it here.";
  }
  return "";
}

std::string own_command() { return "lockstep"; }

// Only the command line calls this function. It runs under Node.js, which cannot open windows.
bool has_display() { return false; }

}  // namespace lockstep
