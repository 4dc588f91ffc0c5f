// How fast a device is on its own part, measured to decide how long the part should be.
#pragma once

#include <stop_token>

#include "core/bench/row/request_plan.hpp"

namespace lockstep::bench {

struct MeasuredSpeed {
  double elements_per_ns = 1;
  double scan_per_read = 2;  // the time of a scan, relative to that of the reduction that finds its total
};

// A few runs on n elements; for a scan, on request, also of that reduction. The ratio is kept between 1 and
// 8: it means nothing where launches take most of the time.
Result<MeasuredSpeed> measure_speed(const measure::Device& device, const measure::BenchRequest& request,
                                    std::uint64_t n, bool with_reduction, const std::stop_token& stop);

}  // namespace lockstep::bench
