#include "core/base/screen_reader.hpp"

namespace lockstep {

// GLFW's windows have no text that a screen reader finds.
void tell_screen_reader(const std::string&) {}

}  // namespace lockstep
