// Computes the times of the whole array from the times at which each part of each run began,
// waited and ended.
#pragma once

#include "core/bench/multi_device/part_run.hpp"

namespace lockstep::bench {

struct SeveralTiming {
  unsigned runs = 0;
  measure::Spread device_ns;  // in each run, the longest time of a part's kernels
  measure::Spread span_ns;    // in each run, the longest span of a part
  measure::Spread gap_ns;     // in each run, the longest time without a kernel in a part's span
  measure::Spread host_ns;    // from the common start until the combined result is known
  std::vector<measure::PartTiming> parts;
};

// Summarises the times of runs with correct results. Does not use the devices.
SeveralTiming summarise(const std::vector<std::vector<PartTime>>& runs,
                        const std::vector<std::uint64_t>& combining_ns);

}  // namespace lockstep::bench
