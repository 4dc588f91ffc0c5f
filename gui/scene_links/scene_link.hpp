// A view as a link: the scene without the reader's own settings (theme, size, paths, programs) and without
// fields that have their defaults. "https://lecture.example/lockstep.html#AatW…"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gui/scene_files/scenes.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// Some mail programs and course systems do not accept longer links; for these, the user is offered a
// file instead.
inline constexpr std::size_t kMaxLink = 8000;

// The address of the page for links created by this program: $LOCKSTEP_PAGE, otherwise the build option
// LOCKSTEP_PAGE, otherwise the name of the page's file.
std::string page_address();

struct SceneLink {
  std::string link;
  bool is_too_long = false;  // longer than kMaxLink
};
// `page` is the address without a fragment. The Error is a sentence: the view does not fit into a link.
Result<SceneLink> link_to(const AppState& state, std::string_view page);

// True if the text is a scene link of any version, damaged or not: an address whose fragment consists of the
// letters of the encoding.
bool is_scene_link(std::string_view text);

// Decodes the scene of a link without starting any program. The text of an own kernel is written to a file in
// `folder`. The Error is a sentence that says what is wrong with the link.
Result<LoadedScene> scene_of_link(std::string_view link, const std::string& folder);

// The folder for own kernels from links, below the folder of the window's state.
std::string linked_files_folder();

// Loads a view by any name: a link, a lesson, an algorithm's id, a scene, or a file that can be run.
Result<LoadedScene> load_view(const std::string& name);

}  // namespace lockstep::gui
