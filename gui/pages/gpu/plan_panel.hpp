// The Run on GPU page for a user's own kernel with its launches, and for recorded programs. It shows the
// launches of the run in Step, their times on a device, and a comparison of each buffer with the
// simulator's buffer.
#pragma once

#include <string>
#include <vector>

#include "gui/background_jobs/benchmark/benchmark_runner.hpp"
#include "gui/pages/panel.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {

// Returns whether the page shows such launches instead of algorithms of the catalogue.
bool runs_own_plan(const AppState& state);

// The texts of a line of the results.
struct PlanLine {
  std::string launch, kernel, place, time, spread;
  bool operator==(const PlanLine&) const = default;
};
// Returns a line for each launch, followed by the sum of the launches and the time including
// the host's calls.
std::vector<PlanLine> plan_lines(const PlanResult& result);
// The verdict on the whole result.
struct PlanVerdict {
  std::string text;
  Role role = Role::good;
};
PlanVerdict plan_verdict(const PlanResult& result);

class PlanPanel {
 public:
  explicit PlanPanel(BenchmarkRunner& benchmark) : benchmark_(benchmark) {}

  bool turn_on(int by) { return scroll_.turn(by); }
  void draw(PanelContext& context, const Rect& card, const BenchmarkSnapshot& seen);

 private:
  float draw_choices(PanelContext& context, const Rect& content, const BenchmarkSnapshot& seen);
  void draw_result(PanelContext& context, const Rect& area, const PlanResult& result);
  float draw_lines(PanelContext& context, const Rect& area, const PlanResult& result);
  float draw_buffers(PanelContext& context, const Rect& area, const PlanResult& result);
  BenchmarkRunner& benchmark_;
  ScrollArea scroll_;
};

}  // namespace lockstep::gui
