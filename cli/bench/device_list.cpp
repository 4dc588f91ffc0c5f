#include "cli/bench/device_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "core/base/sizes.hpp"

namespace lockstep::cli {

Result<DeviceNumbers> parse_device_numbers(const std::string& text) {
  DeviceNumbers devices;
  devices.all = text == "all";
  if (devices.all) return devices;
  std::istringstream list(text + ",");  // so that an empty end is seen
  for (std::string word; std::getline(list, word, ',');) {
    const Result<std::uint64_t> number = parse_size(word);
    if (!number)
      return usage_error(fmt::format(
          "--device {}: give a number as `lockstep devices` lists them, several with commas (0,1), or all.",
          text));
    if (std::ranges::find(devices.numbers, *number) != devices.numbers.end())
      return usage_error(
          fmt::format("--device {}: device {} is there twice; name each once.", text, *number));
    devices.numbers.push_back(*number);
  }
  return devices;
}

Result<std::vector<opencl::Device>> find_devices(const DeviceNumbers& numbers,
                                                 const Result<std::vector<opencl::Device>>& all) {
  if (!all || numbers.all) return all;
  std::vector<opencl::Device> devices;
  for (const std::size_t number : numbers.numbers) {
    auto device = opencl::device_of(*all, number);
    if (!device) return tl::unexpected(device.error());
    devices.push_back(std::move(*device));
  }
  return devices;
}

}  // namespace lockstep::cli
