// One array reduced or scanned by several devices at the same time, a part each (see part_plan.hpp). The
// combined result of every run is checked like the result of one device; there are times only if every run
// passed.
//
// Each device has its own clock, and these cannot be compared. So a part's device time is that of its
// kernels, and what happens between devices (start, waiting, end) is on the host's clock.
#pragma once

#include "core/bench/multi_device/several_timing.hpp"

namespace lockstep::bench {

struct SeveralReport {
  opencl::RunReport::Status status = opencl::RunReport::Status::cancelled;
  std::string reason;  // a sentence unless passed
  CheckResult check;
  std::string note;                     // a quirk of a driver that was worked around to pass
  std::optional<SeveralTiming> timing;  // passed
};

// `whole` is whole_plan() of the parts. A device that fails is named in the error.
Result<SeveralReport> run_on_several(std::span<const PartPlan> parts, const Plan& whole,
                                     const measure::RunOptions& options = {});

}  // namespace lockstep::bench
