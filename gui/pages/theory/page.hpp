// The Theory page: sliders and numbers on the left, the curves on the right.
#pragma once

#include <memory>

#include "gui/background_jobs/count_runner.hpp"
#include "gui/pages/page.hpp"

namespace lockstep::gui {

std::unique_ptr<Panel> make_theory_panel(CountRunner& counting);

}  // namespace lockstep::gui
