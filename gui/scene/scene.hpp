// An AppState as a small JSON file: a scene. A missing field keeps its default; so does a wrong one, with one
// sentence about it, so that a scene of another version still opens.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "gui/pages/page.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

std::string to_scene(const AppState& state, const PageList& pages = all_pages());

struct LoadedScene {
  AppState state;
  std::vector<std::string> remarks;  // a sentence for each field that was not understood
};

// own_state: the window wrote it; any other text may be of somebody else, whose commands are not run unasked.
enum class SceneOrigin : std::uint8_t { file, own_state };

// An Error only when `text` is not JSON, or not an object, or names another version. `pages`: that the scene
// may name, and that read their own parts of it.
Result<LoadedScene> parse_scene(std::string_view text, const PageList& pages = all_pages(),
                                SceneOrigin origin = SceneOrigin::file);

// `path` may also name an entry of a document (core/catalogue/documents.hpp): "document:001/figure-6".
// The same for whoever keeps scenes in files of another kind, such as lessons (gui/lesson/scenes.hpp).
Result<AppState> read_scene(std::string_view text, std::vector<std::string>& remarks);

Result<LoadedScene> load_scene(const std::string& path, SceneOrigin origin = SceneOrigin::file);
// Atomic (core/base/atomic_writer.hpp): the file is either the old one or the whole new one.
Result<void> save_scene(const AppState& state, const std::string& path);

// Where the window keeps its state between two starts, so that no edit is lost: below $XDG_STATE_HOME, else
// below ~/.local/state. Empty when neither is known.
std::string last_scene_path();

}  // namespace lockstep::gui
