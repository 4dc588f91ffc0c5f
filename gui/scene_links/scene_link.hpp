// A view as a link, such as "https://lecture.example/lockstep.html#AatW…". The link contains the scene
// without the sender's personal settings (theme, size, paths, programs) and without fields that have
// their defaults.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gui/scene_files/scenes.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// Some mail programs and course systems do not accept links that are longer than this. The user is then
// offered a file instead.
inline constexpr std::size_t kMaxLink = 8000;

// Returns the address of the page to which links of this program lead: $LOCKSTEP_PAGE, otherwise the build
// option LOCKSTEP_PAGE, otherwise the name of the page's file.
std::string page_address();

struct SceneLink {
  std::string link;
  bool is_too_long = false;  // the link is longer than kMaxLink
};
// Creates a link. `page` is the address of the page without a fragment. The Error is a sentence that says why
// the view cannot be a link.
Result<SceneLink> link_to(const AppState& state, std::string_view page);

// Returns true if the text looks like a scene link of any version: an address whose fragment consists of the
// letters of the encoding. The link may be damaged.
bool is_scene_link(std::string_view text);

// Decodes the scene of a link without starting any program. If the link contains a kernel of its author,
// the kernel's text is written to a file in `folder`. The Error is a sentence that says what is wrong with
// the link.
Result<LoadedScene> scene_of_link(std::string_view link, const std::string& folder);

// Returns the folder for kernel files from links, which is below the folder of the window's state.
std::string linked_files_folder();

// Loads a view. `name` is a link, a lesson, an algorithm's id, a scene, or a file that can be run.
Result<LoadedScene> load_view(const std::string& name);

}  // namespace lockstep::gui
