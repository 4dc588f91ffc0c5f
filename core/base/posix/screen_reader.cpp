#include "core/base/screen_reader.hpp"

namespace lockstep {

// GLFW's windows contain no text that a screen reader could find.
void tell_screen_reader(const std::string&) {}

}  // namespace lockstep
