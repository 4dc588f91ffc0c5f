#include "core/benchmark_data/device.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::measure {
namespace {

using Json = nlohmann::ordered_json;

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

Device::Kind parse_kind(const std::string& text) {
  using enum Device::Kind;
  for (const Device::Kind kind : {cpu, gpu, accelerator})
    if (name(kind) == text) return kind;
  return other;
}

// Visits each field that is a number or a text in the listing, with its name there.
template <class Visit>
void for_fields(Device& device, Visit visit) {
  visit("index", device.index);
  visit("name", device.name);
  visit("platform", device.platform);
  visit("platform_version", device.platform_version);
  visit("vendor", device.vendor);
  visit("driver", device.driver);
  visit("version", device.version);
  visit("language_version", device.language_version);
  visit("compute_units", device.compute_units);
  visit("clock_mhz", device.clock_mhz);
  visit("max_group_size", device.max_group_size);
  visit("local_bytes", device.local_bytes);
  visit("global_bytes", device.global_bytes);
  visit("max_buffer_bytes", device.max_buffer_bytes);
  visit("cache_bytes", device.cache_bytes);
  visit("warp_width", device.warp_width);
  visit("has_float64", device.has_float64);
  visit("has_int64_atomics", device.has_int64_atomics);
  visit("has_sub_groups", device.has_sub_groups);
  visit("device_atomics", device.device_atomics);
  visit("lacks", device.lacks);
  visit("notes", device.notes);
}

}  // namespace

DeviceLimits Device::limits() const {
  DeviceLimits limits;
  limits.max_group_size = max_group_size;
  limits.local_bytes = local_bytes;
  limits.global_bytes = global_bytes;
  limits.max_buffer_bytes = max_buffer_bytes;
  limits.has_float64 = has_float64;
  limits.warp_width = warp_width == 0 ? 1 : warp_width;
  limits.local_banks = local_banks;
  limits.cache_bytes = cache_bytes;
  limits.compute_units = compute_units;
  limits.device_atomics = device_atomics;
  return limits;
}

std::string_view name(Device::Kind kind) {
  switch (kind) {
    case Device::Kind::cpu:
      return "CPU";
    case Device::Kind::gpu:
      return "GPU";
    case Device::Kind::accelerator:
      return "accelerator";
    case Device::Kind::other:
      break;
  }
  return "other";
}

Result<Device> device_of(std::span<const Device> devices, std::size_t index) {
  if (index < devices.size()) return devices[index];
  return usage_error(
      fmt::format("There is no device {}; this machine has {} (0 to {}), see `lockstep devices`.", index,
                  devices.size(), devices.size() - 1));
}

std::string devices_text(std::span<const Device> devices) {
  std::string text;
  for (const Device& device : devices) text += device_text(device);
  return text;
}

std::string devices_json(std::span<const Device> devices) {
  Json list = Json::array();
  for (const Device& device : devices) list.push_back(device_json(device));
  return json_text(Json{{"devices", std::move(list)}});
}

Json device_json(const Device& device) {
  Json json = Json::object();
  Device copy = device;
  for_fields(copy, [&](const char* field, const auto& value) {
    json[field] = value;
    if (json.size() == 2) json["kind"] = name(device.kind);  // the kind follows the name
  });
  return json;
}

Result<Device> read_device(const Json& json) {
  try {
    Device device;
    for_fields(device, [&](const char* field, auto& value) { json.at(field).get_to(value); });
    device.kind = parse_kind(json.at("kind").get<std::string>());
    return device;
  } catch (const nlohmann::json::exception& error) {
    return usage_error(fmt::format("This is not a device: {}.", json_reason(error)));
  }
}

}  // namespace lockstep::measure
