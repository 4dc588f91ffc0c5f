#include "gui/talk/talk.hpp"

#include <fmt/format.h>

namespace lockstep::gui {

std::string scene_title(const AppState& scene) {
  if (!scene.title.empty()) return scene.title;
  if (!scene.kernel_file.empty()) return scene.kernel_file.substr(scene.kernel_file.rfind('/') + 1);
  return fmt::format("{}, n = {}", scene.algorithm, scene.n);
}

std::string page_title(const TalkPage& page) {
  return page.title.empty() ? scene_title(page.scene) : page.title;
}

AppState shown_page(const TalkPage& page, const AppState& window) {
  AppState state = page.scene;
  state.theme = window.theme;
  state.ui_scale = window.ui_scale;
  state.words = window.words;
  state.presentation = true;
  if (page.asking) state.show = *page.asking;
  return state;
}

}  // namespace lockstep::gui
