// A scene is an AppState as a small JSON file. A missing or invalid field keeps its default, and each invalid
// field produces a remark of one sentence. Thus scenes of other versions can still be opened.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "gui/state/scene_fields.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// The parts of a scene that depend on the window: its pages, each with its fields, and the names of
// its overlays.
struct SceneParts {
  struct PagePart {
    std::string key;  // "step"
    std::function<void(SceneFields&, AppState&)> fields;
  };
  std::vector<PagePart> pages;
  std::vector<std::string> overlays;
};

struct LoadedScene {
  AppState state;
  std::vector<std::string> remarks;  // a sentence for each field that was not understood
};

// The origin of a scene. A scene with the origin own_state was written by the window. Any other scene may
// come from someone else, so its commands are not run without consent.
enum class SceneOrigin : std::uint8_t { file, own_state };

std::string to_scene(const AppState& state, const SceneParts& parts);
// Returns an Error only if `text` is not JSON, is not an object, or has another version.
Result<LoadedScene> parse_scene(std::string_view text, const SceneParts& parts, SceneOrigin origin);

}  // namespace lockstep::gui
