#include "runtime/objects/platform.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <vector>

#include "core/base/machine_facts.hpp"

namespace lockstep::runtime {
namespace {

constexpr cl_version kFirst = CL_MAKE_VERSION(1, 0, 0);

constexpr std::array kExtensions{
    NamedVersion{"cl_khr_icd", kFirst},
    NamedVersion{"cl_khr_byte_addressable_store", kFirst},
    NamedVersion{"cl_khr_global_int32_base_atomics", kFirst},
    NamedVersion{"cl_khr_global_int32_extended_atomics", kFirst},
    NamedVersion{"cl_khr_local_int32_base_atomics", kFirst},
    NamedVersion{"cl_khr_local_int32_extended_atomics", kFirst},
    NamedVersion{"cl_khr_int64_base_atomics", kFirst},
    NamedVersion{"cl_khr_int64_extended_atomics", kFirst},
    NamedVersion{"cl_khr_fp64", kFirst},
    NamedVersion{"cl_khr_fp16", kFirst},
    NamedVersion{"cl_khr_3d_image_writes", kFirst},
    NamedVersion{"cl_khr_image2d_from_buffer", kFirst},
    NamedVersion{"cl_khr_extended_versioning", kFirst},
    NamedVersion{"cl_khr_subgroups", kFirst},
    NamedVersion{"cl_khr_subgroup_extended_types", kFirst},
    NamedVersion{"cl_khr_subgroup_non_uniform_vote", kFirst},
    NamedVersion{"cl_khr_subgroup_ballot", kFirst},
    NamedVersion{"cl_khr_subgroup_non_uniform_arithmetic", kFirst},
    NamedVersion{"cl_khr_subgroup_shuffle", kFirst},
    NamedVersion{"cl_khr_subgroup_shuffle_relative", kFirst},
    NamedVersion{"cl_khr_subgroup_clustered_reduce", kFirst},
    NamedVersion{"cl_khr_subgroup_rotate", kFirst},
    NamedVersion{"cl_khr_command_buffer", CL_MAKE_VERSION(0, 9, 4)},
};

constexpr std::array kLanguages{
    NamedVersion{"OpenCL C", CL_MAKE_VERSION(1, 0, 0)},
    NamedVersion{"OpenCL C", CL_MAKE_VERSION(1, 1, 0)},
    NamedVersion{"OpenCL C", CL_MAKE_VERSION(1, 2, 0)},
    NamedVersion{"OpenCL C", CL_MAKE_VERSION(3, 0, 0)},
};

// These features must be the same as in the compiler (sim/frontend/preprocess).
constexpr cl_version kThird = CL_MAKE_VERSION(3, 0, 0);
constexpr std::array kFeatures{
    NamedVersion{"__opencl_c_3d_image_writes", kThird},
    NamedVersion{"__opencl_c_atomic_order_acq_rel", kThird},
    NamedVersion{"__opencl_c_atomic_order_seq_cst", kThird},
    NamedVersion{"__opencl_c_atomic_scope_device", kThird},
    NamedVersion{"__opencl_c_fp64", kThird},
    NamedVersion{"__opencl_c_generic_address_space", kThird},
    NamedVersion{"__opencl_c_images", kThird},
    NamedVersion{"__opencl_c_int64", kThird},
    NamedVersion{"__opencl_c_program_scope_global_variables", kThird},
    NamedVersion{"__opencl_c_read_write_images", kThird},
    NamedVersion{"__opencl_c_subgroups", kThird},
    NamedVersion{"__opencl_c_work_group_collective_functions", kThird},
};

const char* variable(const char* name) {
  const char* const value = std::getenv(name);
  return value && *value ? value : nullptr;
}

// The objects are created once and are never destroyed.
struct Devices {
  std::shared_ptr<_cl_platform_id> platform = std::make_shared<_cl_platform_id>();
  std::vector<std::shared_ptr<_cl_device_id>> owned;
  std::vector<cl_device_id> handles;

