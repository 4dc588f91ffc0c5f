// Scenes of this window, with all its pages and overlays: as text, as files, and those of the documents.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "gui/pages/page.hpp"
#include "gui/scene/scene.hpp"

namespace lockstep::gui {

// `pages`: that the scene may name, and that read their own parts of it.
std::string to_scene(const AppState& state, const PageList& pages = all_pages());
Result<LoadedScene> parse_scene(std::string_view text, const PageList& pages = all_pages(),
                                SceneOrigin origin = SceneOrigin::file);
// The same for whoever keeps scenes in files of another kind, such as lessons
// (gui/lesson/reading/scenes.hpp).
Result<AppState> read_scene(std::string_view text, std::vector<std::string>& remarks);

// `path` may also name an entry of a document (core/catalogue/documents.hpp): "document:001/figure-6".
Result<LoadedScene> load_scene(const std::string& path, SceneOrigin origin = SceneOrigin::file);
// Atomic (core/base/files/atomic_writer.hpp): the file is either the old one or the whole new one.
Result<void> save_scene(const AppState& state, const std::string& path);

// Where the window keeps its state between two starts, so that no edit is lost: below $XDG_STATE_HOME, else
// below ~/.local/state. Empty when neither is known.
std::string last_scene_path();

}  // namespace lockstep::gui
