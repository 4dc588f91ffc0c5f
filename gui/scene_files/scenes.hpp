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

// Converts the state to the text of a scene. `pages`: the pages whose settings the scene contains.
std::string to_scene(const AppState& state, const PageList& pages = all_pages());
Result<LoadedScene> parse_scene(std::string_view text, const PageList& pages = all_pages(),
                                SceneOrigin origin = SceneOrigin::file);
// Reads a scene that is part of a file of a different kind, such as a lesson (gui/lesson/reading/scenes.hpp).
// Appends a sentence to `remarks` for each field that was not understood.
Result<AppState> read_scene(std::string_view text, std::vector<std::string>& remarks);

// Loads a scene. `path` may also name an entry of a document (core/catalogue/documents.hpp), for
// example "document:001/figure-6".
Result<LoadedScene> load_scene(const std::string& path, SceneOrigin origin = SceneOrigin::file);
// Writes the scene atomically (core/base/files/atomic_writer.hpp), so that the file contains either the old
// scene or the complete new scene.
Result<void> save_scene(const AppState& state, const std::string& path);

// Returns the path of the file in which the window stores its state between two starts: below $XDG_STATE_HOME
// if this variable is set, otherwise below ~/.local/state. Empty if neither folder is known.
std::string last_scene_path();

}  // namespace lockstep::gui
