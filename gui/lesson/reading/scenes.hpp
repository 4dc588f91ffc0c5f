// The scene of each page. The scene block of a page contains only the differences from the scene of the
// lesson's first page, or from a scene file that it names. Fields that belong to a moment (position, selected
// cell, title, story) are not inherited. Objects ("lab", "compare" …) are merged field by field, and null
// removes a field.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "gui/lesson/reading/library.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// Reads a scene (gui/scene/scene.hpp): the state, and a sentence for each field that was not understood. An
// Error: the text is not a scene.
using ReadScene = std::function<Result<AppState>(std::string_view json, std::vector<std::string>& remarks)>;

// The default cards beside the text of a page.
inline constexpr std::string_view kLessonShow = "source figure lanes sentence";

// The scene of each page with its cards (AppState::show); none: the page has no scene, or it cannot be read.
// Faults are appended with their lines.
std::vector<std::optional<AppState>> lesson_scenes(const LoadedLesson& lesson, const ReadScene& read,
                                                   std::vector<LessonFault>& faults);

}  // namespace lockstep::gui
