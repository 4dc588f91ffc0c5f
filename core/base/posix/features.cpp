#include "core/base/features.hpp"

#include <cstdlib>

namespace lockstep {

std::string missing(Feature) { return ""; }

std::string own_command() { return "lockstep"; }

// One of these variables names the display server of X11 or Wayland.
bool has_display() {
  const auto is_set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

}  // namespace lockstep
