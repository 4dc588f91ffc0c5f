// Queries the properties of devices. If a driver does not support a query, the field stays empty, so that one
// unusual device does not make the listing fail.
#include "core/opencl/devices.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/dynamic_library.hpp"
#include "core/base/shortage.hpp"
#include "core/base/text/text.hpp"
#include "core/opencl/driver/cl.hpp"
#include "core/opencl/driver/errors.hpp"
#include "core/opencl/driver/loader.hpp"
#include "core/opencl/driver/quirks.hpp"

namespace lockstep::opencl {
namespace {

// Constants of extensions and of OpenCL 2.1 and 3.0.
constexpr cl_device_info warp_size_nv = 0x4003;
constexpr cl_device_info capability_major_nv = 0x4000;
constexpr cl_device_info wavefront_width_amd = 0x4043;
constexpr cl_device_info max_sub_groups = 0x105C;
constexpr cl_device_info work_group_collective_functions = 0x1068;
constexpr cl_device_info atomic_memory_capabilities = 0x1063;
constexpr cl_bitfield order_acq_rel = 1 << 1, scope_device = 1 << 5;

template <class T>
T query(const cl::Device& device, cl_device_info what) {
  T value{};
  return clGetDeviceInfo(device(), what, sizeof value, &value, nullptr) == CL_SUCCESS ? value : T{};
}

std::string text(const cl::Device& device, cl_device_info what) {
  std::size_t size = 0;
  if (clGetDeviceInfo(device(), what, 0, nullptr, &size) != CL_SUCCESS || size == 0) return "";
  std::string value(size, '\0');
  if (clGetDeviceInfo(device(), what, size, value.data(), nullptr) != CL_SUCCESS) return "";
  value.resize(value.find_last_not_of(std::string_view("\0 ", 2)) + 1);
  return value;
}

bool has_word(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != words.npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

measure::Device::Kind kind_of(cl_device_type type) {
  if (type & CL_DEVICE_TYPE_GPU) return measure::Device::Kind::gpu;
  if (type & CL_DEVICE_TYPE_CPU) return measure::Device::Kind::cpu;
  if (type & CL_DEVICE_TYPE_ACCELERATOR) return measure::Device::Kind::accelerator;
  return measure::Device::Kind::other;
}

std::uint64_t group_limit(const cl::Device& device) {
  // The first of CL_DEVICE_MAX_WORK_ITEM_SIZES may be below the group's limit.
  std::vector<std::size_t> sizes(query<cl_uint>(device, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS));
  const std::uint64_t group = query<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  const auto known = clGetDeviceInfo(device(), CL_DEVICE_MAX_WORK_ITEM_SIZES,
                                     sizes.size() * sizeof(std::size_t), sizes.data(), nullptr) == CL_SUCCESS;
  return known && !sizes.empty() ? std::min<std::uint64_t>(group, sizes[0]) : group;
}

std::vector<std::string> what_it_lacks(const cl::Device& device, const measure::Device& it) {
  std::vector<std::string> lacks;
  const auto missing = [&](bool has, std::string_view sentence) {
    if (!has) lacks.emplace_back(sentence);
  };
  missing(query<cl_bool>(device, CL_DEVICE_AVAILABLE) != 0, "The device is not available at the moment.");
  missing(query<cl_bool>(device, CL_DEVICE_COMPILER_AVAILABLE) != 0,
          "No compiler: it cannot run kernels from text.");
  missing(it.has_float64, "No double precision (cl_khr_fp64): the type double is skipped.");
  missing(it.has_int64_atomics,
          "No 64-bit atomics (cl_khr_int64_base_atomics and cl_khr_int64_extended_atomics).");
  missing(
      !it.device_atomics.empty(),
      "No atomics that order memory for the whole device: a tuned reduction takes two launches, and a scan "
      "reduces first instead of looking back.");
  missing(it.has_sub_groups, "No sub-group functions (cl_khr_subgroups).");
  missing(it.language_version.find("OpenCL C 1.") == std::string::npos ||
              query<cl_bool>(device, work_group_collective_functions) != 0,
          "No work-group functions (work_group_reduce_add and the like).");
  missing(it.warp_width != 0, "The driver does not report how many work-items run in lockstep.");
  missing(query<cl_device_local_mem_type>(device, CL_DEVICE_LOCAL_MEM_TYPE) == CL_LOCAL,
          "No dedicated local memory: it is part of global memory, so bank conflicts cannot be observed.");
  return lacks;
}

// They are mandatory in OpenCL 2.x and optional in 3.0.
std::string device_atomics(const cl::Device& device, const measure::Device& it) {
  if (!it.has_int64_atomics) return "";
  if (it.version.starts_with("OpenCL 2.")) return "CL2.0";
  const auto offered = query<cl_bitfield>(device, atomic_memory_capabilities);
  constexpr cl_bitfield needed = order_acq_rel | scope_device;
  if ((offered & needed) == needed) return "CL3.0";
  return it.version.starts_with("OpenCL 3.") ? std::string(atomics_not_told(it.platform)) : "";
}

// No query reports the number of banks. GeForce 8 to GTX 285 (cc1.x) and Intel: 16; CDNA 4: 64;
// all others: 32.
unsigned local_banks(const cl::Device& device, const measure::Device& it) {
  constexpr unsigned usual = 32;
  if (it.vendor.find("Intel") != std::string::npos) return 16;
  if (query<cl_uint>(device, capability_major_nv) == 1) return 16;
  return it.name.starts_with("gfx950") ? 64 : usual;
}

void describe_abilities(const cl::Device& device, measure::Device& it) {
  const std::string extensions = text(device, CL_DEVICE_EXTENSIONS);
  it.has_float64 = query<cl_device_fp_config>(device, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
  it.has_int64_atomics = has_int64_atomics(extensions);
  it.has_sub_groups = has_word(extensions, "cl_khr_subgroups") || query<cl_uint>(device, max_sub_groups) > 0;
  it.device_atomics = device_atomics(device, it);
  it.warp_width = query<cl_uint>(device, warp_size_nv);
  if (it.warp_width == 0) it.warp_width = query<cl_uint>(device, wavefront_width_amd);
  it.local_banks = local_banks(device, it);
}

measure::Device describe(const cl::Platform& platform, const cl::Device& device) {
  measure::Device it;
  it.platform_handle = platform();
  it.device_handle = device();
  it.name = text(device, CL_DEVICE_NAME);
  it.kind = kind_of(query<cl_device_type>(device, CL_DEVICE_TYPE));
  it.platform = platform.getInfo<CL_PLATFORM_NAME>();
  it.platform_version = platform.getInfo<CL_PLATFORM_VERSION>();
  it.vendor = text(device, CL_DEVICE_VENDOR);
  it.driver = text(device, CL_DRIVER_VERSION);
  it.version = text(device, CL_DEVICE_VERSION);
  it.language_version = text(device, CL_DEVICE_OPENCL_C_VERSION);
  it.compute_units = query<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS);
  it.clock_mhz = query<cl_uint>(device, CL_DEVICE_MAX_CLOCK_FREQUENCY);
  it.max_group_size = group_limit(device);
  it.local_bytes = query<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE);
  it.global_bytes = query<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_SIZE);
  it.max_buffer_bytes = query<cl_ulong>(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  it.cache_bytes = query<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
  describe_abilities(device, it);
  it.lacks = what_it_lacks(device, it);
  it.notes = quirk_notes(it.platform);
  return it;
}

std::vector<cl::Device> devices_of(const cl::Platform& platform) {
  std::vector<cl::Device> devices;
  try {
    platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
  } catch (const cl::Error&) {
    // A platform without a device, or with a driver that does not start, has no devices to list.
    devices.clear();
  }
  return devices;
}

// Drivers that cannot get memory or open their files look as if they were not installed.
tl::unexpected<Error> no_device_for_want(const std::string& why) {
  return failure("The OpenCL drivers cannot be loaded: " + why + " The simulator needs none of them.");
}

Result<std::vector<measure::Device>> list_with_loader() {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::vector<measure::Device> found;
  for (const cl::Platform& platform : platforms)
    for (const cl::Device& device : devices_of(platform)) {
      found.push_back(describe(platform, device));
      found.back().index = found.size() - 1;
    }
  if (!found.empty()) return found;
  if (const std::string why = shortage_sentence(); !why.empty()) return no_device_for_want(why);
  return failure(
      fmt::format("OpenCL is installed with {} but without a device; install a driver "
                  "(pocl-opencl-icd runs on every CPU) or check the installed driver with clinfo.",
                  plural(platforms.size(), "platform")));
}

}  // namespace

bool has_int64_atomics(std::string_view extensions) {
  return has_word(extensions, "cl_khr_int64_base_atomics") &&
         has_word(extensions, "cl_khr_int64_extended_atomics");
}

Result<std::vector<measure::Device>> list_devices() {
  if (!loader_present()) return failure(std::string(no_loader_sentence()));
  try {
    return list_with_loader();
  } catch (const cl::Error& error) {
    if (const std::string why = shortage_sentence(); !why.empty()) return no_device_for_want(why);
    if (error.err() == -1001)
      return failure("There is an OpenCL loader but no platform; " + opencl_driver_remedy() +
                     ". The simulator needs none.");
    return opencl_failure("listing the devices", error.err());
  }
}

Result<measure::Device> find_device(std::size_t index) {
  return list_devices().and_then(
      [&](const std::vector<measure::Device>& devices) { return device_of(devices, index); });
}

// If the list has changed, only a name that occurs once identifies the device.
Result<measure::Device> find_again(const measure::Device& device) {
  return list_devices().and_then([&](const std::vector<measure::Device>& devices) -> Result<measure::Device> {
    const auto is_like = [&](const measure::Device& other) {
      return other.name == device.name && other.platform == device.platform;
    };
    if (device.index < devices.size() && is_like(devices[device.index])) return devices[device.index];
    if (std::ranges::count_if(devices, is_like) == 1) return *std::ranges::find_if(devices, is_like);
    return failure(
        fmt::format("The device {} is no longer available; `lockstep devices` lists the available devices.",
                    device.name));
  });
}

}  // namespace lockstep::opencl
