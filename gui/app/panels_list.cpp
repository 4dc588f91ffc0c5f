// The one list of panels.
#include "gui/pages/panels.hpp"

namespace lockstep::gui {

const std::vector<RegisteredPanel>& registered_panels() {
  static const std::vector<RegisteredPanel> views{
      {&Layout::top_bar, make_top_bar},     {&Layout::source, make_source_panel},
      {&Layout::figure, make_figure_panel}, {&Layout::lanes, make_lanes_panel},
      {&Layout::memory, make_memory_panel}, {&Layout::inspector, make_inspector},
      {&Layout::transport, make_transport}, {&Layout::compare, make_compare_page},
      {&Layout::gpu, make_gpu_page},        {&Layout::theory, make_theory_page},
  };
  return views;
}

}  // namespace lockstep::gui
