// The scene of constant memory. It shows how many passes one access of a warp takes, since only one address
// is served at a time.
#include <fmt/format.h>

#include <bit>

#include "core/base/text/text.hpp"
#include "sim/lab/scenes/access_report.hpp"

namespace lockstep::lab {
namespace {

constexpr std::string_view kNotModelled = "the vendor publishes no rule for constant memory";

std::string constant_sentence(const Access& access, const sim::DeviceModel& model) {
  if (!model.constant)
    return fmt::format("Constant memory of {} is not modelled: {}.", model.name, kNotModelled);
  const sim::ConstantCost& cost = access.detail.constant;
  const auto lanes = static_cast<std::uint64_t>(std::popcount(access.detail.lanes));
  const std::string passes = plural(cost.passes, "pass");
  if (cost.passes == 0) return "No lane reads.";
  if (cost.passes == cost.requests)
    return fmt::format(
        "{} read: {}, because the lanes of {} read the same address, and one broadcast serves them.",
        capitalised(plural(lanes, "lane")), passes, cost.requests == 1 ? "the request" : "each request");
  return fmt::format(
      "{} read: {} one after another, one for each different address; with one address for all lanes, "
      "{} would be enough.",
      capitalised(plural(lanes, "lane")), passes, cost.requests);
}

ReportTable constant_table(const Report& report, const sim::DeviceModel& chosen) {
  ReportTable table;
  table.title = "The same access on all models";
  table.columns = {"model", "lanes", "requests", "passes", "fewest"};
  bool approximate = false;
  std::string others;
  for (const ModelGroup& group : grouped(report, chosen)) {
    const sim::DeviceModel& model = *group.first.model;
    if (!model.constant) {
      others += (others.empty() ? "" : ", ") + group.names;
      continue;
    }
    const Access& access = group.first.accesses.front();
    const sim::ConstantCost& cost = access.detail.constant;
    approximate |= model.constant->approximate;
    table.rows.push_back({{group.names + (model.constant->approximate ? " ~" : ""),
                           std::to_string(std::popcount(access.detail.lanes)), std::to_string(cost.requests),
                           std::to_string(cost.passes), std::to_string(cost.requests)},
                          group.chosen});
  }
  if (approximate) table.note = "~ No exact rule for this model is published. ";
  if (!others.empty()) table.note += fmt::format("Not modelled, because {}: {}.", kNotModelled, others);
  return table;
}

// Returns the settings of the addresses and the lanes. There is no setting for the operation, because
// constant memory is read-only.
std::vector<Setting> constant_settings() {
  std::vector<Setting> settings = lane_settings();
  std::erase_if(settings, [](const Setting& setting) { return setting.name == "op"; });
  return settings;
}

Result<Report> evaluate_constant(const Request& request) {
  Result<Report> report = report_of_access(lane_settings(), request, sim::Space::constant);
  if (!report) return report;
  const Access& access = report->accesses.front();
  report->sentence = constant_sentence(access, *request.model);
  report->tables.push_back(constant_table(*report, *request.model));
  if (!request.model->constant) report->accesses.clear();
  return report;
}

}  // namespace

Scene constant_scene() {
  Scene scene;
  scene.name = "constant";
  scene.title = "Constant memory";
  scene.origin = "Lecture slides on convolution and scan, \"Constant Cache in GPUs\"";
  scene.summary = "One address for all lanes is one broadcast; different addresses are served in turn.";
  scene.settings = constant_settings();
  scene.presets = {
      {"mask", "One coefficient of a mask for all lanes", {{"stride", "0"}}, ""},
      {"two", "Two alternating addresses", {{"index", "l % 2"}}, ""},
      {"halves", "One address for each half-warp", {{"shared-by", "16"}}, ""},
      {"different", "A different address for each lane", {}, ""},
      {"wide", "16 bytes for all lanes", {{"stride", "0"}, {"element-bytes", "16"}}, ""},
  };
  scene.evaluate = [](const Request& request, const std::stop_token&) { return evaluate_constant(request); };
  return scene;
}

}  // namespace lockstep::lab
