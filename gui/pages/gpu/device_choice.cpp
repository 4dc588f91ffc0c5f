#include "gui/pages/gpu/device_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::gui {

std::vector<std::string> device_keys(const std::vector<opencl::Device>& devices) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const auto before = std::ranges::count(devices.begin(), devices.begin() + static_cast<std::ptrdiff_t>(i),
                                           devices[i].name, &opencl::Device::name);
    keys.push_back(before == 0 ? devices[i].name : fmt::format("{} ({})", devices[i].name, before + 1));
  }
  return keys;
}

const opencl::Device* chosen_device(const std::vector<opencl::Device>& devices, const std::string& key) {
  const std::vector<std::string> keys = device_keys(devices);
  for (std::size_t i = 0; i < devices.size(); ++i)
    if (keys[i] == key) return &devices[i];
  return devices.empty() ? nullptr : &devices.front();
}

std::vector<opencl::Device> sharing_devices(const std::vector<opencl::Device>& devices,
                                            const BenchmarkChoice& choice) {
  const std::vector<std::string> keys = device_keys(devices);
  std::vector<opencl::Device> sharing;
  for (std::size_t i = 0; i < devices.size(); ++i)
    if (std::ranges::find(choice.shared_by, keys[i]) != choice.shared_by.end()) sharing.push_back(devices[i]);
  return sharing;
}

void toggle_sharing(BenchmarkChoice& choice, const std::string& key) {
  if (std::erase(choice.shared_by, key) == 0 || choice.shared_by.empty()) choice.shared_by.push_back(key);
}

}  // namespace lockstep::gui
