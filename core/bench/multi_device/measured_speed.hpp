// Measures the speed of a device alone, which determines the length of its part.
#pragma once

#include <stop_token>

#include "core/bench/row/request_plan.hpp"

namespace lockstep::bench {

struct MeasuredSpeed {
  double elements_per_ns = 1;
  double scan_per_read = 2;  // the time of a scan relative to that of the reduction that computes its total
};

// Runs n elements a few times. If `with_reduction` is set, also runs the reduction that computes the total of
// a scan's part, for scan_per_read. This ratio is limited to 1 to 8, because it has no meaning if launches
// take most of the time.
Result<MeasuredSpeed> measure_speed(const measure::Device& device, const measure::BenchRequest& request,
                                    std::uint64_t n, bool with_reduction, const std::stop_token& stop);

}  // namespace lockstep::bench
