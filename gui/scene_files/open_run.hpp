// Opens the files that describe a run: a kernel file of the user's own, a launch description, or a plan file.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "gui/scene_files/scenes.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// Whether the path ends like such a file; all other files are scenes.
bool opens_as_run(const std::string& path);

// A kernel file that contains the shown algorithm's kernel replaces that kernel. Any other kernel file gets a
// launch: from NAME.plan.json in the same folder, or a proposal, for which the launch form opens. The result
// is a sentence for the user; after an Error the state is unchanged.
Result<std::string> open_run(AppState& state, const std::string& path);

// Loads a scene, or makes a new state with the run that the file describes.
Result<LoadedScene> load_scene_or_run(const std::string& path);

}  // namespace lockstep::gui
