#include "gui/pages/gpu/looked_at.hpp"

#include <fmt/format.h>

namespace lockstep::gui {
namespace {

constexpr float kLookedHeight = 26, kShow = 110, kRun = 104, kLookedAtGap = 8;

}  // namespace

LookedAt looked_at(const measure::BenchRow& row) {
  return {row.precheck && row.precheck->verdict != Precheck::Verdict::unknown, row.is_held_back()};
}

void show_in_step(AppState& state, const measure::BenchRow& row) {
  state.tab = kStepPage;
  state.presentation = false;
  if (state.algorithm != row.id) choose_algorithm(state, row.id);
  state.n = row.precheck->n;
  state.group_size = row.group_size;
  forget_position(state);  // Step then shows the start of the run
}

float draw_looked_at(PanelContext& context, const Rect& area, const BenchmarkSnapshot& seen, std::size_t i,
                     BenchmarkRunner& benchmark) {
  if (i >= seen.rows.size()) return area.y;
  const measure::BenchRow& row = seen.rows[i];
  const LookedAt can = looked_at(row);
  float x = area.x;
  if (can.can_be_shown) {
    if (context.ui.button(fmt::format("look-{}", i), {x, area.y + 2, kShow, kLookedHeight}, "See it in Step",
                          "Opens this kernel in the Step tab with the n of the simulator's run"))
      context.commands.edit([row](AppState& app) { show_in_step(app, row); });
    x += kShow + kLookedAtGap;
  }
  if (can.can_run &&
      context.ui.button(
          fmt::format("force-run-{}", i), {x, area.y + 2, kRun, kLookedHeight}, "Run anyway",
          "Runs this row on the device in spite of the warning. If the driver hangs or crashes, "
          "only its own process ends" +
              (context.activity.save_error.empty()
                   ? std::string(", and your edit is kept")
                   : ". Your edit is not kept: " + context.activity.save_error),
          false, !seen.running)) {
    benchmark.force_run(i);
  }
  return can.can_be_shown || can.can_run ? area.y + kLookedHeight + 8 : area.y;
}

}  // namespace lockstep::gui
