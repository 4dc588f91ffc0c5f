// The pictures that a window of the system has as textures: those that its last frame drew.
#pragma once

#include <cstdint>
#include <map>

#include "gui/glfw/window_system.hpp"

namespace lockstep::gui {

class ShownPictures {
 public:
  // Before a frame is shown: its numbers of pictures (gui/canvas/picture.hpp) become those of textures.
  void give(ImDrawData& frame, SystemWindow& window);

 private:
  std::map<std::uint64_t, std::uint64_t> textures_;  // by the number of the picture
};

}  // namespace lockstep::gui
