// The scene of coalescing. It shows which aligned segments of global memory one access of a warp touches.
#include <fmt/format.h>

#include <bit>

#include "core/base/text/text.hpp"
#include "sim/lab/scenes/access_report.hpp"

namespace lockstep::lab {
namespace {

std::string coalescing_sentence(const Access& access, const sim::DeviceModel& model) {
  const auto lanes = static_cast<std::uint64_t>(std::popcount(access.detail.lanes));
  std::string text = fmt::format("{} {} {} {}: {}, {} moved", plural(lanes, "lane"),
                                 access.detail.kind == sim::AccessKind::load ? "request" : "write",
                                 plural(access.bytes_asked, "byte"),
                                 access.bytes_used == access.bytes_asked
                                     ? std::string()
                                     : fmt::format("({} different ones)", count_text(access.bytes_used)),
                                 transactions_text(access, model), plural(access.bytes_moved, "byte"));
  while (text.find(" :") != std::string::npos) text.erase(text.find(" :"), 1);
  if (access.bytes_used < access.bytes_moved)
    text += fmt::format(", of which {} are used ({})", count_text(access.bytes_used),
                        share_text(access.bytes_used, access.bytes_moved));
  return text + ".";
}

ReportTable coalescing_table(const Report& report, const sim::DeviceModel& chosen) {
  ReportTable table;
  table.title = "The same access on all models";
  table.columns = {"model", "lanes", "transactions", "bytes moved", "used"};
  bool approximate = false;
  for (const ModelGroup& group : grouped(report, chosen)) {
    const Access& access = group.first.accesses.front();
    const bool is_approximate = group.first.model->global.approximate;
    approximate |= is_approximate;
    table.rows.push_back(
        {{group.names + (is_approximate ? " ~" : ""), std::to_string(std::popcount(access.detail.lanes)),
          transactions_text(access, *group.first.model), count_text(access.bytes_moved),
          share_text(access.bytes_used, access.bytes_moved)},
         group.chosen});
  }
  if (approximate) table.note = "~ No exact rule for this model is published.";
  return table;
}

Result<Report> evaluate_coalescing(const std::vector<Setting>& settings, const Request& request) {
  Result<Report> report = report_of_access(settings, request, sim::Space::global);
  if (!report) return report;
  report->sentence = coalescing_sentence(report->accesses.front(), *request.model);
  report->tables.push_back(coalescing_table(*report, *request.model));
  return report;
}

}  // namespace

Scene coalescing_scene() {
  Scene scene;
  scene.name = "coalescing";
  scene.title = "Coalescing";
  scene.origin = "GPU-computing assignment on reduction and scan, figure 1";
  scene.summary = "Which aligned segments of global memory one access of a warp touches.";
  scene.settings = lane_settings();
  const std::string half = "0-15";
  scene.presets = {
      {"figure-1a", "Figure 1 (a): aligned, a half-warp", {{"active", half}}, "cc1.2"},
      {"figure-1b", "Figure 1 (b): not aligned", {{"active", half}, {"offset", "4"}}, "cc1.2"},
      {"figure-1c", "Figure 1 (c): stride 2", {{"active", half}, {"stride", "2"}}, "cc1.2"},
      {"figure-1d", "Figure 1 (d): stride 3", {{"active", half}, {"stride", "3"}}, "cc1.2"},
      {"swapped", "Neighbours exchanged", {{"order", "swapped"}}, ""},
      {"misaligned", "One element off", {{"offset", "1"}}, ""},
      {"columns", "A column of a 32 × 32 matrix", {{"stride", "32"}}, ""},
      {"broadcast", "All lanes read one element", {{"stride", "0"}}, ""},
  };
  scene.evaluate = [settings = scene.settings](const Request& request, const std::stop_token&) {
    return evaluate_coalescing(settings, request);
  };
  return scene;
}

}  // namespace lockstep::lab
