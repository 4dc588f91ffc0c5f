// Several devices reduce or scan one array at the same time, one part each (see part_plan.hpp). The combined
// result of every run is checked like the result of one device; times are reported only if every run passed.
//
// Each device has its own clock, and these clocks cannot be compared. Therefore a part's device time is the
// time of its kernels, and events between devices (start, waiting, end) are timed by the host's clock.
#pragma once

#include "core/bench/multi_device/several_timing.hpp"

namespace lockstep::bench {

struct SeveralReport {
  opencl::RunReport::Status status = opencl::RunReport::Status::cancelled;
  std::string reason;  // a sentence; empty if all runs passed
  CheckResult check;
  std::string note;                     // the driver defect that had to be worked around
  std::optional<SeveralTiming> timing;  // present if all runs passed
};

// Runs the parts. `whole` is whole_plan() of the parts. An Error names the device that failed.
Result<SeveralReport> run_on_several(std::span<const PartPlan> parts, const Plan& whole,
                                     const measure::RunOptions& options = {});

}  // namespace lockstep::bench
