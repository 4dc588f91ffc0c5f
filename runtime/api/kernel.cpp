// Section 5.9 of the OpenCL specification: kernels and their arguments.
#include "runtime/objects/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/text/text.hpp"
#include "runtime/api/call.hpp"
#include "runtime/objects/sampler.hpp"

using namespace lockstep::runtime;
using lockstep::plural;
using lockstep::sim::Parameter;

namespace {

using NewKernel = Outcome<std::shared_ptr<_cl_kernel>>;

using Code = std::shared_ptr<const lockstep::sim::Program>;

// Returns the executables of the program, one for each device with a build. The error states why there is
// no executable.
Outcome<std::vector<Code>> executables_of(_cl_program& program) {
  const std::lock_guard lock(program.mutex);
  std::vector<Code> codes;
  for (const auto& [device, build] : program.builds)
    if (build.code && std::ranges::find(codes, build.code) == codes.end()) codes.push_back(build.code);
  if (!codes.empty()) return codes;
  return refuse(CL_INVALID_PROGRAM_EXECUTABLE, "the program has not been built successfully");
}

std::string kernel_names(const lockstep::sim::Program& code) {
  std::string names;
  for (const auto& kernel : code.kernels) names += (names.empty() ? "" : ", ") + kernel.name;
  return names.empty() ? "none" : names;
}

bool is_same_everywhere(const std::vector<Code>& codes, const lockstep::sim::Kernel& kernel) {
  return std::ranges::all_of(codes, [&](const Code& code) {
    const auto* other = code->find_kernel(kernel.name);
    return other && std::ranges::equal(other->parameters, kernel.parameters, {}, &Parameter::type_name,
                                       &Parameter::type_name);
  });
}

std::shared_ptr<_cl_kernel> make_kernel(std::shared_ptr<_cl_program> program, Code program_code,
                                        const lockstep::sim::Kernel& code) {
  auto kernel = std::make_shared<_cl_kernel>();
  kernel->code = std::move(program_code);
  kernel->kernel = &code;
  kernel->arguments.resize(code.parameters.size());
  kernel->argument_places.resize(code.parameters.size());
  kernel->uses =
      std::make_shared<const lockstep::sim::KernelUses>(lockstep::sim::uses_of(*kernel->code, code));
  const std::lock_guard lock(program->mutex);
  ++program->kernels;
  kernel->program = std::move(program);
  return kernel;
}

std::string describe(const _cl_kernel& kernel, cl_uint index) {
  const Parameter& parameter = kernel.kernel->parameters[index];
  return fmt::format("argument {} of kernel {} ({} {})", index, kernel.kernel->name, parameter.type_name,
                     parameter.name);
}

Outcome<KeptArgument> buffer_argument(const _cl_kernel& kernel, cl_uint index, std::size_t size,
                                      const void* value) {
  if (size != sizeof(cl_mem))
    return refuse(CL_INVALID_ARG_SIZE,
                  fmt::format("{} takes a buffer: the size must be sizeof(cl_mem), {}, not {}",
                              describe(kernel, index), sizeof(cl_mem), size));
  cl_mem handle = nullptr;
  if (value) std::memcpy(&handle, value, sizeof(cl_mem));
  if (!handle) return KeptArgument(KeptMemory{true, {}});
  const auto memory = find(handle);
  if (!memory || memory->image)
    return refuse(CL_INVALID_MEM_OBJECT, fmt::format("{} was given something that is not a buffer; pass the "
                                                     "address of a cl_mem",
                                                     describe(kernel, index)));
  if (memory->context != kernel.program->context)
    return refuse(CL_INVALID_MEM_OBJECT, "the buffer belongs to another context");
  return KeptArgument(KeptMemory{false, memory});
}

bool allows(cl_mem_flags flags, cl_kernel_arg_access_qualifier access) {
  const bool reads = access != CL_KERNEL_ARG_ACCESS_WRITE_ONLY,
             writes = access != CL_KERNEL_ARG_ACCESS_READ_ONLY;
  return !(reads && (flags & CL_MEM_WRITE_ONLY) != 0) && !(writes && (flags & CL_MEM_READ_ONLY) != 0);
}

Outcome<KeptArgument> image_argument(const _cl_kernel& kernel, cl_uint index, std::size_t size,
                                     const void* value) {
  if (size != sizeof(cl_mem))
    return refuse(CL_INVALID_ARG_SIZE,
                  fmt::format("{} takes an image: the size must be sizeof(cl_mem), {}, not {}",
                              describe(kernel, index), sizeof(cl_mem), size));
  if (!value) return refuse(CL_INVALID_ARG_VALUE, fmt::format("{} is NULL", describe(kernel, index)));
  cl_mem handle = nullptr;
  std::memcpy(&handle, value, sizeof(cl_mem));
  const auto memory = find(handle);
  if (!memory || !memory->image)
    return refuse(
        CL_INVALID_MEM_OBJECT,
        fmt::format("{} was given something that is not an image; pass the address of a cl_mem that "
                    "clCreateImage made",
                    describe(kernel, index)));
  if (memory->context != kernel.program->context)
    return refuse(CL_INVALID_MEM_OBJECT, "the image belongs to another context");
  const Parameter& parameter = kernel.kernel->parameters[index];
  if (memory->image->texels.kind != parameter.image)
    return refuse(CL_INVALID_ARG_VALUE, fmt::format("{} was given an {}", describe(kernel, index),
                                                    opencl_name(memory->image->texels.kind)));
  if (!allows(memory->flags, image_access(parameter)))
    return refuse(CL_INVALID_ARG_VALUE,
                  fmt::format("{} was given an image that was created without this access for kernels",
                              describe(kernel, index)));
  return KeptArgument(KeptMemory{false, memory});
}

Outcome<KeptArgument> sampler_argument(const _cl_kernel& kernel, cl_uint index, std::size_t size,
                                       const void* value) {
  if (size != sizeof(cl_sampler))
    return refuse(CL_INVALID_ARG_SIZE,
                  fmt::format("{} takes a sampler: the size must be sizeof(cl_sampler), {}, not {}",
                              describe(kernel, index), sizeof(cl_sampler), size));
  if (!value) return refuse(CL_INVALID_SAMPLER, fmt::format("{} is NULL", describe(kernel, index)));
  cl_sampler handle = nullptr;
  std::memcpy(&handle, value, sizeof(cl_sampler));
  const auto sampler = find(handle);
  if (!sampler || sampler->context != kernel.program->context)
    return refuse(
        CL_INVALID_SAMPLER,
        fmt::format("{} was given something that is not a sampler of its context; pass the address of "
                    "a cl_sampler",
                    describe(kernel, index)));
  return KeptArgument(lockstep::SamplerArgument{sampler->bits()});
}

Outcome<KeptArgument> local_argument(const _cl_kernel& kernel, cl_uint index, std::size_t size,
                                     const void* value) {
  if (value)
    return refuse(CL_INVALID_ARG_VALUE,
                  fmt::format("{} is local memory: its value must be NULL, and its size must be the "
                              "number of bytes",
                              describe(kernel, index)));
  if (size == 0)
    return refuse(CL_INVALID_ARG_SIZE, fmt::format("{} needs at least one byte", describe(kernel, index)));
  return KeptArgument(lockstep::LocalArgument{size});
}

Outcome<KeptArgument> plain_argument(const _cl_kernel& kernel, cl_uint index, std::size_t size,
                                     const void* value) {
  const Parameter& parameter = kernel.kernel->parameters[index];
  if (!value) return refuse(CL_INVALID_ARG_VALUE, fmt::format("{} is NULL", describe(kernel, index)));
  if (size != parameter.bytes)
    return refuse(CL_INVALID_ARG_SIZE, fmt::format("{} has {}, but {} were given", describe(kernel, index),
                                                   plural(parameter.bytes, "byte"), size));
  const auto* bytes = static_cast<const std::byte*>(value);
  return KeptArgument(lockstep::ScalarArgument{{bytes, bytes + size}});
}

Outcome<KeptArgument> argument_of(const _cl_kernel& kernel, cl_uint index, std::size_t size,
                                  const void* value) {
  switch (kernel.kernel->parameters[index].kind) {
    case Parameter::Kind::global_buffer:
    case Parameter::Kind::constant_buffer:
      return buffer_argument(kernel, index, size, value);
    case Parameter::Kind::local_buffer:
      return local_argument(kernel, index, size, value);
    case Parameter::Kind::image:
      return image_argument(kernel, index, size, value);
    case Parameter::Kind::sampler:
      return sampler_argument(kernel, index, size, value);
    default:
      return plain_argument(kernel, index, size, value);
  }
}

Outcome<void> answer(const _cl_kernel& kernel, cl_kernel_info name, const Query& query) {
  switch (name) {
    case CL_KERNEL_FUNCTION_NAME:
      return query.text(kernel.kernel->name);
    case CL_KERNEL_NUM_ARGS:
      return query.value(static_cast<cl_uint>(kernel.kernel->parameters.size()));
    case CL_KERNEL_REFERENCE_COUNT:
      return query.value(registry::references(&kernel));
    case CL_KERNEL_CONTEXT:
      return query.value(kernel.program->context.get());
    case CL_KERNEL_PROGRAM:
      return query.value(kernel.program.get());
    case CL_KERNEL_ATTRIBUTES:
      return query.text(kernel.kernel->attributes);
    default:
      return unknown_query(name);
  }
}

cl_kernel_arg_address_qualifier address_space(const Parameter& parameter) {
  switch (parameter.kind) {
    case Parameter::Kind::global_buffer:
    case Parameter::Kind::image:
      return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    case Parameter::Kind::constant_buffer:
      return CL_KERNEL_ARG_ADDRESS_CONSTANT;
    case Parameter::Kind::local_buffer:
      return CL_KERNEL_ARG_ADDRESS_LOCAL;
    default:
      return CL_KERNEL_ARG_ADDRESS_PRIVATE;
  }
}

bool is_pointer(const Parameter& parameter) {
  return address_space(parameter) != CL_KERNEL_ARG_ADDRESS_PRIVATE &&
         parameter.kind != Parameter::Kind::image;
}

// Returns the name of a type without address space and qualifiers: "int*", "uint4", "image2d_t".
std::string type_name(const Parameter& parameter) {
  std::string name, word;
  for (const char c : parameter.type_name + " ") {
    if (c != ' ' && c != '*') {
      word += c;
      continue;
    }
    const bool is_qualifier = word == "const" || word == "volatile" || word == "restrict" ||
                              word.ends_with("global") || word.ends_with("local") ||
                              word.ends_with("constant") || word.ends_with("private") ||
                              word.ends_with("_only") || word.ends_with("read_write");
    if (!word.empty() && !is_qualifier) name += (name.empty() || name.ends_with('*') ? "" : " ") + word;
    if (c == '*') name += '*';
    word.clear();
  }
  return name;
}

Outcome<void> answer_argument(const Parameter& parameter, cl_kernel_arg_info name, const Query& query) {
  switch (name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
      return query.value(address_space(parameter));
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
      return query.value(image_access(parameter));
    case CL_KERNEL_ARG_TYPE_NAME:
      return query.text(type_name(parameter));
    case CL_KERNEL_ARG_TYPE_QUALIFIER: {
      const bool is_const =
          is_pointer(parameter) && (parameter.is_const || parameter.kind == Parameter::Kind::constant_buffer);
      cl_kernel_arg_type_qualifier qualifiers = CL_KERNEL_ARG_TYPE_NONE;
      if (is_const) qualifiers |= CL_KERNEL_ARG_TYPE_CONST;
      if (parameter.is_volatile) qualifiers |= CL_KERNEL_ARG_TYPE_VOLATILE;
      if (parameter.is_restrict) qualifiers |= CL_KERNEL_ARG_TYPE_RESTRICT;
      return query.value(qualifiers);
    }
    case CL_KERNEL_ARG_NAME:
      return query.text(parameter.name);
    default:
      return unknown_query(name);
  }
}

// Finds a device of the kernel's program; `device` may be NULL if the program has only one device.
Outcome<std::shared_ptr<_cl_device_id>> device_of(const _cl_kernel& kernel, cl_device_id device) {
  const auto& devices = kernel.program->devices;
  if (!device && devices.size() == 1) device = devices.front();
  auto object = find(device);
  if (!object || std::ranges::find(devices, device) == devices.end())
    return refuse(CL_INVALID_DEVICE, "not a device of the kernel's program");
  return object;
}

std::uint64_t local_bytes(_cl_kernel& kernel) {
  const std::lock_guard lock(kernel.mutex);
  std::uint64_t bytes = kernel.kernel->local_bytes;
  for (const auto& argument : kernel.arguments)
    if (argument)
      if (const auto* local = std::get_if<lockstep::LocalArgument>(&*argument)) bytes += local->bytes;
  return bytes;
}

Outcome<void> answer_group(_cl_kernel& kernel, const _cl_device_id& device, cl_kernel_work_group_info name,
                           const Query& query) {
  switch (name) {
    case CL_KERNEL_WORK_GROUP_SIZE:
      return query.value(std::size_t{device.model.max_group_size});
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: {
      const auto& size = kernel.kernel->required_group_size;
      return query.value(std::array<std::size_t, 3>{size[0], size[1], size[2]});
    }
    case CL_KERNEL_LOCAL_MEM_SIZE:
      return query.value(cl_ulong{local_bytes(kernel)});
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return query.value(std::size_t{device.model.warp_width});
    case CL_KERNEL_PRIVATE_MEM_SIZE:
      return query.value(cl_ulong{kernel.code->private_bytes});
    case CL_KERNEL_GLOBAL_WORK_SIZE:
      return refuse(CL_INVALID_VALUE, "only built-in kernels and custom devices have a maximum global size");
    default:
      return unknown_query(name);
  }
}

// Reads the size of a work-group of one to three dimensions, as in the queries of sub-groups.
Outcome<std::size_t> group_items(const void* input, std::size_t size, std::size_t most) {
  if (!input || size == 0 || size % sizeof(std::size_t) != 0 || size > 3 * sizeof(std::size_t))
    return refuse(CL_INVALID_VALUE, "the work-group size is missing");
  std::size_t items = 1;
  for (std::size_t i = 0; i < size / sizeof(std::size_t); ++i)
    if (__builtin_mul_overflow(items, static_cast<const std::size_t*>(input)[i], &items)) items = SIZE_MAX;
  if (items == 0 || items > most)
    return refuse(CL_INVALID_VALUE, fmt::format("a work-group must have 1 to {} work-items", most));
  return items;
}

Outcome<void> answer_sub_groups(const _cl_kernel& kernel, const _cl_device_id& device,
                                cl_kernel_sub_group_info name, std::size_t input_size, const void* input,
                                std::size_t size, void* value, std::size_t* needed) {
  const Query query(size, value, needed);
  const std::size_t width = device.model.warp_width;
  switch (name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE: {
      const auto items = group_items(input, input_size, device.model.max_group_size);
      if (!items) return tl::unexpected(items.error());
      const bool asks_width = name == CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE;
      return query.value(asks_width ? std::min(width, *items) : (*items + width - 1) / width);
    }
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT: {
      if (!input || input_size != sizeof(std::size_t) || (value && size % sizeof(std::size_t) != 0))
        return refuse(CL_INVALID_VALUE, "the number of sub-groups is missing");
      const std::size_t groups = *static_cast<const std::size_t*>(input);
      const bool fits = groups <= device.model.max_group_size / width;
      std::vector<std::size_t> local(value ? std::clamp<std::size_t>(size / sizeof(std::size_t), 1, 3) : 1,
                                     1);
      local[0] = groups * width;
      if (!fits) std::ranges::fill(local, 0);
      return query.list(local);
    }
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
      return query.value((std::size_t{device.model.max_group_size} + width - 1) / width);
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
      return query.value(std::size_t{0});
    default:
      (void)kernel;
      return unknown_query(name);
  }
}

}  // namespace

cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* error) {
  return create("clCreateKernel", error, [&]() -> NewKernel {
    auto object = find(program);
    if (!object) return refuse(CL_INVALID_PROGRAM, "not a valid program");
    const auto codes = executables_of(*object);
    if (!codes) return tl::unexpected(codes.error());
    if (!name) return refuse(CL_INVALID_VALUE, "the kernel's name is NULL");
    const auto* code = codes->front()->find_kernel(name);
    if (!code)
      return refuse(CL_INVALID_KERNEL_NAME, fmt::format("the program has no kernel {}; it has {}", name,
                                                        kernel_names(*codes->front())));
    if (!is_same_everywhere(*codes, *code))
      return refuse(CL_INVALID_KERNEL_DEFINITION,
                    fmt::format("kernel {} was built with other parameters for another device", name));
    return make_kernel(std::move(object), codes->front(), *code);
  });
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel* list, cl_uint* count) {
  return call("clCreateKernelsInProgram", [&]() -> Outcome<void> {
    const auto object = find(program);
    if (!object) return refuse(CL_INVALID_PROGRAM, "not a valid program");
    const auto codes = executables_of(*object);
    if (!codes) return tl::unexpected(codes.error());
    std::vector<const lockstep::sim::Kernel*> kernels;
    for (const auto& kernel : codes->front()->kernels)
      if (is_same_everywhere(*codes, kernel)) kernels.push_back(&kernel);
    if (list && room < kernels.size())
      return refuse(CL_INVALID_VALUE, fmt::format("the program has {}, more than the array can hold",
                                                  plural(kernels.size(), "kernel")));
    for (std::size_t i = 0; list && i < kernels.size(); ++i)
      list[i] = publish(make_kernel(object, codes->front(), *kernels[i]));
    if (count) *count = static_cast<cl_uint>(kernels.size());
    return {};
  });
}

