// The scene of bank conflicts. It shows in how many passes local memory serves one access of a warp.
#include <fmt/format.h>

#include <bit>

#include "core/base/text/text.hpp"
#include "sim/lab/scenes/access_report.hpp"

namespace lockstep::lab {
namespace {

std::string passes_text(const Access& access) {
  const sim::LocalCost& cost = access.detail.local;
  if (cost.wavefronts == cost.minimum) return plural(cost.wavefronts, "pass") + ", no conflict";
  return fmt::format("{}, but {} without a conflict", plural(cost.wavefronts, "pass"), cost.minimum);
}

std::string banks_sentence(const Access& access, const sim::DeviceModel& model) {
  const auto lanes = static_cast<std::uint64_t>(std::popcount(access.detail.lanes));
  const sim::LocalCost& cost = access.detail.local;
  std::string text = fmt::format("{} on {} banks of {} bytes: {}", plural(lanes, "lane"), model.local.banks,
                                 model.local.bank_bytes, passes_text(access));
  if (cost.degree > 1)
    text += fmt::format("; the busiest bank serves {} lanes one after another ({}-way conflict)", cost.degree,
                        cost.degree);
  return text + ".";
}

ReportTable banks_table(const Report& report, const sim::DeviceModel& chosen) {
  ReportTable table;
  table.title = "The same access on all models";
  table.columns = {"model", "lanes", "banks", "passes", "fewest", "conflict"};
  bool approximate = false;
  for (const ModelGroup& group : grouped(report, chosen)) {
    const Access& access = group.first.accesses.front();
    const sim::LocalCost& cost = access.detail.local;
    const sim::LocalRule& rule = group.first.model->local;
    approximate |= rule.approximate;
    table.rows.push_back(
        {{group.names + (rule.approximate ? " ~" : ""), std::to_string(std::popcount(access.detail.lanes)),
          fmt::format("{} of {} bytes", rule.banks, rule.bank_bytes), std::to_string(cost.wavefronts),
          std::to_string(cost.minimum), cost.degree > 1 ? fmt::format("{}-way", cost.degree) : "none"},
         group.chosen});
  }
  if (approximate) table.note = "~ No exact rule for this model is published.";
  return table;
}

Result<Report> evaluate_banks(const std::vector<Setting>& settings, const Request& request) {
  Result<Report> report = report_of_access(settings, request, sim::Space::local);
  if (!report) return report;
  report->sentence = banks_sentence(report->accesses.front(), *request.model);
  report->tables.push_back(banks_table(*report, *request.model));
  return report;
}

}  // namespace

Scene banks_scene() {
  Scene scene;
  scene.name = "banks";
  scene.title = "Banks";
  scene.origin = "GPU-computing assignment on reduction and scan, figure 2";
  scene.summary = "The number of passes in which local memory serves one access of a warp.";
  scene.settings = lane_settings();
  scene.presets = {
      {"figure-2a", "Figure 2 (a): stride 1", {}, ""},
      {"figure-2b", "Figure 2 (b): stride 2", {{"stride", "2"}}, ""},
      {"figure-2c", "Figure 2 (c): stride 3", {{"stride", "3"}}, ""},
      {"figure-2d", "Figure 2 (d): a permutation", {{"order", "permuted"}}, ""},
      {"figure-2e", "Figure 2 (e): some share a word", {{"index", "5 if l in (3, 4, 6, 7, 9) else l"}}, ""},
      {"figure-2f", "Figure 2 (f): all read one word", {{"stride", "0"}}, ""},
      {"column", "A column of a 32 × 32 tile", {{"stride", "32"}}, ""},
      {"padded-column", "The same, padded", {{"stride", "32"}, {"padding", "1"}}, ""},
      {"atomic", "All update one word", {{"stride", "0"}, {"op", "atom"}}, ""},
  };
  scene.evaluate = [settings = scene.settings](const Request& request, const std::stop_token&) {
    return evaluate_banks(settings, request);
  };
  return scene;
}

}  // namespace lockstep::lab
