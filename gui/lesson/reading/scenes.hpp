// The scene of each page. A page's scene block says only what differs from the scene of the lesson's first
// page, or from a scene file that it names; what belongs to a moment (position, selected cell, title, story)
// is not taken over. Objects in it ("lab", "compare" …) are joined field by field, and null takes a field
// away.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "gui/lesson/reading/library.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// Reads a scene (gui/scene/scene.hpp): the state, and a sentence for each field that was not understood. An
// Error: the text is no scene.
using ReadScene = std::function<Result<AppState>(std::string_view json, std::vector<std::string>& remarks)>;

// What a page shows beside its text unless it says otherwise.
inline constexpr std::string_view kLessonShow = "source figure lanes sentence";

// By page, each with what it shows (AppState::show); none: the page has no scene, or it cannot be read.
// Faults are added, at their lines.
std::vector<std::optional<AppState>> lesson_scenes(const LoadedLesson& lesson, const ReadScene& read,
                                                   std::vector<LessonFault>& faults);

}  // namespace lockstep::gui
