// Which OpenCL devices there are and what each can do. No loader, no platform and no device are normal
// states, each with a sentence that says what to install.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/catalogue/algorithm.hpp"

namespace lockstep::opencl {

struct Device {
  enum class Kind : std::uint8_t { cpu, gpu, accelerator, other };
  std::size_t index = 0;  // what --device takes: counted over all platforms
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
  unsigned warp_width = 0;  // 0 where the driver does not tell
  bool has_float64 = false;
  bool has_int64_atomics = false;
  bool has_sub_groups = false;
  std::string device_atomics;      // see DeviceLimits
  std::vector<std::string> lacks;  // one sentence each
  std::vector<std::string> notes;  // quirks that are worked around

  // The driver's handles; they live as long as the process.
  void* platform_handle = nullptr;
  void* device_handle = nullptr;

  DeviceLimits limits() const;
};

// Slow the first time (drivers load); call it off the interface's thread. An error when there is nothing to
// list.
Result<std::vector<Device>> list_devices();
Result<Device> find_device(std::size_t index);
// A usage error where the list has no such number.
Result<Device> device_of(std::span<const Device> devices, std::size_t index);
// One that another process has listed, in this one's list.
Result<Device> find_again(const Device& device);

// Whether a device with these extensions, as it lists them, has the types atomic_long and atomic_ulong: they
// need two (OpenCL C 3.0, 6.15.12.6).
bool has_int64_atomics(std::string_view extensions);

std::string_view name(Device::Kind kind);
std::string devices_text(std::span<const Device> devices);
std::string devices_json(std::span<const Device> devices);

}  // namespace lockstep::opencl
