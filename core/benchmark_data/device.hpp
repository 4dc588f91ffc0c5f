// A device as plain values: its name and properties as described by a driver. No driver is called here;
// core/opencl/devices.hpp lists the devices of this machine.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/catalogue/algorithm.hpp"

namespace lockstep::measure {

struct Device {
  enum class Kind : std::uint8_t { cpu, gpu, accelerator, other };
  std::size_t index = 0;  // the number for --device, counted over all platforms
  std::string name;
  Kind kind = Kind::other;
  std::string platform;
  std::string platform_version;
  std::string vendor;
  std::string driver;
  std::string version;           // "OpenCL 3.0 CUDA"
  std::string language_version;  // "OpenCL C 1.2"
  std::uint64_t compute_units = 0;
  std::uint64_t clock_mhz = 0;
  std::uint64_t max_group_size = 0;
  std::uint64_t local_bytes = 0;
  std::uint64_t global_bytes = 0;
  std::uint64_t max_buffer_bytes = 0;
  std::uint64_t cache_bytes = 0;
  unsigned warp_width = 0;    // 0 if the driver does not report it
  unsigned local_banks = 32;  // banks of local memory, 4 bytes wide: by vendor and generation
  bool has_float64 = false;
  bool has_int64_atomics = false;
  bool has_sub_groups = false;
  std::string device_atomics;      // see DeviceLimits
  std::vector<std::string> lacks;  // one sentence each
  std::vector<std::string> notes;  // driver defects that are worked around

  // The driver's handles, valid only in the process that listed the device, until it ends.
  void* platform_handle = nullptr;
  void* device_handle = nullptr;

  DeviceLimits limits() const;
};

std::string_view name(Device::Kind kind);

// Returns the device with this number; a usage error if the list does not contain it.
Result<Device> device_of(std::span<const Device> devices, std::size_t index);

std::string devices_text(std::span<const Device> devices);
std::string devices_json(std::span<const Device> devices);

nlohmann::ordered_json device_json(const Device& device);
// Reads a device without the driver's handles, which are invalid in another process.
Result<Device> read_device(const nlohmann::ordered_json& json);

}  // namespace lockstep::measure