cl_kernel clCloneKernel(cl_kernel source, cl_int* error) {
  return create("clCloneKernel", error, [&]() -> NewKernel {
    const auto original = find(source);
    if (!original) return refuse(CL_INVALID_KERNEL, "not a valid kernel");
    auto clone = make_kernel(original->program, original->code, *original->kernel);
    const std::lock_guard lock(original->mutex);
    clone->arguments = original->arguments;
    clone->reached = original->reached;
    clone->argument_places = original->argument_places;
    return clone;
  });
}

cl_int clRetainKernel(cl_kernel kernel) { return retain("clRetainKernel", kernel, CL_INVALID_KERNEL); }
cl_int clReleaseKernel(cl_kernel kernel) { return release("clReleaseKernel", kernel, CL_INVALID_KERNEL); }

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  return call("clSetKernelArg", [&]() -> Outcome<void> {
    const auto object = find(kernel);
    if (!object) return refuse(CL_INVALID_KERNEL, "not a valid kernel");
    if (index >= object->kernel->parameters.size())
      return refuse(CL_INVALID_ARG_INDEX,
                    fmt::format("kernel {} takes {}; the first has index 0", object->kernel->name,
                                plural(object->kernel->parameters.size(), "argument")));
    auto argument = argument_of(*object, index, size, value);
    if (!argument) return tl::unexpected(argument.error());
    std::string place = Journal::of_process().place();
    const std::lock_guard lock(object->mutex);
    object->arguments[index] = std::move(*argument);
    object->argument_places[index] = std::move(place);
    return {};
  });
}

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info name, size_t size, void* value, size_t* needed) {
  return call("clGetKernelInfo", [&]() -> Outcome<void> {
    const auto object = find(kernel);
    if (!object) return refuse(CL_INVALID_KERNEL, "not a valid kernel");
    return answer(*object, name, Query(size, value, needed));
  });
}

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name, size_t size, void* value,
                          size_t* needed) {
  return call("clGetKernelArgInfo", [&]() -> Outcome<void> {
    const auto object = find(kernel);
    if (!object) return refuse(CL_INVALID_KERNEL, "not a valid kernel");
    if (index >= object->kernel->parameters.size())
      return refuse(CL_INVALID_ARG_INDEX, "the kernel has fewer arguments");
    return answer_argument(object->kernel->parameters[index], name, Query(size, value, needed));
  });
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info name,
                                size_t size, void* value, size_t* needed) {
  return call("clGetKernelWorkGroupInfo", [&]() -> Outcome<void> {
    const auto object = find(kernel);
    if (!object) return refuse(CL_INVALID_KERNEL, "not a valid kernel");
    const auto target = device_of(*object, device);
    if (!target) return tl::unexpected(target.error());
    return answer_group(*object, **target, name, Query(size, value, needed));
  });
}

cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info name,
                               size_t input_size, const void* input, size_t size, void* value,
                               size_t* needed) {
  return call("clGetKernelSubGroupInfo", [&]() -> Outcome<void> {
    const auto object = find(kernel);
    if (!object) return refuse(CL_INVALID_KERNEL, "not a valid kernel");
    const auto target = device_of(*object, device);
    if (!target) return tl::unexpected(target.error());
    return answer_sub_groups(*object, **target, name, input_size, input, size, value, needed);
  });
}

cl_int clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info name,
                                  size_t input_size, const void* input, size_t size, void* value,
                                  size_t* needed) {
  return clGetKernelSubGroupInfo(kernel, device, name, input_size, input, size, value, needed);
}
