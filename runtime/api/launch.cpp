// Section 5.10 of the OpenCL specification: executing kernels.
#include "runtime/scheduling/launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/base/text/text.hpp"
#include "core/plan/build_options.hpp"
#include "core/plan/sizes_text.hpp"
#include "runtime/api/call.hpp"
#include "runtime/scheduling/scheduler.hpp"
#include "sim/launch/group_sizes.hpp"

using namespace lockstep::runtime;
using lockstep::NdRange;

namespace {

constexpr std::uint64_t kMaxGroups = 0xFFFFFFFEu;

struct Sizes {
  cl_uint dimensions = 0;
  const size_t* offset = nullptr;
  const size_t* global = nullptr;
  const size_t* local = nullptr;
};

Outcome<NdRange> range_of(const Sizes& sizes) {
  NdRange range;
  range.dimensions = sizes.dimensions;
  for (cl_uint d = 0; d < sizes.dimensions; ++d) {
    range.global_size[d] = sizes.global[d];
    range.global_offset[d] = sizes.offset ? sizes.offset[d] : 0;
    if (range.global_offset[d] > std::numeric_limits<std::size_t>::max() - range.global_size[d])
      return refuse(CL_INVALID_GLOBAL_OFFSET, "offset and size together overflow size_t");
  }
  return range;
}

// Checks the work-group size. `options` are the options with which the kernel was built.
Outcome<void> check_given_size(const NdRange& range, const _cl_kernel& kernel, const _cl_device_id& device,
                               const std::string& options) {
  std::uint64_t items = 1;
  for (unsigned d = 0; d < range.dimensions; ++d) {
    if (range.local_size[d] > device.model.max_group_size)
      return refuse(CL_INVALID_WORK_ITEM_SIZE,
                    fmt::format("a work-group can have at most {} work-items in dimension {}, not {}",
                                device.model.max_group_size, d, range.local_size[d]));
    items *= range.local_size[d];
  }
  if (items == 0) return refuse(CL_INVALID_WORK_GROUP_SIZE, "the work-group size is 0");
  if (items > device.model.max_group_size)
    return refuse(CL_INVALID_WORK_GROUP_SIZE,
                  fmt::format("a work-group of {} has {} work-items, more than the {} of {}",
                              lockstep::sizes_text(range.local_size, range.dimensions, "x"), items,
                              device.model.max_group_size, device.model.name));
  const bool takes_partial_groups = device.is_version_3() && lockstep::permits_partial_groups(options);
  for (unsigned d = 0; d < range.dimensions; ++d)
    if (!range.is_uniform(d) && !takes_partial_groups)
      return refuse(
          CL_INVALID_WORK_GROUP_SIZE,
          fmt::format("the global size {} of kernel {} is not a multiple of the work-group size {}; "
                      "round it up to {}",
                      range.global_size[d], kernel.kernel->name, range.local_size[d],
                      (range.global_size[d] / range.local_size[d] + 1) * range.local_size[d]));
  return {};
}

Outcome<void> set_local_size(NdRange& range, const Sizes& sizes, const _cl_kernel& kernel,
                             const _cl_device_id& device, const std::string& options) {
  const auto& required = kernel.kernel->required_group_size;
  for (unsigned d = 0; d < range.dimensions; ++d)
    range.local_size[d] = sizes.local ? sizes.local[d] : required[d];
  if (required[0] != 0 && !std::equal(range.local_size.begin(), range.local_size.end(), required))
    return refuse(CL_INVALID_WORK_GROUP_SIZE,
                  fmt::format("kernel {} requires work-groups of {}x{}x{} (reqd_work_group_size)",
                              kernel.kernel->name, required[0], required[1], required[2]));
  if (!sizes.local && required[0] == 0) {
    range.local_size =
        lockstep::sim::chosen_group_size(range.global_size, range.dimensions, *kernel.kernel, device.model);
    return {};
  }
  return check_given_size(range, kernel, device, options);
}

Outcome<void> check_count(const NdRange& range) {
  std::uint64_t groups = 1;
  for (unsigned d = 0; d < 3; ++d) {
    if (range.num_groups(d) > kMaxGroups / groups)
      return refuse(CL_OUT_OF_RESOURCES, "the launch has more work-groups than the simulator can number");
    groups *= range.num_groups(d);
  }
  return {};
}

std::string describe(const _cl_kernel& kernel, std::size_t index) {
  const lockstep::sim::Parameter& parameter = kernel.kernel->parameters[index];
  return fmt::format("argument {} of kernel {} ({} {})", index, kernel.kernel->name, parameter.type_name,
                     parameter.name);
}

Outcome<ArgumentValue> value_of(const _cl_kernel& kernel, std::size_t index) {
  const auto& argument = kernel.arguments[index];
  if (!argument)
    return refuse(CL_INVALID_KERNEL_ARGS, fmt::format("{} was never set", describe(kernel, index)));
  if (const auto* local = std::get_if<lockstep::LocalArgument>(&*argument)) return ArgumentValue(*local);
  if (const auto* plain = std::get_if<lockstep::ScalarArgument>(&*argument)) return ArgumentValue(*plain);
  if (const auto* sampler = std::get_if<lockstep::SamplerArgument>(&*argument))
    return ArgumentValue(*sampler);
  if (const auto* shared = std::get_if<MemoryValue>(&*argument)) return ArgumentValue(*shared);
  const auto& kept = std::get<KeptMemory>(*argument);
  if (kept.is_null) return ArgumentValue(MemoryValue{});
  auto memory = kept.memory.lock();
  if (!memory)
    return refuse(
        CL_INVALID_KERNEL_ARGS,
        fmt::format("the memory object of {} was released before the launch", describe(kernel, index)));
  return ArgumentValue(MemoryValue{std::move(memory)});
}

Outcome<void> check_images(const lockstep::sim::Kernel& kernel) {
  using Parameter = lockstep::sim::Parameter;
  cl_uint read = 0, written = 0, samplers = 0;
  for (const Parameter& parameter : kernel.parameters) {
    if (parameter.kind == Parameter::Kind::sampler) ++samplers;
    const auto access = image_access(parameter);
    if (access == CL_KERNEL_ARG_ACCESS_READ_ONLY) ++read;
    if (access == CL_KERNEL_ARG_ACCESS_WRITE_ONLY || access == CL_KERNEL_ARG_ACCESS_READ_WRITE) ++written;
  }
  if (read <= kMaxReadImages && written <= kMaxWriteImages && samplers <= kMaxSamplers) return {};
  return refuse(CL_OUT_OF_RESOURCES,
                fmt::format("kernel {} takes more than the {} images to read, {} images to write and {} "
                            "samplers that these devices permit",
                            kernel.name, kMaxReadImages, kMaxWriteImages, kMaxSamplers));
}

Outcome<std::vector<ArgumentValue>> arguments_of(_cl_kernel& kernel, const _cl_device_id& device) {
  std::vector<ArgumentValue> values;
  std::uint64_t local = kernel.kernel->local_bytes;
  const std::lock_guard lock(kernel.mutex);
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
    auto value = value_of(kernel, i);
    if (!value) return tl::unexpected(value.error());
    if (const auto* bytes = std::get_if<lockstep::LocalArgument>(&*value))
      local = bytes->bytes > SIZE_MAX - local ? SIZE_MAX : local + bytes->bytes;
    values.push_back(std::move(*value));
  }
  if (local > device.model.local_bytes)
    return refuse(CL_OUT_OF_RESOURCES,
                  fmt::format("kernel {} needs {} bytes of local memory for a work-group; {} has {}",
                              kernel.kernel->name, local, device.model.name, device.model.local_bytes));
  return values;
}

