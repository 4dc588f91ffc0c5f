// Every mandatory query answers with the size of its type; a place that is too small is CL_INVALID_VALUE.
#include <functional>

#include "tests/runtime/device.hpp"

namespace lockstep::runtime {
namespace {

using Ask = std::function<cl_int(std::size_t, void*, std::size_t*)>;

// `bytes` of 0: any size.
void check_answer(const char* name, std::size_t bytes, const Ask& ask) {
  std::size_t needed = SIZE_MAX;
  ASSERT_EQ(ask(0, nullptr, &needed), CL_SUCCESS) << name;
  EXPECT_TRUE(bytes == 0 || bytes == needed) << name << ": " << needed;
  std::vector<char> place(needed + 8, 'x');
  EXPECT_EQ(ask(needed, place.data(), nullptr), CL_SUCCESS) << name;
  EXPECT_EQ(std::string(place.data() + needed, 8), "xxxxxxxx") << name;
  if (needed == 0) return;
  EXPECT_EQ(ask(needed - 1, place.data(), nullptr), CL_INVALID_VALUE) << name;
}

struct Named {
  const char* name;
  cl_uint value;
  std::size_t bytes;
};
#define Q(name, type) \
  Named { #name, name, sizeof(type) }
#define ANY(name) \
  Named { #name, name, 0 }

class Queries : public DeviceTest {};

TEST_F(Queries, Platform) {
  for (const Named& each :
       {ANY(CL_PLATFORM_PROFILE), ANY(CL_PLATFORM_VERSION), ANY(CL_PLATFORM_NAME), ANY(CL_PLATFORM_VENDOR),
        ANY(CL_PLATFORM_EXTENSIONS), ANY(CL_PLATFORM_EXTENSIONS_WITH_VERSION),
        ANY(CL_PLATFORM_ICD_SUFFIX_KHR), Q(CL_PLATFORM_NUMERIC_VERSION, cl_version),
        Q(CL_PLATFORM_HOST_TIMER_RESOLUTION, cl_ulong)})
    check_answer(each.name, each.bytes, [&](std::size_t size, void* value, std::size_t* needed) {
      return clGetPlatformInfo(platform, each.value, size, value, needed);
    });
}

// Table 5 of the specification, without what was deprecated before 2.0.
constexpr Named kDeviceQueries[] = {
    Q(CL_DEVICE_TYPE, cl_device_type),
    Q(CL_DEVICE_VENDOR_ID, cl_uint),
    Q(CL_DEVICE_MAX_COMPUTE_UNITS, cl_uint),
    Q(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, cl_uint),
    Q(CL_DEVICE_MAX_WORK_ITEM_SIZES, size_t[3]),
    Q(CL_DEVICE_MAX_WORK_GROUP_SIZE, size_t),
    Q(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, cl_uint),
    Q(CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, cl_uint),
    Q(CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, cl_uint),
    Q(CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, cl_uint),
    Q(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, cl_uint),
    Q(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, cl_uint),
    Q(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, cl_uint),
    Q(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, cl_uint),
    Q(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, cl_uint),
    Q(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, cl_uint),
    Q(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, cl_uint),
    Q(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, cl_uint),
    Q(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, cl_uint),
    Q(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, cl_uint),
    Q(CL_DEVICE_MAX_CLOCK_FREQUENCY, cl_uint),
    Q(CL_DEVICE_ADDRESS_BITS, cl_uint),
    Q(CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong),
    Q(CL_DEVICE_IMAGE_SUPPORT, cl_bool),
    Q(CL_DEVICE_MAX_READ_IMAGE_ARGS, cl_uint),
    Q(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, cl_uint),
    Q(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, cl_uint),
    ANY(CL_DEVICE_IL_VERSION),
    ANY(CL_DEVICE_ILS_WITH_VERSION),
    Q(CL_DEVICE_IMAGE2D_MAX_WIDTH, size_t),
    Q(CL_DEVICE_IMAGE2D_MAX_HEIGHT, size_t),
    Q(CL_DEVICE_IMAGE3D_MAX_WIDTH, size_t),
    Q(CL_DEVICE_IMAGE3D_MAX_HEIGHT, size_t),
    Q(CL_DEVICE_IMAGE3D_MAX_DEPTH, size_t),
    Q(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, size_t),
    Q(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, size_t),
    Q(CL_DEVICE_MAX_SAMPLERS, cl_uint),
    Q(CL_DEVICE_IMAGE_PITCH_ALIGNMENT, cl_uint),
    Q(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, cl_uint),
    Q(CL_DEVICE_MAX_PIPE_ARGS, cl_uint),
    Q(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, cl_uint),
    Q(CL_DEVICE_PIPE_MAX_PACKET_SIZE, cl_uint),
    Q(CL_DEVICE_MAX_PARAMETER_SIZE, size_t),
    Q(CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint),
    Q(CL_DEVICE_SINGLE_FP_CONFIG, cl_device_fp_config),
    Q(CL_DEVICE_DOUBLE_FP_CONFIG, cl_device_fp_config),
    Q(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, cl_device_mem_cache_type),
    Q(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, cl_uint),
    Q(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, cl_ulong),
    Q(CL_DEVICE_GLOBAL_MEM_SIZE, cl_ulong),
    Q(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, cl_ulong),
    Q(CL_DEVICE_MAX_CONSTANT_ARGS, cl_uint),
    Q(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, size_t),
    Q(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, size_t),
    Q(CL_DEVICE_LOCAL_MEM_TYPE, cl_device_local_mem_type),
    Q(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong),
    Q(CL_DEVICE_ERROR_CORRECTION_SUPPORT, cl_bool),
    Q(CL_DEVICE_PROFILING_TIMER_RESOLUTION, size_t),
    Q(CL_DEVICE_ENDIAN_LITTLE, cl_bool),
    Q(CL_DEVICE_AVAILABLE, cl_bool),
    Q(CL_DEVICE_COMPILER_AVAILABLE, cl_bool),
    Q(CL_DEVICE_LINKER_AVAILABLE, cl_bool),
    Q(CL_DEVICE_EXECUTION_CAPABILITIES, cl_device_exec_capabilities),
    Q(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, cl_command_queue_properties),
    Q(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, cl_command_queue_properties),
    Q(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, cl_uint),
    Q(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, cl_uint),
    Q(CL_DEVICE_MAX_ON_DEVICE_QUEUES, cl_uint),
    Q(CL_DEVICE_MAX_ON_DEVICE_EVENTS, cl_uint),
    ANY(CL_DEVICE_BUILT_IN_KERNELS),
    ANY(CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION),
    Q(CL_DEVICE_PLATFORM, cl_platform_id),
    ANY(CL_DEVICE_NAME),
    ANY(CL_DEVICE_VENDOR),
    ANY(CL_DRIVER_VERSION),
    ANY(CL_DEVICE_PROFILE),
    ANY(CL_DEVICE_VERSION),
    Q(CL_DEVICE_NUMERIC_VERSION, cl_version),
    ANY(CL_DEVICE_OPENCL_C_VERSION),
    ANY(CL_DEVICE_OPENCL_C_ALL_VERSIONS),
    ANY(CL_DEVICE_OPENCL_C_FEATURES),
    ANY(CL_DEVICE_EXTENSIONS),
    ANY(CL_DEVICE_EXTENSIONS_WITH_VERSION),
    Q(CL_DEVICE_PRINTF_BUFFER_SIZE, size_t),
    Q(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, cl_bool),
    Q(CL_DEVICE_PARENT_DEVICE, cl_device_id),
    Q(CL_DEVICE_PARTITION_MAX_SUB_DEVICES, cl_uint),
    ANY(CL_DEVICE_PARTITION_PROPERTIES),
    Q(CL_DEVICE_PARTITION_AFFINITY_DOMAIN, cl_device_affinity_domain),
    ANY(CL_DEVICE_PARTITION_TYPE),
    Q(CL_DEVICE_REFERENCE_COUNT, cl_uint),
    Q(CL_DEVICE_SVM_CAPABILITIES, cl_device_svm_capabilities),
    Q(CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, cl_uint),
    Q(CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, cl_uint),
    Q(CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, cl_uint),
    Q(CL_DEVICE_MAX_NUM_SUB_GROUPS, cl_uint),
    Q(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, cl_bool),
    Q(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, cl_device_atomic_capabilities),
    Q(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, cl_device_atomic_capabilities),
    Q(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, cl_bool),
    Q(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, cl_bool),
    Q(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, cl_bool),
    Q(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, cl_device_device_enqueue_capabilities),
    Q(CL_DEVICE_PIPE_SUPPORT, cl_bool),
    Q(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, size_t),
    ANY(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED),
    Q(CL_DEVICE_HOST_UNIFIED_MEMORY, cl_bool),
    Q(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, cl_uint)};

TEST_F(Queries, EveryDevice) {
  for (cl_device_id each_device : all_devices())
    for (const Named& each : kDeviceQueries)
      check_answer(each.name, each.bytes, [&](std::size_t size, void* value, std::size_t* needed) {
        return clGetDeviceInfo(each_device, each.value, size, value, needed);
      });
  EXPECT_EQ(clGetDeviceInfo(device, 0x9999, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

template <class T>
T device_value(cl_device_id device, cl_device_info name) {
  T value{};
  EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS);
  return value;
}

// The minima of a full profile.
TEST_F(Queries, DevicesHaveWhatTheSpecificationDemands) {
  for (cl_device_id each : all_devices()) {
    const auto largest = device_value<cl_ulong>(each, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    EXPECT_GE(largest, device_value<cl_ulong>(each, CL_DEVICE_GLOBAL_MEM_SIZE) / 4);
    EXPECT_GE(device_value<std::size_t>(each, CL_DEVICE_MAX_PARAMETER_SIZE), 1024u);
    EXPECT_GE(device_value<cl_ulong>(each, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE), 64u * 1024);
    EXPECT_GE(device_value<cl_uint>(each, CL_DEVICE_MAX_CONSTANT_ARGS), 8u);
    EXPECT_GE(device_value<std::size_t>(each, CL_DEVICE_PRINTF_BUFFER_SIZE), 1024u * 1024);
    EXPECT_GE(device_value<cl_ulong>(each, CL_DEVICE_LOCAL_MEM_SIZE), 16u * 1024);
    EXPECT_EQ(device_value<cl_device_type>(each, CL_DEVICE_TYPE), cl_device_type{CL_DEVICE_TYPE_GPU});
    EXPECT_EQ(device_value<cl_bool>(each, CL_DEVICE_IMAGE_SUPPORT), cl_bool{CL_TRUE});
    EXPECT_GE(device_value<cl_uint>(each, CL_DEVICE_MAX_READ_IMAGE_ARGS), 128u);
    EXPECT_GE(device_value<cl_uint>(each, CL_DEVICE_MAX_WRITE_IMAGE_ARGS), 64u);
    EXPECT_GE(device_value<cl_uint>(each, CL_DEVICE_MAX_SAMPLERS), 16u);
    for (const cl_device_info side : {CL_DEVICE_IMAGE2D_MAX_WIDTH, CL_DEVICE_IMAGE2D_MAX_HEIGHT})
      EXPECT_GE(device_value<std::size_t>(each, side), 16384u);
    for (const cl_device_info side :
         {CL_DEVICE_IMAGE3D_MAX_WIDTH, CL_DEVICE_IMAGE3D_MAX_HEIGHT, CL_DEVICE_IMAGE3D_MAX_DEPTH})
      EXPECT_GE(device_value<std::size_t>(each, side), 2048u);
    EXPECT_GE(device_value<std::size_t>(each, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE), 65536u);
    EXPECT_GE(device_value<std::size_t>(each, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE), 2048u);
    EXPECT_EQ(device_value<cl_uint>(each, CL_DEVICE_MAX_COMPUTE_UNITS), 1u);
    const auto orders =
        device_value<cl_device_atomic_capabilities>(each, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES);
    EXPECT_TRUE(orders & CL_DEVICE_ATOMIC_ORDER_RELAXED);
    EXPECT_TRUE(orders & CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP);
  }
}

TEST_F(Queries, ContextAndQueue) {
  for (const Named& each : {Q(CL_CONTEXT_REFERENCE_COUNT, cl_uint), Q(CL_CONTEXT_NUM_DEVICES, cl_uint),
                            Q(CL_CONTEXT_DEVICES, cl_device_id), ANY(CL_CONTEXT_PROPERTIES)})
    check_answer(each.name, each.bytes, [&](std::size_t size, void* value, std::size_t* needed) {
      return clGetContextInfo(context, each.value, size, value, needed);
    });
  for (const Named& each :
       {Q(CL_QUEUE_CONTEXT, cl_context), Q(CL_QUEUE_DEVICE, cl_device_id),
        Q(CL_QUEUE_REFERENCE_COUNT, cl_uint), Q(CL_QUEUE_PROPERTIES, cl_command_queue_properties),
        ANY(CL_QUEUE_PROPERTIES_ARRAY), Q(CL_QUEUE_DEVICE_DEFAULT, cl_command_queue)})
    check_answer(each.name, each.bytes, [&](std::size_t size, void* value, std::size_t* needed) {
      return clGetCommandQueueInfo(queue, each.value, size, value, needed);
    });
}

TEST_F(Queries, PropertiesComeBackAsGiven) {
  const cl_queue_properties wanted[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  const cl_command_queue made = clCreateCommandQueueWithProperties(context, device, wanted, nullptr);
  cl_queue_properties got[3] = {1, 1, 1};
  std::size_t size = 0;
  EXPECT_EQ(clGetCommandQueueInfo(made, CL_QUEUE_PROPERTIES_ARRAY, sizeof got, got, &size), CL_SUCCESS);
  EXPECT_EQ(size, sizeof wanted);
  EXPECT_TRUE(std::equal(std::begin(wanted), std::end(wanted), got));
  clReleaseCommandQueue(made);
  const cl_context_properties platforms[] = {CL_CONTEXT_PLATFORM, as<cl_context_properties>(platform), 0};
  const cl_context of_type =
      clCreateContextFromType(platforms, CL_DEVICE_TYPE_GPU, nullptr, nullptr, nullptr);
  cl_context_properties kept[3] = {};
  EXPECT_EQ(clGetContextInfo(of_type, CL_CONTEXT_PROPERTIES, sizeof kept, kept, &size), CL_SUCCESS);
  EXPECT_TRUE(std::equal(std::begin(platforms), std::end(platforms), kept));
  clReleaseContext(of_type);
}

TEST_F(Queries, ImageAndSampler) {
  const cl_image_format format{CL_RGBA, CL_FLOAT};
  cl_image_desc wanted{};
  wanted.image_type = CL_MEM_OBJECT_IMAGE2D;
  wanted.image_width = wanted.image_height = 4;
  const cl_mem image = clCreateImage(context, 0, &format, &wanted, nullptr, nullptr);
  for (const Named& each :
       {Q(CL_IMAGE_FORMAT, cl_image_format), Q(CL_IMAGE_ELEMENT_SIZE, size_t), Q(CL_IMAGE_ROW_PITCH, size_t),
        Q(CL_IMAGE_SLICE_PITCH, size_t), Q(CL_IMAGE_WIDTH, size_t), Q(CL_IMAGE_HEIGHT, size_t),
        Q(CL_IMAGE_DEPTH, size_t), Q(CL_IMAGE_ARRAY_SIZE, size_t), Q(CL_IMAGE_BUFFER, cl_mem),
        Q(CL_IMAGE_NUM_MIP_LEVELS, cl_uint), Q(CL_IMAGE_NUM_SAMPLES, cl_uint)})
    check_answer(each.name, each.bytes, [&](std::size_t size, void* value, std::size_t* needed) {
      return clGetImageInfo(image, each.value, size, value, needed);
    });
  clReleaseMemObject(image);
  const cl_sampler sampler = clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, nullptr);
  for (const Named& each :
       {Q(CL_SAMPLER_REFERENCE_COUNT, cl_uint), Q(CL_SAMPLER_CONTEXT, cl_context),
        Q(CL_SAMPLER_NORMALIZED_COORDS, cl_bool), Q(CL_SAMPLER_ADDRESSING_MODE, cl_addressing_mode),
        Q(CL_SAMPLER_FILTER_MODE, cl_filter_mode), ANY(CL_SAMPLER_PROPERTIES)})
    check_answer(each.name, each.bytes, [&](std::size_t size, void* value, std::size_t* needed) {
      return clGetSamplerInfo(sampler, each.value, size, value, needed);
    });
  clReleaseSampler(sampler);
}

TEST_F(Queries, BufferAndEvent) {
  const cl_mem memory = buffer(64);
  for (const Named& each :
       {Q(CL_MEM_TYPE, cl_mem_object_type), Q(CL_MEM_FLAGS, cl_mem_flags), Q(CL_MEM_SIZE, size_t),
        Q(CL_MEM_HOST_PTR, void*), Q(CL_MEM_MAP_COUNT, cl_uint), Q(CL_MEM_REFERENCE_COUNT, cl_uint),
        Q(CL_MEM_CONTEXT, cl_context), Q(CL_MEM_ASSOCIATED_MEMOBJECT, cl_mem), Q(CL_MEM_OFFSET, size_t),
        Q(CL_MEM_USES_SVM_POINTER, cl_bool), ANY(CL_MEM_PROPERTIES)})
    check_answer(each.name, each.bytes, [&](std::size_t size, void* value, std::size_t* needed) {
      return clGetMemObjectInfo(memory, each.value, size, value, needed);
    });
  cl_event event = nullptr;
  clEnqueueMarkerWithWaitList(queue, 0, nullptr, &event);
  for (const Named& each :
       {Q(CL_EVENT_COMMAND_QUEUE, cl_command_queue), Q(CL_EVENT_CONTEXT, cl_context),
        Q(CL_EVENT_COMMAND_TYPE, cl_command_type), Q(CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int),
        Q(CL_EVENT_REFERENCE_COUNT, cl_uint)})
    check_answer(each.name, each.bytes, [&](std::size_t size, void* value, std::size_t* needed) {
      return clGetEventInfo(event, each.value, size, value, needed);
    });
  for (const Named& each :
       {Q(CL_PROFILING_COMMAND_QUEUED, cl_ulong), Q(CL_PROFILING_COMMAND_SUBMIT, cl_ulong),
        Q(CL_PROFILING_COMMAND_START, cl_ulong), Q(CL_PROFILING_COMMAND_END, cl_ulong),
        Q(CL_PROFILING_COMMAND_COMPLETE, cl_ulong)})
    check_answer(each.name, each.bytes, [&](std::size_t size, void* value, std::size_t* needed) {
      return clGetEventProfilingInfo(event, each.value, size, value, needed);
    });
  clReleaseEvent(event);
}

TEST_F(Queries, ProgramAndKernel) {
  const cl_program program =
      build("kernel void f(global const float4* restrict in, local int* t, uint n) {}");
  for (const Named& each :
       {Q(CL_PROGRAM_REFERENCE_COUNT, cl_uint), Q(CL_PROGRAM_CONTEXT, cl_context),
        Q(CL_PROGRAM_NUM_DEVICES, cl_uint), Q(CL_PROGRAM_DEVICES, cl_device_id), ANY(CL_PROGRAM_SOURCE),
        ANY(CL_PROGRAM_IL), Q(CL_PROGRAM_BINARY_SIZES, size_t), Q(CL_PROGRAM_NUM_KERNELS, size_t),
        ANY(CL_PROGRAM_KERNEL_NAMES), Q(CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, cl_bool),
        Q(CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, cl_bool)})
    check_answer(each.name, each.bytes, [&](std::size_t size, void* value, std::size_t* needed) {
      return clGetProgramInfo(program, each.value, size, value, needed);
    });
  for (const Named& each : {Q(CL_PROGRAM_BUILD_STATUS, cl_build_status), ANY(CL_PROGRAM_BUILD_OPTIONS),
                            ANY(CL_PROGRAM_BUILD_LOG), Q(CL_PROGRAM_BINARY_TYPE, cl_program_binary_type),
                            Q(CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, size_t)})
    check_answer(each.name, each.bytes, [&](std::size_t size, void* value, std::size_t* needed) {
      return clGetProgramBuildInfo(program, device, each.value, size, value, needed);
    });
  const cl_kernel f = clCreateKernel(program, "f", nullptr);
  for (const Named& each :
       {ANY(CL_KERNEL_FUNCTION_NAME), Q(CL_KERNEL_NUM_ARGS, cl_uint), Q(CL_KERNEL_REFERENCE_COUNT, cl_uint),
        Q(CL_KERNEL_CONTEXT, cl_context), Q(CL_KERNEL_PROGRAM, cl_program), ANY(CL_KERNEL_ATTRIBUTES)})
    check_answer(each.name, each.bytes, [&](std::size_t size, void* value, std::size_t* needed) {
      return clGetKernelInfo(f, each.value, size, value, needed);
    });
  for (const Named& each :
       {Q(CL_KERNEL_WORK_GROUP_SIZE, size_t), Q(CL_KERNEL_COMPILE_WORK_GROUP_SIZE, size_t[3]),
        Q(CL_KERNEL_LOCAL_MEM_SIZE, cl_ulong), Q(CL_KERNEL_PRIVATE_MEM_SIZE, cl_ulong),
        Q(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, size_t)})
    check_answer(each.name, each.bytes, [&](std::size_t size, void* value, std::size_t* needed) {
      return clGetKernelWorkGroupInfo(f, device, each.value, size, value, needed);
    });
  for (cl_uint i = 0; i < 3; ++i)
    for (const Named& each :
         {Q(CL_KERNEL_ARG_ADDRESS_QUALIFIER, cl_kernel_arg_address_qualifier),
          Q(CL_KERNEL_ARG_ACCESS_QUALIFIER, cl_kernel_arg_access_qualifier), ANY(CL_KERNEL_ARG_TYPE_NAME),
          Q(CL_KERNEL_ARG_TYPE_QUALIFIER, cl_kernel_arg_type_qualifier), ANY(CL_KERNEL_ARG_NAME)})
      check_answer(each.name, each.bytes, [&](std::size_t size, void* value, std::size_t* needed) {
        return clGetKernelArgInfo(f, i, each.value, size, value, needed);
      });
  clReleaseKernel(f);
}

TEST_F(Queries, SubGroups) {
  const cl_kernel f = kernel("kernel void f() {}", "f");
  std::size_t group[2] = {48, 2}, answer = 0, local[3] = {};
  const auto ask = [&](cl_kernel_sub_group_info name, std::size_t input_size, const void* input,
                       std::size_t size, void* value) {
    return clGetKernelSubGroupInfo(f, device, name, input_size, input, size, value, nullptr);
  };
  EXPECT_EQ(ask(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof group, group, sizeof answer, &answer),
            CL_SUCCESS);
  EXPECT_EQ(answer, 32u);
  EXPECT_EQ(ask(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof group, group, sizeof answer, &answer),
            CL_SUCCESS);
  EXPECT_EQ(answer, 3u);
  std::size_t count = 4;
  EXPECT_EQ(ask(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof count, &count, sizeof local, local),
            CL_SUCCESS);
  EXPECT_EQ(local[0] * local[1] * local[2], 128u);
  count = SIZE_MAX / 16;  // times the width it wraps around
  EXPECT_EQ(ask(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof count, &count, sizeof local, local),
            CL_SUCCESS);
  EXPECT_EQ(local[0], 0u);
  EXPECT_EQ(ask(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 3, group, sizeof answer, &answer), CL_INVALID_VALUE);
  EXPECT_EQ(ask(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 0, nullptr, sizeof answer, &answer), CL_INVALID_VALUE);
  EXPECT_EQ(ask(CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, sizeof answer, &answer), CL_SUCCESS);
  EXPECT_EQ(answer, 32u);
}

#undef Q
#undef ANY

}  // namespace
}  // namespace lockstep::runtime
