// Reads and writes scenes of this window, with all its pages and overlays: as text, as files, and as entries
// of documents.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "gui/pages/page.hpp"
#include "gui/scene/scene.hpp"

namespace lockstep::gui {

// `pages`: the pages that the scene may name; they read their own parts of it.
std::string to_scene(const AppState& state, const PageList& pages = all_pages());
Result<LoadedScene> parse_scene(std::string_view text, const PageList& pages = all_pages(),
                                SceneOrigin origin = SceneOrigin::file);
// Reads a scene that is stored in a file of another kind, such as a lesson (gui/lesson/reading/scenes.hpp).
Result<AppState> read_scene(std::string_view text, std::vector<std::string>& remarks);

// `path` may also name an entry of a document (core/catalogue/documents.hpp): "document:001/figure-6".
Result<LoadedScene> load_scene(const std::string& path, SceneOrigin origin = SceneOrigin::file);
// Atomic (core/base/files/atomic_writer.hpp): the file contains either the old scene or the
// complete new scene.
Result<void> save_scene(const AppState& state, const std::string& path);

// Where the window stores its state between two starts: below $XDG_STATE_HOME, or else below ~/.local/state.
// Empty if neither is known.
std::string last_scene_path();

}  // namespace lockstep::gui
