#include "gui/pages/gpu/plan_panel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "gui/background_jobs/benchmark/device_choice.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/action_table.hpp"

namespace lockstep::gui {
namespace {

constexpr float kPlanRow = 24, kPlanField = 28;
constexpr TextStyle kPlanHead{Font::text, Role::second_ink, Align::left, 12},
    kPlanNumber{Font::code, Role::ink, Align::right, 13},
    kPlanHeadRight{Font::text, Role::second_ink, Align::right, 12};

std::string range_text(const measure::Spread& spread) {
  return column_time_text(static_cast<double>(spread.min)) + " to " +
         column_time_text(static_cast<double>(spread.max));
}

std::string time_of(const measure::Spread& spread) {
  return column_time_text(static_cast<double>(spread.median));
}

}  // namespace

bool runs_own_plan(const AppState& state) { return state.launch.has_value() || state.shows_recording(); }

std::vector<PlanLine> plan_lines(const PlanResult& result) {
  std::vector<PlanLine> lines;
  for (std::size_t i = 0; i < result.launches.size(); ++i) {
    const LaunchOnDevice& launch = result.launches[i];
    lines.push_back({std::to_string(i + 1), launch.kernel, launch.place, time_of(launch.device_ns),
                     range_text(launch.device_ns)});
  }
  lines.push_back({"", "all launches", "", time_of(result.device_ns), range_text(result.device_ns)});
  lines.push_back({"", "with the host's calls", "", time_of(result.host_ns), range_text(result.host_ns)});
  return lines;
}

PlanVerdict plan_verdict(const PlanResult& result) {
  const auto different = static_cast<std::uint64_t>(std::ranges::count_if(
      result.buffers, [](const ComparedBuffer& buffer) { return buffer.different != 0; }));
  if (result.is_checked && !result.is_right) return {result.verdict, Role::costs};
  if (different != 0)
    return {fmt::format("{} {} different results from the simulator.", plural(different, "buffer"),
                        different == 1 ? "has" : "have"),
            Role::costs};
  if (result.is_checked) return {"The result is as expected, and as in the simulator."};
  if (result.buffers.empty())
    return {"No launch changed a buffer, so nothing is compared.", Role::second_ink};
  return {"All results are as in the simulator."};
}

// Draws the choice of the device and of the number of runs, and the button. Returns the y below them.
float PlanPanel::draw_choices(PanelContext& context, const Rect& content, const BenchmarkSnapshot& seen) {
  Ui& ui = context.ui;
  ui.canvas.text({content.x, content.y}, "These launches on a device", kTitle);
  ui.paragraph(
      {content.x, content.y + 22, content.width, 40},
      "The launches that Step shows run on the device with the same buffers; each buffer is compared "
      "with the simulator's.",
      kQuiet);
  float y = content.y + 62;
  if (seen.discovering || (!seen.devices && seen.no_devices.empty())) {
    ui.canvas.text({content.x, y}, "looking for devices …", kQuiet);
    return y + kPlanRow;
  }
  if (!seen.devices) return ui.paragraph({content.x, y, content.width, 60}, seen.no_devices, kText) + 8;
  const std::vector<std::string> keys = device_keys(*seen.devices);
  const measure::Device* chosen = chosen_device(*seen.devices, context.state.benchmark.device);
  const auto at = static_cast<std::size_t>(chosen - seen.devices->data());
  const float box = std::min(420.0f, content.width - 300);
  if (const auto other = ui.combo_box("plan-device", {content.x, y, box, kPlanField}, "device", keys[at],
                                      keys, at, "The OpenCL device that runs the launches"))
    context.commands.edit([key = keys[*other]](AppState& app) { app.benchmark.device = key; });
  const unsigned runs = context.state.benchmark.repetitions;
  if (const auto value = ui.number_box("plan-runs", {content.x + box + 8, y, 110, kPlanField}, "runs", runs,
                                       {1, 5, 10, 20, 50, 100},
                                       "Timed runs of all launches, for median and spread", {1, 10'000}))
    context.commands.edit(
        [count = static_cast<unsigned>(*value)](AppState& app) { app.benchmark.repetitions = count; });
  const Rect button{content.x + box + 126, y - 3, 130, 34};
  if (seen.running) {
    if (ui.button("cancel-benchmark", button, "Cancel", "Stops within a second")) benchmark_.cancel();
    ui.canvas.text({content.x, y + 38}, fit_text(ui.canvas, seen.what, kQuiet, content.width), kQuiet);
    return y + 62;
  }
  if (ui.button("run-plan", button, "Run", context.actions.describe(actions::run_on_gpu), true))
    context.commands.actions.push_back(actions::run_on_gpu);
  return y + 46;
}

float PlanPanel::draw_lines(PanelContext& context, const Rect& area, const PlanResult& result) {
  Canvas& canvas = context.ui.canvas;
  const float time = area.x + std::min(area.width * 0.66f, 620.0f), spread = time + 210;
  const float kernel = area.x + 64, place = kernel + (time - 110 - kernel) * 0.55f;
  float y = area.y;
  canvas.text({area.x, y}, "launch", kPlanHead);
  canvas.text({kernel, y}, "kernel", kPlanHead);
  canvas.text({place, y}, "place", kPlanHead);
  canvas.text({time, y}, "device time", kPlanHeadRight);
  canvas.text({spread, y}, "fastest to slowest", kPlanHeadRight);
  y += kPlanRow - 4;
  canvas.line({area.x, y - 3}, {spread, y - 3}, Role::line);
  for (const PlanLine& line : plan_lines(result)) {
    canvas.text({area.x, y}, line.launch, kText);
    canvas.text({kernel, y}, fit_text(canvas, line.kernel, kText, place - kernel - 8), kText);
    canvas.text({place, y}, fit_text(canvas, line.place, kQuiet, time - 100 - place), kQuiet);
    canvas.text({time, y}, line.time, kPlanNumber);
    canvas.text({spread, y}, line.spread, kPlanHeadRight);
    y += kPlanRow;
  }
  return y + 12;
}

float PlanPanel::draw_buffers(PanelContext& context, const Rect& area, const PlanResult& result) {
  Canvas& canvas = context.ui.canvas;
  float y = area.y;
  if (result.buffers.empty()) return y;
  canvas.text({area.x, y}, "Buffers after the last launch", kTitle);
  y += kPlanRow;
  for (const ComparedBuffer& buffer : result.buffers) {
    const bool is_wrong = buffer.different != 0;
    const TextStyle style{Font::text, is_wrong ? Role::costs : Role::ink, Align::left, 13};
    canvas.text({area.x, y}, is_wrong ? "▲" : "✓",
                {Font::text, is_wrong ? Role::costs : Role::good, Align::left, 13});
    canvas.text({area.x + 20, y}, fit_text(canvas, buffer.name, kTitle, 150), kTitle);
    canvas.text({area.x + 180, y}, fit_text(canvas, comparison_text(buffer), style, area.width - 180), style);
    y += kPlanRow;
  }
  return y + 8;
}

void PlanPanel::draw_result(PanelContext& context, const Rect& area, const PlanResult& result) {
  Ui& ui = context.ui;
  float y = scroll_.begin(ui, area);
  const Rect row{area.x, y, area.width - 14, 60};
  if (!result.problem.empty()) {
    y = ui.paragraph({row.x, y, row.width, 160}, result.problem, {Font::text, Role::costs, Align::left, 14}) +
        8;
    if (result.was_held_back) {
      if (ui.button(
              "force-plan", {row.x, y, 130, 30}, "Run anyway",
              "Runs on the device in spite of the warning. If the driver hangs or crashes, only its own "
              "process ends"))
        benchmark_.force_plan();
      y += 40;
    }
  } else {
    const PlanVerdict verdict = plan_verdict(result);
    y = ui.paragraph(row, verdict.text, {Font::text_bold, verdict.role, Align::left, 14}) + 10;
    y = draw_lines(context, {row.x, y, row.width, 0}, result);
    y = draw_buffers(context, {row.x, y, row.width, 0}, result);
    if (!result.note.empty()) y = ui.paragraph({row.x, y, row.width, 200}, result.note, kQuiet) + 6;
  }
  scroll_.end(ui, y);
}

void PlanPanel::draw(PanelContext& context, const Rect& card, const BenchmarkSnapshot& seen) {
  context.ui.card(card);
  const Rect content = inside(card);
  const float y = draw_choices(context, content, seen);
  if (!seen.plan) return;
  context.ui.canvas.text({content.x, y}, fit_text(context.ui.canvas, seen.plan->title, kTitle, content.width),
                         kTitle);
  draw_result(context, {content.x, y + 26, content.width, content.bottom() - y - 26}, *seen.plan);
}

}  // namespace lockstep::gui
