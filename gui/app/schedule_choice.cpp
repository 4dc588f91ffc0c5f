#include "gui/app/schedule_choice.hpp"

#include <algorithm>

namespace lockstep::gui {

std::vector<sim::Schedule> offered_schedules(const sim::Schedule& chosen) {
  using enum sim::ExecutionOrder::Kind;
  std::vector<sim::Schedule> schedules;
  for (const sim::LaneSchedule lanes : {sim::LaneSchedule::lockstep, sim::LaneSchedule::independent})
    for (const auto kind : {fixed, adversarial, random})
      schedules.push_back(
          {lanes, {kind, kind == random ? std::max<std::uint64_t>(1, chosen.order.seed) : 0}});
  if (std::ranges::find(schedules, chosen) == schedules.end()) schedules.push_back(chosen);
  return schedules;
}

std::string schedule_label(const sim::Schedule& schedule) {
  std::string text =
      schedule.lanes == sim::LaneSchedule::lockstep ? "lanes in lockstep" : "each lane by itself";
  switch (schedule.order.kind) {
    case sim::ExecutionOrder::Kind::fixed:
      return text + ", in turn";
    case sim::ExecutionOrder::Kind::adversarial:
      return text + ", in an adversarial order";
    case sim::ExecutionOrder::Kind::random:
      break;
  }
  return text + ", in random order " + std::to_string(schedule.order.seed);
}

std::string_view short_label(const sim::Schedule& schedule) {
  const bool fixed = schedule.order.kind == sim::ExecutionOrder::Kind::fixed;
  if (schedule.lanes == sim::LaneSchedule::independent) return fixed ? "independent" : "independent, mixed";
  if (fixed) return "lockstep";
  return schedule.order.kind == sim::ExecutionOrder::Kind::random ? "random" : "adversarial";
}

}  // namespace lockstep::gui
