// How each panel is made. The list that says where each one lies is gui/app/panels_list.cpp.
#pragma once

#include <memory>

#include "gui/pages/panel.hpp"

namespace lockstep::gui {

std::unique_ptr<Panel> make_top_bar();
std::unique_ptr<Panel> make_source_panel();
std::unique_ptr<Panel> make_figure_panel();
std::unique_ptr<Panel> make_lanes_panel();
std::unique_ptr<Panel> make_memory_panel();
std::unique_ptr<Panel> make_inspector();
std::unique_ptr<Panel> make_transport();
std::unique_ptr<Panel> make_compare_page();
std::unique_ptr<Panel> make_gpu_page();
std::unique_ptr<Panel> make_theory_page();

}  // namespace lockstep::gui
