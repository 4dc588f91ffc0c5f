#include "core/base/features.hpp"

namespace lockstep {

std::string missing(Feature feature) {
  switch (feature) {
    case Feature::programs:
      return "A browser starts no programs. Lockstep for Linux runs your OpenCL program on its device.";
    case Feature::workers:
    case Feature::confinement:
      return "A browser starts no programs.";
    case Feature::devices:
      return "A browser has no OpenCL devices: times of a real GPU are measured by Lockstep for Linux. "
             "Stored and "
             "published times, and the simulator, are here.";
    case Feature::threads:
      return "A page has one thread.";
    case Feature::second_window:
      return "A page has no window for the speaker. Lockstep for Linux has one.";
    case Feature::keyboard:
      return "A page may be on a tablet.";
    case Feature::folders:
      return "A page reads no folders of this computer: choose a file, or drop it on the page.";
  }
  return "";
}

std::string own_command() { return "lockstep"; }

// The page has its window from the start; the command line runs under node.
bool has_display() { return false; }

}  // namespace lockstep
