// The Theory page: sliders and numbers on the left, the curves on the right.
#pragma once

#include <memory>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

std::unique_ptr<Panel> make_theory_panel();

}  // namespace lockstep::gui
