// --schedule and --order: what the simulated device may choose.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "core/base/result.hpp"
#include "sim/machine/schedule.hpp"

namespace lockstep::cli {

struct ScheduleOptions {
  std::string lanes = "lockstep";
  std::string order = "fixed";

  void add_to(CLI::App& app);
};

Result<sim::Schedule> parse_schedule(const ScheduleOptions& options);

// " · independent lanes · order random:7"; "" for lockstep and the fixed order.
std::string schedule_text(const sim::Schedule& schedule);
// Why counters are missing; "" in lockstep.
std::string schedule_note(const sim::Schedule& schedule);

}  // namespace lockstep::cli