// Sets the compiled code of the kernel for the device of the launch.
Outcome<void> set_code(Launch& launch, const _cl_kernel& kernel) {
  _cl_program& program = *kernel.program;
  const std::lock_guard lock(program.mutex);
  const auto found = program.builds.find(launch.device);
  if (found == program.builds.end() || !found->second.code)
    return refuse(CL_INVALID_PROGRAM_EXECUTABLE, "the program was not built for the device of this queue");
  launch.program = kernel.program;
  launch.code = found->second.code;
  launch.kernel = kernel.kernel->name;
  launch.text = found->second.text;
  launch.options = found->second.options;
  return {};
}

bool has_no_items(const Sizes& sizes) {
  return !sizes.global ||
         std::any_of(sizes.global, sizes.global + sizes.dimensions, [](size_t s) { return s == 0; });
}

Outcome<void> check_sizes(const Sizes& sizes, const _cl_device_id& device) {
  if (sizes.dimensions < 1 || sizes.dimensions > 3)
    return refuse(CL_INVALID_WORK_DIMENSION,
                  fmt::format("the number of dimensions must be 1 to 3, not {}", sizes.dimensions));
  if (has_no_items(sizes) && !device.is_version_3())
    return refuse(CL_INVALID_GLOBAL_WORK_SIZE, "the launch has no work-items");
  return {};
}

