// The style sheet of handouts.
#pragma once

#include <string_view>

namespace lockstep::gui {

std::string_view handout_style();

}  // namespace lockstep::gui
