#include "sim/lab/scenes/kernels_of_scene.hpp"

#include <fmt/format.h>

#include "core/base/text/text.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/predicted_times/cost_model.hpp"

namespace lockstep::lab {
namespace {

ReportTable::Row row_of(const Algorithm& algorithm, const std::vector<sim::LaunchWork>& launches,
                        double array_bytes, const sim::DeviceRates& rates) {
  const sim::LaunchWork work = sim::sum_of(launches);
  const auto text = [](double value) { return count_text(static_cast<std::uint64_t>(value)); };
  return {
      {algorithm.id, text(work.requests), text(work.transactions), text(work.bytes), text(work.local_passes),
       text(work.local_conflicts), time_text(sim::predict_time(launches, rates, array_bytes).total())},
      false};
}

}  // namespace

std::vector<const Algorithm*> kernels_of_scene(std::string_view scene) {
  std::vector<const Algorithm*> kernels;
  for (const Algorithm& algorithm : patterns())
    if (algorithm.lab_scene == scene) kernels.push_back(&algorithm);
  return kernels;
}

Result<Plan> plan_of(const Algorithm& algorithm, PlanRequest request, const sim::DeviceModel& model) {
  request.limits = sim::limits_of(model);
  const Result<KernelSource> source = load_kernel(algorithm, "");
  if (!source) return tl::unexpected(source.error());
  return make_plan(algorithm, request, *source);
}

Result<ReportTable> count_kernels(std::string_view scene, const PlanRequest& request,
                                  const sim::DeviceModel& model, const std::stop_token& stop) {
  ReportTable table;
  table.columns = {"kernel",       "global requests", model.global.unit + "s", "bytes moved",
                   "local passes", "bank conflicts",  "predicted time"};
  const double array_bytes = static_cast<double>(request.n * size_bytes(request.type));
  for (const Algorithm* algorithm : kernels_of_scene(scene)) {
    const Result<Plan> plan = plan_of(*algorithm, request, model);
    if (!plan) {
      table.rows.push_back({{algorithm->id, plan.error().message}, false});
      continue;
    }
    const auto work = sim::count_work(*plan, model, stop);
    if (!work) return tl::unexpected(work.error());
    table.rows.push_back(row_of(*algorithm, *work, array_bytes, model.rates));
  }
  table.note = fmt::format("The time is predicted by the rates of {}: {}.", model.rates.product,
                           sim::rates_text(model.rates));
  return table;
}

}  // namespace lockstep::lab
