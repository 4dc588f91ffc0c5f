// Computes the times of the whole from the moments at which each part of each run began, waited and ended.
#pragma once

#include "core/bench/several/part_run.hpp"

namespace lockstep::opencl {

struct SeveralTiming {
  unsigned runs = 0;
  Spread device_ns;  // of each run, the part whose kernels took longest
  Spread span_ns;    // likewise
  Spread gap_ns;     // likewise: the part of its span in which no kernel ran, waiting included
  Spread host_ns;    // from the common start until the combined result is known
  std::vector<PartTiming> parts;
};

// For runs with correct results. No device is used here.
SeveralTiming summarise(const std::vector<std::vector<PartTime>>& runs,
                        const std::vector<std::uint64_t>& combining_ns);

}  // namespace lockstep::opencl
