// The Step page: the kernel's text, the stage with its three figures, the inspector and the transport.
#pragma once

#include <memory>
#include <vector>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

// The panels of the page.
std::unique_ptr<Panel> make_figure_panel();
std::unique_ptr<Panel> make_lanes_panel();
std::unique_ptr<Panel> make_memory_panel();
std::unique_ptr<Panel> make_watch_panel();
std::unique_ptr<Panel> make_cell_panel();
std::unique_ptr<Panel> make_inspector();
std::unique_ptr<Panel> make_transport();
std::unique_ptr<Panel> make_predict_panel();

// Return the keys of the page (keys.cpp), and the keys of Predict mode (predict_keys.cpp).
std::vector<ActionGroup> step_actions();
std::vector<ActionGroup> predict_actions();

}  // namespace lockstep::gui
