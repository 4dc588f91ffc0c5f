// Sections 4.2 and 4.3 of the OpenCL specification: querying devices, partitioning a device, timers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "runtime/api/call.hpp"
#include "runtime/objects/image.hpp"
#include "runtime/objects/platform.hpp"
#include "runtime/scheduling/scheduler.hpp"
#include "sim/observers/counters/counters.hpp"

using namespace lockstep::runtime;

namespace {

constexpr std::size_t kMaxVariableBytes = std::size_t{64} << 20;  // for all variables with an initial value

constexpr cl_bool kTrue = CL_TRUE, kFalse = CL_FALSE;
constexpr cl_device_mem_cache_type kReadWriteCache = CL_READ_WRITE_CACHE, kNoCache = CL_NONE;
constexpr cl_uint kVendor = 0x10000 + 0x4C53;  // not a PCI id: PCI ids are below 0x10000

std::string version_text(const _cl_device_id& device) {
  return device.is_version_3() ? "OpenCL 3.0 Lockstep" : "OpenCL 1.2 Lockstep";
}

// Answers a query. Each group of queries is tried in turn; a group returns nothing if it does not contain
// the query.
using Answer = std::optional<Outcome<void>>;

Answer answer_identity(const _cl_device_id& device, cl_device_info name, const Query& query) {
  switch (name) {
    case CL_DEVICE_TYPE:
      return query.value(cl_device_type{CL_DEVICE_TYPE_GPU});
    case CL_DEVICE_VENDOR_ID:
      return query.value(kVendor);
    case CL_DEVICE_NAME:
      return query.text(fmt::format("Lockstep {}, {}", device.model.name, device.model.title));
    case CL_DEVICE_VENDOR:
      return query.text("The Lockstep authors");
    case CL_DRIVER_VERSION:
      return query.text(LOCKSTEP_VERSION);
    case CL_DEVICE_PROFILE:
      return query.text("FULL_PROFILE");
    case CL_DEVICE_VERSION:
      return query.text(version_text(device));
    case CL_DEVICE_NUMERIC_VERSION:
      return query.value(device.is_version_3() ? cl_version{CL_MAKE_VERSION(3, 0, 0)}
                                               : cl_version{CL_MAKE_VERSION(1, 2, 0)});
    case CL_DEVICE_OPENCL_C_VERSION:
      return query.text("OpenCL C 1.2 Lockstep");
    case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR:
      return query.value(cl_version{CL_MAKE_VERSION(1, 2, 0)});
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
      return query.list(name_versions(opencl_c_versions(device)));
    case CL_DEVICE_OPENCL_C_FEATURES:
      return query.list(name_versions(opencl_c_features(device)));
    case CL_DEVICE_EXTENSIONS:
      return query.text(extension_names());
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
      return query.list(name_versions(extensions()));
    case CL_DEVICE_BUILT_IN_KERNELS:
    case CL_DEVICE_IL_VERSION:
      return query.text("");
    case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    case CL_DEVICE_ILS_WITH_VERSION:
      return query.nothing();
    case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
      return query.text("v0000-01-01-00");
    case CL_DEVICE_PLATFORM:
      return query.value(platform());
    case CL_DEVICE_REFERENCE_COUNT:
      return query.value(device.parent ? registry::references(&device) : cl_uint{1});
    default:
      return std::nullopt;
  }
}

Answer answer_execution(const _cl_device_id& device, cl_device_info name, const Query& query) {
  const std::size_t group = device.model.max_group_size;
  switch (name) {
    case CL_DEVICE_MAX_COMPUTE_UNITS:
      return query.value(device.compute_units);
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
      return query.value(cl_uint{3});
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
      return query.value(std::array{group, group, group});
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
      return query.value(group);
    case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return query.value(std::size_t{device.model.warp_width});
    case CL_DEVICE_MAX_CLOCK_FREQUENCY:
      return query.value(static_cast<cl_uint>(device.model.rates.clock_ghz * 1000));
    case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
      return query.value(static_cast<cl_bool>(device.is_version_3() ? CL_TRUE : CL_FALSE));
    case CL_DEVICE_ADDRESS_BITS:
      return query.value(cl_uint{64});
    case CL_DEVICE_MAX_NUM_SUB_GROUPS:
      return query.value(
          static_cast<cl_uint>((group + device.model.warp_width - 1) / device.model.warp_width));
    case CL_DEVICE_PIPE_SUPPORT:
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
    case CL_DEVICE_HOST_UNIFIED_MEMORY:
      return query.value(cl_bool{CL_FALSE});
    case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
      return query.value(device.is_version_3() ? kTrue : kFalse);
    case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
    case CL_DEVICE_ENDIAN_LITTLE:
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE:
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
      return query.value(cl_bool{CL_TRUE});
    case CL_DEVICE_EXECUTION_CAPABILITIES:
      return query.value(cl_device_exec_capabilities{CL_EXEC_KERNEL});
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
      return query.value(std::size_t{1});
    case CL_DEVICE_PRINTF_BUFFER_SIZE:
      return query.value(std::size_t{lockstep::sim::kMaxPrinted});
    case CL_DEVICE_SINGLE_FP_CONFIG:
      return query.value(cl_device_fp_config{CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                             CL_FP_FMA | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT});
    case CL_DEVICE_DOUBLE_FP_CONFIG:
      return query.value(cl_device_fp_config{CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                             CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA});
    case CL_DEVICE_HALF_FP_CONFIG:
      return query.value(cl_device_fp_config{CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST});
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
      return query.value(cl_device_atomic_capabilities{
          CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST |
          CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE});
    case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
      return query.value(
          cl_device_atomic_capabilities{CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                                        CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM |
                                        CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE});
    default:
      return std::nullopt;
  }
}

Answer answer_vectors(cl_device_info name, const Query& query) {
  switch (name) {
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
      return query.value(cl_uint{1});
    default:
      return std::nullopt;
  }
}

Answer answer_memory(const _cl_device_id& device, cl_device_info name, const Query& query) {
  const auto& cache = device.model.rates.cache;
  switch (name) {
    case CL_DEVICE_GLOBAL_MEM_SIZE:
      return query.value(global_bytes());
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
      return query.value(max_buffer_bytes());
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
      return query.value(cache ? kReadWriteCache : kNoCache);
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
      return query.value(cl_uint{cache ? device.model.global.load_unit_bytes : 0});
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
      return query.value(static_cast<cl_ulong>(cache ? cache->bytes : 0));
    case CL_DEVICE_LOCAL_MEM_TYPE:
      return query.value(cl_device_local_mem_type{CL_LOCAL});
    case CL_DEVICE_LOCAL_MEM_SIZE:
      return query.value(cl_ulong{device.model.local_bytes});
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
      return query.value(cl_ulong{64 * 1024});
    case CL_DEVICE_MAX_CONSTANT_ARGS:
      return query.value(cl_uint{8});
    case CL_DEVICE_MAX_PARAMETER_SIZE:
      return query.value(kMaxParameterBytes);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
      return query.value(static_cast<cl_uint>(8 * kBaseAlignment));
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
      return query.value(static_cast<cl_uint>(kBaseAlignment));
    case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
    case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
      return query.value(device.is_version_3() ? kMaxVariableBytes : std::size_t{0});
    case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT:
      return query.value(cl_uint{0});
    case CL_DEVICE_SVM_CAPABILITIES:
      return query.value(device.is_version_3() ? cl_device_svm_capabilities{CL_DEVICE_SVM_COARSE_GRAIN_BUFFER}
                                               : cl_device_svm_capabilities{0});
    default:
      return std::nullopt;
  }
}

Answer answer_images(const _cl_device_id& device, cl_device_info name, const Query& query) {
  switch (name) {
    case CL_DEVICE_IMAGE_SUPPORT:
      return query.value(kTrue);
    case CL_DEVICE_MAX_READ_IMAGE_ARGS:
      return query.value(kMaxReadImages);
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
      return query.value(kMaxWriteImages);
    case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
      return query.value(device.is_version_3() ? kMaxWriteImages : cl_uint{0});
    case CL_DEVICE_MAX_SAMPLERS:
      return query.value(kMaxSamplers);
    // The value is in texels. There is no restriction.
    case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
    case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
      return query.value(cl_uint{1});
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
      return query.value(kMaxImageWidth);
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH:
      return query.value(kMaxImageDepth);
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
      return query.value(kMaxBufferTexels);
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
      return query.value(kMaxImageLayers);
    default:
      return std::nullopt;
  }
}

Answer answer_queues(const _cl_device_id&, cl_device_info name, const Query& query) {
  switch (name) {
    case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
      return query.value(cl_device_command_buffer_capabilities_khr{
          CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR | CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR |
          CL_COMMAND_BUFFER_CAPABILITY_OUT_OF_ORDER_KHR});
    case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
      return query.value(cl_command_queue_properties{0});
    case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
      return query.value(
          cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE});
    case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
      return query.value(cl_command_queue_properties{0});
    case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
      return query.value(cl_device_device_enqueue_capabilities{0});
    case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
    case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
    case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
    case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
    case CL_DEVICE_MAX_PIPE_ARGS:
    case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
    case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
      return query.value(cl_uint{0});
    default:
      return std::nullopt;
  }
}