  Devices() {
    publish(platform);
    const char* const name = variable("LOCKSTEP_MODEL");
    const auto chosen = sim::find_device_model(name ? name : "cc9.0");
    if (chosen) add(**chosen);
    if (name) return;
    for (const sim::DeviceModel& model : sim::device_models())
      if (!chosen || &model != *chosen) add(model);
  }

  void add(const sim::DeviceModel& model) {
    auto device = std::make_shared<_cl_device_id>(model);
    if (const char* const units = variable("LOCKSTEP_COMPUTE_UNITS"))
      device->compute_units = static_cast<cl_uint>(std::clamp(std::atoi(units), 1, 1024));
    handles.push_back(publish(device));
    owned.push_back(std::move(device));
  }
};

const Devices& every_device() {
  static const Devices* const devices = std::make_unique<Devices>().release();
  return *devices;
}

}  // namespace

cl_platform_id platform() { return every_device().platform.get(); }
std::span<const cl_device_id> devices() { return every_device().handles; }

std::vector<cl_device_id> divide(const _cl_device_id& device, cl_uint units_each) {
  struct Parts {
    std::mutex mutex;
    std::vector<std::shared_ptr<_cl_device_id>> owned;
  };
  static Parts* const parts = std::make_unique<Parts>().release();
  const std::lock_guard lock(parts->mutex);
  std::vector<cl_device_id> made;
  for (cl_uint i = 0; i < device.compute_units / units_each; ++i) {
    auto part = std::make_shared<_cl_device_id>(device.model);
    part->compute_units = units_each;
    part->parent = const_cast<cl_device_id>(&device);
    made.push_back(publish(part));
    parts->owned.push_back(std::move(part));
  }
  return made;
}

// OpenCL requires that a buffer of 128 MiB can be created.
cl_ulong global_bytes() {
  constexpr cl_ulong kLeast = cl_ulong{512} << 20;
  static const cl_ulong bytes = std::max<cl_ulong>(total_memory_bytes() / 2, kLeast);
  return bytes;
}
cl_ulong max_buffer_bytes() { return global_bytes() / 2; }

Outcome<std::span<const cl_device_id>> devices_of_type(cl_device_type type) {
  constexpr cl_device_type kKnown = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                    CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
  if (type == CL_DEVICE_TYPE_ALL || (type & ~kKnown) == 0) {
    if ((type & CL_DEVICE_TYPE_GPU) != 0) return devices();
    if ((type & CL_DEVICE_TYPE_DEFAULT) != 0) return devices().first(1);
    if (type != 0)
      return refuse(CL_DEVICE_NOT_FOUND, "Lockstep's devices are of type GPU (CL_DEVICE_TYPE_GPU)");
  }
  return refuse(CL_INVALID_DEVICE_TYPE, std::to_string(type) + " is not a device type");
}

std::span<const NamedVersion> extensions() { return kExtensions; }

std::string extension_names() {
  std::string names;
  for (const NamedVersion& extension : kExtensions)
    names += (names.empty() ? "" : " ") + std::string(extension.name);
  return names;
}

std::span<const NamedVersion> opencl_c_versions(const _cl_device_id& device) {
  return std::span(kLanguages).first(device.is_version_3() ? 4 : 3);
}

std::span<const NamedVersion> opencl_c_features(const _cl_device_id& device) {
  return std::span(kFeatures).first(device.is_version_3() ? kFeatures.size() : 0);
}

std::vector<cl_name_version> name_versions(std::span<const NamedVersion> list) {
  std::vector<cl_name_version> result;
  for (const NamedVersion& entry : list) {
    cl_name_version named{entry.version, {}};
    std::string_view(entry.name).copy(named.name, CL_NAME_VERSION_MAX_NAME_SIZE - 1);
    result.push_back(named);
  }
  return result;
}

}  // namespace lockstep::runtime

_cl_device_id::_cl_device_id(const lockstep::sim::DeviceModel& device_model)
    : Object(kKind), model(device_model) {}
