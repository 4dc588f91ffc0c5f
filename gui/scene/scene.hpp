// An AppState as a small JSON file: a scene. A missing field keeps its default; so does a wrong one, with one
// sentence about it, so that a scene of another version still opens.
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

// Whatever a window has of its own in a scene: its pages, each with its fields, and the names of its
// overlays.
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

// own_state: the window wrote it; any other text may be of somebody else, whose commands are not run unasked.
enum class SceneOrigin : std::uint8_t { file, own_state };

std::string to_scene(const AppState& state, const SceneParts& parts);
// An Error only when `text` is not JSON, or not an object, or names another version.
Result<LoadedScene> parse_scene(std::string_view text, const SceneParts& parts, SceneOrigin origin);

}  // namespace lockstep::gui
