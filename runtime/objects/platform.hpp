// The only platform and its devices. There is one device for each device model, or only the device that
// LOCKSTEP_MODEL names. All of them exist until the process ends.
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
  cl_device_id parent = nullptr;  // the divided device, for a part of a device
  // Whether the device supports OpenCL 3.0, which requires 32 KiB of local memory. A device of a model with
  // less local memory has version 1.2.
  bool is_version_3() const { return model.local_bytes >= 32 * 1024; }
};

namespace lockstep::runtime {

cl_platform_id platform();
std::span<const cl_device_id> devices();  // the first device is the default

// Divides a device into parts with this number of compute units; remaining compute units are unused. The
// parts also exist until the process ends.
std::vector<cl_device_id> divide(const _cl_device_id& device, cl_uint units_each);

// Returns the devices of this type; CL_DEVICE_NOT_FOUND if there are none.
Outcome<std::span<const cl_device_id>> devices_of_type(cl_device_type type);

// The limits of all devices. They are derived from the machine, not from a model: half of the machine's
// memory in total, and a quarter for a single buffer.
cl_ulong global_bytes();
cl_ulong max_buffer_bytes();
inline constexpr std::size_t kBaseAlignment = 128;  // in bytes: the size of long16
inline constexpr std::size_t kMaxParameterBytes = 4096;

// A name in the answer to a query, with its version.
struct NamedVersion {
  const char* name;
  cl_version version;
};
std::span<const NamedVersion> extensions();
std::string extension_names();  // separated by blanks
std::span<const NamedVersion> opencl_c_versions(const _cl_device_id& device);
std::span<const NamedVersion> opencl_c_features(const _cl_device_id& device);

// Returns the answer to a query whose name ends with "WITH_VERSION".
std::vector<cl_name_version> name_versions(std::span<const NamedVersion> list);

}  // namespace lockstep::runtime