// Whether the device can be partitioned equally, because it has several compute units.
Answer answer_partition(const _cl_device_id& device, cl_device_info name, const Query& query) {
  using Property = cl_device_partition_property;
  switch (name) {
    case CL_DEVICE_PARENT_DEVICE:
      return query.value(device.parent);
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
      return query.value(device.compute_units > 1 ? device.compute_units : cl_uint{0});
    case CL_DEVICE_PARTITION_PROPERTIES:
      return query.value(device.compute_units > 1 ? Property{CL_DEVICE_PARTITION_EQUALLY} : Property{0});
    case CL_DEVICE_PARTITION_TYPE:
      if (!device.parent) return query.value(Property{0});
      return query.list(
          std::vector<Property>{CL_DEVICE_PARTITION_EQUALLY, static_cast<Property>(device.compute_units), 0});
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
      return query.value(cl_device_affinity_domain{0});
    default:
      return std::nullopt;
  }
}

// Returns the number of compute units of each part.
Outcome<cl_uint> units_each(const _cl_device_id& device, const cl_device_partition_property* wanted) {
  if (!wanted || device.compute_units < 2 || *wanted != CL_DEVICE_PARTITION_EQUALLY || wanted[2] != 0)
    return refuse(CL_INVALID_VALUE,
                  device.compute_units < 2
                      ? "a device with one compute unit cannot be divided"
                      : "the properties must be CL_DEVICE_PARTITION_EQUALLY, a number and 0");
  if (wanted[1] <= 0) return refuse(CL_INVALID_VALUE, "a part must have at least one compute unit");
  if (wanted[1] > static_cast<cl_device_partition_property>(device.compute_units))
    return refuse(CL_DEVICE_PARTITION_FAILED, "a part would have more compute units than the device");
  return static_cast<cl_uint>(wanted[1]);
}