// Returns the memory that the launch uses, as far as the arguments determine it: whole memory objects.
std::vector<MemoryPart> parts_of(const Launch& launch) {
  std::vector<MemoryPart> parts;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* argument = std::get_if<MemoryValue>(&launch.arguments[i]);
    if (argument == nullptr || !argument->memory) continue;
    const lockstep::sim::ParameterUse& use = launch.uses->parameters[i];
    const std::shared_ptr<_cl_mem>& memory = argument->memory;
    parts.push_back({memory, {}, {memory->size, 1, 1}, use.is_written(), use.reads || use.atomics});
  }
  for (const auto& memory : launch.reached) parts.push_back({memory, {}, {memory->size, 1, 1}, true, true});
  return parts;
}

Outcome<void> enqueue_launch(std::string_view function, cl_command_type type, cl_command_queue queue_handle,
                             cl_kernel kernel_handle, const Sizes& sizes, const WaitList& wait) {
  const auto queue = find(queue_handle);
  if (!queue) return refuse(CL_INVALID_COMMAND_QUEUE, "not a command queue");
  const auto kernel = find(kernel_handle);
  if (!kernel) return refuse(CL_INVALID_KERNEL, "not a valid kernel");
  if (kernel->program->context != queue->context)
    return refuse(CL_INVALID_CONTEXT, "queue and kernel belong to different contexts");
  auto listed = events_of(wait, *queue->context);
  if (!listed) return tl::unexpected(listed.error());
  const _cl_device_id& device = *queue->device;
  if (auto valid = check_sizes(sizes, device); !valid) return valid;
  auto launch = std::make_shared<Launch>();
  launch->device = queue->device;
  if (auto set = set_code(*launch, *kernel); !set) return set;
  if (auto fits = check_images(*kernel->kernel); !fits) return fits;
  auto arguments = arguments_of(*kernel, device);
  if (!arguments) return tl::unexpected(arguments.error());
  // Since OpenCL 2.1, a launch without work-items does nothing when it is executed.
  if (has_no_items(sizes)) return enqueue({queue, type, wait});
  auto range = range_of(sizes);
  if (!range) return tl::unexpected(range.error());
  if (auto set = set_local_size(*range, sizes, *kernel, device, launch->options); !set) return set;
  if (auto valid = check_count(*range); !valid) return valid;
  launch->range = *range;
  launch->arguments = std::move(*arguments);
  launch->reached = kernel->reached;
  launch->uses = kernel->uses;
  launch->argument_places = kernel->argument_places;
  launch->has_chosen_size = !sizes.local && kernel->kernel->required_group_size[0] == 0;
  launch->call = function;
  CommandRequest request{queue, type, wait};
  request.execute = [launch] { return run(*launch); };
  request.parts = parts_of(*launch);
  request.kernel = launch->kernel;
  request.observed = launch->observed;
  return enqueue(std::move(request));
}

}  // namespace

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t* offset, const size_t* global, const size_t* local, cl_uint count,
                              const cl_event* list, cl_event* event) {
  return call("clEnqueueNDRangeKernel", [&] {
    return enqueue_launch("clEnqueueNDRangeKernel", CL_COMMAND_NDRANGE_KERNEL, queue, kernel,
                          {dimensions, offset, global, local}, {count, list, event});
  });
}

cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event* list,
                     cl_event* event) {
  return call("clEnqueueTask", [&] {
    const size_t one = 1;
    return enqueue_launch("clEnqueueTask", CL_COMMAND_TASK, queue, kernel, {1, nullptr, &one, &one},
                          {count, list, event});
  });
}

cl_int clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK*)(void*), void*, size_t, cl_uint,
                             const cl_mem*, const void**, cl_uint, const cl_event*, cl_event*) {
  return call("clEnqueueNativeKernel", [&]() -> Outcome<void> {
    if (!find(queue)) return refuse(CL_INVALID_COMMAND_QUEUE, "not a command queue");
    return refuse(CL_INVALID_OPERATION, "Lockstep's devices execute no native kernels");
  });
}
