// What `lockstep bench` was asked to measure: algorithms and host implementations, by sizes.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"
#include "core/benchmark_data/benchmark.hpp"

namespace lockstep::cli {

struct BenchChoice {
  RequestOptions request;  // its n: sizes, as size_list.hpp reads them
  std::vector<std::string> ids;
  bool group_is_chosen = false;
  bool force = false;  // even where the simulator warns
};

// One for each algorithm and host implementation; their n is not known yet.
Result<std::vector<measure::BenchRequest>> bench_entries(const BenchChoice& choice);

// All of them at every size, sizes outermost. An open range ends where none of them fits any more.
Result<std::vector<measure::BenchRequest>> at_all_sizes(const std::vector<measure::BenchRequest>& entries,
                                                        const std::string& sizes,
                                                        const measure::Device* device);

// --device: one number, several with commas between them, or "all".

struct DeviceNumbers {
  bool all = false;
  std::vector<std::size_t> numbers;
  // Whether an array is to be shared, even if by one device.
  bool is_list() const { return all || numbers.size() > 1; }
};

// Usage errors: no number, one twice.
Result<DeviceNumbers> parse_device_numbers(const std::string& text);
// The devices with these numbers, in the order in which they were named.
Result<std::vector<measure::Device>> find_devices(const DeviceNumbers& numbers,
                                                  const Result<std::vector<measure::Device>>& all);

}  // namespace lockstep::cli
