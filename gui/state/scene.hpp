// An AppState as a small JSON file: a scene. What is missing keeps its default; what is wrong is left at its
// default too and said in one sentence, so that a scene of another version still opens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

std::string to_scene(const AppState& state);

struct LoadedScene {
  AppState state;
  std::vector<std::string> remarks;  // a sentence for each field that was not understood
};

// An Error only when `text` is not JSON at all, or not an object.
Result<LoadedScene> parse_scene(std::string_view text);

Result<LoadedScene> load_scene(const std::string& path);
// Whole or not at all (core/base/atomic_writer.hpp).
Result<void> save_scene(const AppState& state, const std::string& path);

// Where the window keeps its state between two starts, so that no edit is lost: below $XDG_STATE_HOME, else
// below ~/.local/state. Empty where there is neither.
std::string last_scene_path();

}  // namespace lockstep::gui
