// Reads the scene of each page. The scene block of a page contains only the differences from the scene of the
// lesson's first page, or from a scene file that the block names. Fields that belong to a single page (such
// as position, selected cell, title and story) are not inherited. Objects ("lab", "compare" …) are merged
// field by field, and null removes a field.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "gui/lesson/reading/library.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// A function that reads a scene (gui/scene/scene.hpp). It returns the state, and appends a sentence to
// `remarks` for each field that was not understood. It returns an Error if the text is not a scene.
using ReadScene = std::function<Result<AppState>(std::string_view json, std::vector<std::string>& remarks)>;

// The default cards beside the text of a page.
inline constexpr std::string_view kLessonShow = "source figure lanes sentence";

// Returns the scene of each page with its cards (AppState::show); none for a page without a scene, or if the
// scene cannot be read. Appends faults with their lines.
std::vector<std::optional<AppState>> lesson_scenes(const LoadedLesson& lesson, const ReadScene& read,
                                                   std::vector<LessonFault>& faults);

}  // namespace lockstep::gui
