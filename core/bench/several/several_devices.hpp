// One array reduced or scanned by several devices at the same time, a part each (part_plan.hpp says how). The
// combined result of every run is checked, as the result of one device is; only where every run passed are
// there times.
//
// Devices have clocks of their own that cannot be compared. So a part's device time is its kernels' own, and
// what happens between devices (start, waiting, end) is on the host's clock.
#pragma once

#include "core/bench/several/part_run.hpp"

namespace lockstep::opencl {

struct SeveralTiming {
  unsigned runs = 0;
  Spread device_ns;  // of each run, the part whose kernels took longest
  Spread span_ns;    // likewise
  Spread gap_ns;     // likewise: of its span, what no kernel ran in, waiting included
  Spread host_ns;    // from the common start until the combined result is known
  std::vector<PartTiming> parts;
};

struct SeveralReport {
  RunReport::Status status = RunReport::Status::cancelled;
  std::string reason;  // a sentence unless passed
  CheckResult check;
  std::string note;                     // a quirk of a driver that was worked around to pass
  std::optional<SeveralTiming> timing;  // passed
};

// `whole` is whole_plan() of the parts. A device that fails is named in the error.
Result<SeveralReport> run_on_several(std::span<const PartPlan> parts, const Plan& whole,
                                     const RunOptions& options = {});

// Of runs that were right. Nothing here asks a device.
SeveralTiming summarise(const std::vector<std::vector<PartTime>>& runs,
                        const std::vector<std::uint64_t>& combining_ns);

}  // namespace lockstep::opencl
