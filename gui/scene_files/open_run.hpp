// Opens the files that describe a run: a kernel file of the user's own, a launch description, or a plan file.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "gui/scene_files/scenes.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// Returns whether the path has the ending of such a file. All other files are opened as scenes.
bool opens_as_run(const std::string& path);

// Opens a file as a run. A kernel file that contains the shown algorithm's kernel replaces that kernel.
// For any other kernel file, the launch is read from NAME.plan.json in the same folder; without such a
// file, a launch is proposed and the launch form opens. Returns a sentence for the user. After an Error
// the state is unchanged.
Result<std::string> open_run(AppState& state, const std::string& path);

// Loads a scene, or makes a new state with the run that a file describes.
Result<LoadedScene> load_scene_or_run(const std::string& path);

}  // namespace lockstep::gui
