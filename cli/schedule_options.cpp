#include "cli/schedule_options.hpp"

#include <fmt/format.h>

namespace lockstep::cli {

void ScheduleOptions::add_to(CLI::App& app) {
  app.add_option("--schedule", lanes,
                 "Lanes of a warp: lockstep, or independent (each goes by itself up to the next barrier, "
                 "as devices since Volta may do)")
      ->capture_default_str();
  app.add_option("--order", order,
                 "Order of warps and work-groups: fixed, random:SEED, or adversarial (chosen to expose what "
                 "depends on it)")
      ->capture_default_str();
}

Result<sim::Schedule> parse_schedule(const ScheduleOptions& options) {
  const Result<sim::LaneSchedule> lanes = sim::parse_lane_schedule(options.lanes);
  if (!lanes) return tl::unexpected(lanes.error());
  const Result<sim::ExecutionOrder> order = sim::parse_execution_order(options.order);
  if (!order) return tl::unexpected(order.error());
  return sim::Schedule{*lanes, *order};
}

std::string schedule_text(const sim::Schedule& schedule) {
  std::string text;
  if (schedule.lanes == sim::LaneSchedule::independent) text += " · independent lanes";
  if (schedule.order != sim::ExecutionOrder{}) text += fmt::format(" · order {}", to_string(schedule.order));
  return text;
}

std::string schedule_note(const sim::Schedule& schedule) {
  if (schedule.lanes == sim::LaneSchedule::lockstep) return {};
  return "Independent lanes execute nothing as a warp: what a warp costs is counted in lockstep only.\n";
}

}  // namespace lockstep::cli
