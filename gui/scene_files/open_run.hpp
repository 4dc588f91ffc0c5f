// Opens what a file contains to run: a kernel file of the user's own, a launch description, a plan file.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "gui/scene_files/scenes.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// Whether the path names such a file by its ending; anything else is a scene.
bool opens_as_run(const std::string& path);

// A kernel file with the shown algorithm's kernel replaces it. Any other gets a launch: that of
// NAME.plan.json beside it, or a proposal, for which the launch form opens. The result is a sentence for the
// user; an Error leaves the state as it is.
Result<std::string> open_run(AppState& state, const std::string& path);

// A scene, or a new state with what the file contains to run.
Result<LoadedScene> load_scene_or_run(const std::string& path);

}  // namespace lockstep::gui
