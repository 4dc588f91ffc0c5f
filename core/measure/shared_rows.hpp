// Rows of arrays that several devices share, beside rows of each of these devices alone.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/measure/benchmark.hpp"

namespace lockstep::opencl {

// Every kernel's array is shared by the devices; where `alone` is set and there are several, each of them has
// it alone first. Other ways stay as they are.
std::vector<BenchRequest> shared_requests(std::span<const BenchRequest> requests,
                                          std::span<const Device> devices, Split split, bool alone);

// How many times as fast as the fastest of its devices alone: by the host's clock, among `rows` of the same
// request. None where there is no such row.
struct SpeedUp {
  double factor = 0;
  std::size_t device_index = 0;  // which was the fastest
};
std::optional<SpeedUp> speed_up_by_sharing(const BenchRow& row, std::span<const BenchRow> rows);

// "1.93 times as fast as device 0 alone."; "" where that is not known.
std::string speed_up_text(const BenchRow& row, std::span<const BenchRow> rows);

}  // namespace lockstep::opencl
