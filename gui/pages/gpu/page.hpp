// The Run on GPU page: the choices on the left, the results as table, charts or ladders on the right.
#pragma once

#include <memory>

#include "gui/background_jobs/benchmark/benchmark_runner.hpp"
#include "gui/background_jobs/ladder_runner.hpp"
#include "gui/pages/page.hpp"

namespace lockstep::gui {

// The two cards of the page, which share a place in a narrow window.
inline constexpr std::string_view kChoicesCard = "choices", kResultsCard = "results";

struct GpuServices {
  BenchmarkRunner& benchmark;  // times on devices
  LadderRunner& ladder;        // counts that predict and explain the times
};

class GpuPagePanel : public Panel {
 public:
  // Scrolls the contents; see Page::turn_on().
  virtual bool turn_on(int by, const AppState& state) = 0;
};
std::unique_ptr<GpuPagePanel> make_gpu_panel(GpuServices services);

}  // namespace lockstep::gui
