// The pictures of the last frame, stored as textures of a window of the operating system.
#pragma once

#include <cstdint>
#include <map>

#include "gui/glfw/window_system.hpp"

namespace lockstep::gui {

class ShownPictures {
 public:
  // Replaces the picture numbers of a frame (gui/canvas/picture.hpp) by texture numbers. Call this before the
  // frame is shown.
  void give(ImDrawData& frame, SystemWindow& window);

 private:
  std::map<std::uint64_t, std::uint64_t> textures_;  // by picture number
};

}  // namespace lockstep::gui
