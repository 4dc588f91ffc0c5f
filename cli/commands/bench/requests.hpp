// Creates the requests for measurements of `lockstep bench`: algorithms and host implementations at
// several sizes.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"
#include "core/benchmark_data/benchmark.hpp"

namespace lockstep::cli {

struct BenchChoice {
  RequestOptions request;  // the text of n is a list of sizes (size_list.hpp)
  std::vector<std::string> ids;
  bool group_is_chosen = false;
  bool force = false;  // run kernels despite warnings of the simulator
};

// Returns one request for each algorithm and host implementation. n is not set yet.
Result<std::vector<measure::BenchRequest>> bench_entries(const BenchChoice& choice);

// Returns all requests at every size, ordered by size. A range without an end extends to the largest size at
// which a request fits.
Result<std::vector<measure::BenchRequest>> at_all_sizes(const std::vector<measure::BenchRequest>& entries,
                                                        const std::string& sizes,
                                                        const measure::Device* device);

// The option --device: one number, several numbers separated by commas, or "all".

struct DeviceNumbers {
  bool all = false;
  std::vector<std::size_t> numbers;
  // Returns true if devices share arrays. "all" is a list even if there is only one device.
  bool is_list() const { return all || numbers.size() > 1; }
};

// Returns a usage error if an item is not a number or is listed twice.
Result<DeviceNumbers> parse_device_numbers(const std::string& text);
// Returns the devices with these numbers, in the order of the numbers.
Result<std::vector<measure::Device>> find_devices(const DeviceNumbers& numbers,
                                                  const Result<std::vector<measure::Device>>& all);

}  // namespace lockstep::cli
