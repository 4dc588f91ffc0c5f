// A view as a link: the scene, without what is the reader's own (theme, size, paths, programs) and without
// what has its default. "https://lecture.example/lockstep.html#AatW…"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gui/scene_files/scenes.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// Longer links do not pass through every mail program and every course system: a file is offered in their
// place.
inline constexpr std::size_t kMaxLink = 8000;

// The address of the page that links of this program lead to: $LOCKSTEP_PAGE, else that of the build's option
// LOCKSTEP_PAGE, else the name of the page's file.
std::string page_address();

struct SceneLink {
  std::string link;
  bool is_too_long = false;  // more than kMaxLink
};
// `page`: the address, without a fragment. The Error is a sentence: what is shown does not fit into a link.
Result<SceneLink> link_to(const AppState& state, std::string_view page);

// Whether a text is such a link, of any version and damaged or not: an address with a fragment of such
// letters.
bool is_scene_link(std::string_view text);

// The scene of a link. Nothing of it starts a program. The text of an own kernel becomes a file in `folder`.
// The Error is a sentence that says what is wrong with the link.
Result<LoadedScene> scene_of_link(std::string_view link, const std::string& folder);

// Where own kernels of links become files: below the folder of the window's state.
std::string linked_files_folder();

// A view by any name: a link, a lesson, an algorithm's id, a scene, or a file that can run.
Result<LoadedScene> load_view(const std::string& name);

}  // namespace lockstep::gui
