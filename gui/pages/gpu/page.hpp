// The Run on GPU page: what to run on the left, results as table, charts or ladders on the right.
#pragma once

#include <memory>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

std::unique_ptr<Panel> make_gpu_panel();

}  // namespace lockstep::gui
