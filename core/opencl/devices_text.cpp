#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/json.hpp"
#include "core/base/text.hpp"
#include "core/measure/request_json.hpp"
#include "core/opencl/devices.hpp"

namespace lockstep::opencl {
namespace {

std::string device_text(const Device& device) {
  std::string text = fmt::format("{}  {} ({})\n", device.index, device.name, name(device.kind));
  const auto row = [&](std::string_view label, std::string_view value) {
    text += fmt::format("   {:<12} {}\n", label, value);
  };
  row("platform", fmt::format("{}, {}", device.platform, device.platform_version));
  row("driver", device.driver);
  row("version", fmt::format("{}; {}", device.version, device.language_version));
  row("units", fmt::format("{} compute units at {} MHz", device.compute_units, device.clock_mhz));
  row("work-group", fmt::format("up to {} work-items{}", device.max_group_size,
                                device.warp_width ? fmt::format(", {} in lockstep", device.warp_width) : ""));
  row("memory", fmt::format("{} global, {} at most for one buffer, {} local, {} cache",
                            bytes_text(device.global_bytes), bytes_text(device.max_buffer_bytes),
                            bytes_text(device.local_bytes), bytes_text(device.cache_bytes)));
  for (const std::string& sentence : device.lacks) row("lacks", sentence);
  for (const std::string& sentence : device.notes) row("quirk", sentence);
  return text;
}

}  // namespace

std::string devices_text(std::span<const Device> devices) {
  std::string text;
  for (const Device& device : devices) text += device_text(device);
  return text;
}

std::string devices_json(std::span<const Device> devices) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const Device& device : devices) list.push_back(device_json(device));
  return json_text({{"devices", std::move(list)}});
}

}  // namespace lockstep::opencl
