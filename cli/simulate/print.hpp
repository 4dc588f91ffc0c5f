// The result of `simulate`: what the kernel printed, the buffers that were asked for, counters, findings.
#pragma once

#include "cli/simulate/job.hpp"
#include "sim/observers/counters.hpp"

namespace lockstep::cli {

void print_simulation_json(const Job& job, const sim::CountedRun& run, const sim::Schedule& schedule);
void print_simulation(const Job& job, const sim::CountedRun& run, const sim::DeviceModel& model,
                      const sim::RunOptions& options);

}  // namespace lockstep::cli
