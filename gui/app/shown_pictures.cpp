#include "gui/app/shown_pictures.hpp"

#include <imgui.h>

#include <utility>

#include "gui/canvas/picture.hpp"
#include "gui/widgets/texture.hpp"

namespace lockstep::gui {

void ShownPictures::give(ImDrawData& frame, SystemWindow& window) {
  std::map<std::uint64_t, std::uint64_t> before = std::exchange(textures_, {});
  for (int i = 0; i < frame.CmdListsCount; ++i)
    for (ImDrawCmd& command : frame.CmdLists[i]->CmdBuffer) {
      const std::uint64_t number = texture_of(command);
      const auto pixels = pixels_of_number(number);
      if (pixels == nullptr) continue;
      if (!textures_.contains(number)) {
        if (auto had = before.extract(number))
          textures_.insert(std::move(had));
        else
          textures_[number] = window.add_picture({pixels->width, pixels->height}, pixels->rgba.data());
      }
      set_texture(command, textures_[number]);
    }
  for (const auto& [number, texture] : before) window.remove_picture(texture);
}

}  // namespace lockstep::gui
