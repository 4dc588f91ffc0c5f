// Text styles shared by pages and dialogs.
#pragma once

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

inline constexpr TextStyle kText{Font::text, Role::ink, Align::left, 13};
inline constexpr TextStyle kQuiet{Font::text, Role::second_ink, Align::left, 12};
inline constexpr TextStyle kSentence{Font::text, Role::ink, Align::left, 14};
inline constexpr TextStyle kTitle{Font::text_bold, Role::ink, Align::left, 13};

}  // namespace lockstep::gui
