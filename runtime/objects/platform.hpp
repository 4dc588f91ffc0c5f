// The only platform, and its devices: one device for each device model, or only the device that
// LOCKSTEP_MODEL names. They exist until the process ends.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/objects/object.hpp"
#include "runtime/objects/outcome.hpp"
#include "sim/device_models/device_model.hpp"

struct _cl_platform_id : lockstep::runtime::Object {
  static constexpr Kind kKind = Kind::platform;
  _cl_platform_id() : Object(kKind) {}
};

struct _cl_device_id : lockstep::runtime::Object {
  static constexpr Kind kKind = Kind::device;
  explicit _cl_device_id(const lockstep::sim::DeviceModel& device_model);

  const lockstep::sim::DeviceModel& model;
  cl_uint compute_units = 1;
  cl_device_id parent = nullptr;  // for a part of a device
  // OpenCL 3.0 requires 32 KiB of local memory; a model with less is a device of version 1.2.
  bool is_version_3() const { return model.local_bytes >= 32 * 1024; }
};

namespace lockstep::runtime {

cl_platform_id platform();
std::span<const cl_device_id> devices();  // the first device is the default

// Divides a device into parts with this number of compute units; a remainder is unused. The parts exist until
// the process ends, too.
std::vector<cl_device_id> divide(const _cl_device_id& device, cl_uint units_each);

// CL_DEVICE_NOT_FOUND if no device has this type.
Outcome<std::span<const cl_device_id>> devices_of_type(cl_device_type type);

// Limits of all devices, derived from this machine, not from a model: half of its memory in total; a quarter
// for a single buffer.
cl_ulong global_bytes();
cl_ulong max_buffer_bytes();
inline constexpr std::size_t kBaseAlignment = 128;  // bytes: long16
inline constexpr std::size_t kMaxParameterBytes = 4096;

// A name in the queries, with its version.
struct NamedVersion {
  const char* name;
  cl_version version;
};
std::span<const NamedVersion> extensions();
std::string extension_names();  // separated by blanks
std::span<const NamedVersion> opencl_c_versions(const _cl_device_id& device);
std::span<const NamedVersion> opencl_c_features(const _cl_device_id& device);

// For queries with "WITH_VERSION".
std::vector<cl_name_version> name_versions(std::span<const NamedVersion> list);

}  // namespace lockstep::runtime
