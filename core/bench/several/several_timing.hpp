// From the moments at which each part of each run began, waited and ended to the times of the whole.
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

// Of runs that were right. Nothing here asks a device.
SeveralTiming summarise(const std::vector<std::vector<PartTime>>& runs,
                        const std::vector<std::uint64_t>& combining_ns);

}  // namespace lockstep::opencl