Outcome<void> answer(const _cl_device_id& device, cl_device_info name, const Query& query) {
  for (const Answer& found :
       {answer_identity(device, name, query), answer_execution(device, name, query),
        answer_vectors(name, query), answer_memory(device, name, query), answer_images(device, name, query),
        answer_queues(device, name, query), answer_partition(device, name, query)})
    if (found) return *found;
  return unknown_query(name);
}

}  // namespace

cl_int clGetDeviceIDs(cl_platform_id id, cl_device_type type, cl_uint num_entries, cl_device_id* list,
                      cl_uint* count) {
  return call("clGetDeviceIDs", [&]() -> Outcome<void> {
    if (id && !find(id)) return refuse(CL_INVALID_PLATFORM, "not a platform of Lockstep");
    if ((num_entries == 0 && list) || (!list && !count))
      return refuse(CL_INVALID_VALUE, "no memory is given for the answer");
    if (count) *count = 0;
    const auto found = devices_of_type(type);
    if (!found) return tl::unexpected(found.error());
    if (count) *count = static_cast<cl_uint>(found->size());
    if (list) std::copy_n(found->begin(), std::min<std::size_t>(num_entries, found->size()), list);
    return {};
  });
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void* value, size_t* needed) {
  return call("clGetDeviceInfo", [&]() -> Outcome<void> {
    const auto object = find(device);
    if (!object) return refuse(CL_INVALID_DEVICE, "not a valid device");
    return answer(*object, name, Query(size, value, needed));
  });
}

cl_int clCreateSubDevices(cl_device_id device, const cl_device_partition_property* properties,
                          cl_uint num_entries, cl_device_id* list, cl_uint* count) {
  return call("clCreateSubDevices", [&]() -> Outcome<void> {
    const auto object = find(device);
    if (!object) return refuse(CL_INVALID_DEVICE, "not a valid device");
    const auto units = units_each(*object, properties);
    if (!units) return tl::unexpected(units.error());
    const cl_uint parts = object->compute_units / *units;
    if (list && num_entries < parts)
      return refuse(CL_INVALID_VALUE, "the list must have an entry for each part");
    if (count) *count = parts;
    if (list) std::ranges::copy(divide(*object, *units), list);
    return {};
  });
}

// Only partitioned devices are reference-counted.
cl_int clRetainDevice(cl_device_id device) {
  const auto object = find(device);
  if (object && !object->parent) return CL_SUCCESS;
  return retain("clRetainDevice", device, CL_INVALID_DEVICE);
}
cl_int clReleaseDevice(cl_device_id device) {
  const auto object = find(device);
  if (object && !object->parent) return CL_SUCCESS;
  return release("clReleaseDevice", device, CL_INVALID_DEVICE);
}

cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong* device_time, cl_ulong* host_time) {
  return call("clGetDeviceAndHostTimer", [&]() -> Outcome<void> {
    if (!find(device)) return refuse(CL_INVALID_DEVICE, "not a valid device");
    if (!device_time || !host_time) return refuse(CL_INVALID_VALUE, "no memory is given for the answer");
    *device_time = *host_time = clock_now();
    return {};
  });
}

cl_int clGetHostTimer(cl_device_id device, cl_ulong* host_time) {
  return call("clGetHostTimer", [&]() -> Outcome<void> {
    if (!find(device)) return refuse(CL_INVALID_DEVICE, "not a valid device");
    if (!host_time) return refuse(CL_INVALID_VALUE, "no memory is given for the answer");
    *host_time = clock_now();
    return {};
  });
}

cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device, cl_command_queue) {
  return call("clSetDefaultDeviceCommandQueue", [&]() -> Outcome<void> {
    if (!find(context)) return refuse(CL_INVALID_CONTEXT, "not a valid context");
    if (!find(device)) return refuse(CL_INVALID_DEVICE, "not a valid device");
    return refuse(CL_INVALID_OPERATION, "Lockstep's devices have no queues of their own");
  });
}
