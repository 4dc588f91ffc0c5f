// The measurements that `lockstep bench` is asked to perform: algorithms and host implementations at
// several sizes.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"
#include "core/benchmark_data/benchmark.hpp"

namespace lockstep::cli {

struct BenchChoice {
  RequestOptions request;  // its n contains sizes, as read by size_list.hpp
  std::vector<std::string> ids;
  bool group_is_chosen = false;
  bool force = false;  // despite warnings of the simulator
};

// One request for each algorithm and host implementation; n is not set yet.
Result<std::vector<measure::BenchRequest>> bench_entries(const BenchChoice& choice);

// All requests at every size, with sizes as the outer loop. An open range ends when no request fits any more.
Result<std::vector<measure::BenchRequest>> at_all_sizes(const std::vector<measure::BenchRequest>& entries,
                                                        const std::string& sizes,
                                                        const measure::Device* device);

// --device: one number, several numbers separated by commas, or "all".

struct DeviceNumbers {
  bool all = false;
  std::vector<std::size_t> numbers;
  // Whether arrays are shared, even if only by one device.
  bool is_list() const { return all || numbers.size() > 1; }
};

// Returns a usage error if an item is not a number or is listed twice.
Result<DeviceNumbers> parse_device_numbers(const std::string& text);
// The devices with these numbers, in the order of the list.
Result<std::vector<measure::Device>> find_devices(const DeviceNumbers& numbers,
                                                  const Result<std::vector<measure::Device>>& all);

}  // namespace lockstep::cli
