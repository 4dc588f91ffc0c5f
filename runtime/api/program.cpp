// Section 5.8 of the OpenCL specification: programs.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/files/path_text.hpp"
#include "runtime/api/call.hpp"
#include "runtime/objects/build.hpp"
#include "runtime/objects/kernel.hpp"
#include "runtime/objects/source_file.hpp"

using namespace lockstep::runtime;
using lockstep::KernelSource;

namespace {

using NewProgram = Outcome<std::shared_ptr<_cl_program>>;
using BuildNotify = void(CL_CALLBACK*)(cl_program, void*);

std::shared_ptr<_cl_program> make_program(std::shared_ptr<_cl_context> context) {
  auto program = std::make_shared<_cl_program>();
  program->number = Journal::of_process().next_program();
  program->name = fmt::format("program-{}.cl", program->number + 1);
  program->devices = context->devices;
  program->context = std::move(context);
  return program;
}

Outcome<std::string> joined(cl_uint count, const char* const* strings, const size_t* lengths) {
  if (count == 0 || !strings) return refuse(CL_INVALID_VALUE, "there is no source text");
  std::string text;
  for (cl_uint i = 0; i < count; ++i) {
    if (!strings[i]) return refuse(CL_INVALID_VALUE, "one of the source texts is NULL");
    // A length of 0 means that the text ends with a NUL. Some programs include the NUL in the length.
    if (lengths && lengths[i] != 0)
      text += std::string_view(strings[i], lengths[i]);
    else
      text += strings[i];
  }
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

// Returns the devices of a list, or all devices of the program if there is no list.
Outcome<std::vector<cl_device_id>> chosen_devices(const _cl_program& program, cl_uint count,
                                                  const cl_device_id* list) {
  if ((count == 0) != (list == nullptr))
    return refuse(CL_INVALID_VALUE, "the list of devices does not match its length");
  if (!list) return program.devices;
  std::vector<cl_device_id> chosen(list, list + count);
  for (cl_device_id device : chosen)
    if (std::ranges::find(program.devices, device) == program.devices.end())
      return refuse(CL_INVALID_DEVICE, "the list contains something that is not a device of the program");
  return chosen;
}

Outcome<void> check_notify(BuildNotify notify, const void* user_data) {
  if (!notify && user_data) return refuse(CL_INVALID_VALUE, "user_data is given without a callback");
  return {};
}

// Checks the arguments before a build changes the program.
Outcome<void> check_free(_cl_program& program) {
  const std::lock_guard lock(program.mutex);
  if (program.kernels != 0)
    return refuse(CL_INVALID_OPERATION,
                  "the program still has kernels; release these kernels before you build the program again");
  return {};
}

void keep(_cl_program& program, const std::vector<cl_device_id>& list, const Build& build) {
  const std::lock_guard lock(program.mutex);
  for (cl_device_id device : list) program.builds[device] = build;
}

KernelSource source_of(const _cl_program& program) { return {program.name, program.source, "."}; }

std::optional<Build> binary_build(_cl_program& program) {
  const std::lock_guard lock(program.mutex);
  if (program.builds.empty()) return std::nullopt;
  return program.builds.begin()->second;
}

Outcome<void> build(_cl_program& program, const std::vector<cl_device_id>& list, const std::string& options) {
  if (!program.has_source && !program.has_binary)
    return refuse(CL_INVALID_OPERATION, "the program was linked; it has no source to build");
  if (program.has_binary) {
    const auto binary = binary_build(program);
    if (!binary || binary->type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
      return refuse(CL_INVALID_BINARY, "the binary is not an executable; link it first");
    const Build made = rebuild(program.name, *binary);
    keep(program, list, made);
    if (made.status == CL_BUILD_SUCCESS) return {};
    return refuse(CL_BUILD_PROGRAM_FAILURE, made.log);
  }
  auto made = build_program(source_of(program), options);
  if (!made) return refuse(CL_INVALID_BUILD_OPTIONS, made.error().message);
  keep(program, list, *made);
  if (made->status == CL_BUILD_SUCCESS) return {};
  return refuse(CL_BUILD_PROGRAM_FAILURE, made->log);
}

Outcome<void> add_headers(KernelSource& source, cl_uint count, const cl_program* headers,
                          const char* const* names) {
  if ((count == 0) != (headers == nullptr) || (count == 0) != (names == nullptr))
    return refuse(CL_INVALID_VALUE, "the list of headers does not match its length");
  for (cl_uint i = 0; i < count; ++i) {
    const auto header = find(headers[i]);
    if (!header) return refuse(CL_INVALID_PROGRAM, "one of the headers is not a program");
    if (!names[i] || !header->has_source)
      return refuse(CL_INVALID_OPERATION,
                    "a header must have a name, and must be a program created from source");
    source.headers.push_back({names[i], header->source});
  }
  return {};
}

// Finds the objects and libraries to link. They must exist for each device; those of the first device
// are used.
Outcome<std::vector<Build>> inputs_of(const std::vector<std::shared_ptr<_cl_program>>& programs,
                                      const std::vector<cl_device_id>& devices) {
  std::vector<Build> inputs;
  for (const auto& program : programs) {
    const std::lock_guard lock(program->mutex);
    const auto is_compiled_for = [&](cl_device_id device) {
      const auto found = program->builds.find(device);
      return found != program->builds.end() &&
             (found->second.type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
              found->second.type == CL_PROGRAM_BINARY_TYPE_LIBRARY);
    };
    if (!std::ranges::all_of(devices, is_compiled_for))
      return refuse(CL_INVALID_OPERATION,
                    "one of the programs is neither compiled nor a library for each of these devices");
    inputs.push_back(program->builds.at(devices.front()));
  }
  return inputs;
}

Outcome<std::vector<std::shared_ptr<_cl_program>>> programs_of(cl_uint count, const cl_program* list) {
  if (count == 0 || !list) return refuse(CL_INVALID_VALUE, "there is no program to link");
  std::vector<std::shared_ptr<_cl_program>> programs;
  for (cl_uint i = 0; i < count; ++i) {
    auto program = find(list[i]);
    if (!program) return refuse(CL_INVALID_PROGRAM, "one of the programs is not valid");
    programs.push_back(std::move(program));
  }
  return programs;
}

std::vector<std::string> binaries_of(_cl_program& program) {
  std::vector<std::string> binaries;
  for (cl_device_id device : program.devices) {
    const auto found = program.builds.find(device);
    const bool has = found != program.builds.end() && found->second.type != CL_PROGRAM_BINARY_TYPE_NONE;
    binaries.push_back(has ? binary_of(found->second) : "");
  }
  return binaries;
}

Outcome<void> answer_binaries(_cl_program& program, std::size_t size, void* value, std::size_t* needed) {
  const std::vector<std::string> binaries = binaries_of(program);
  const std::size_t wanted = binaries.size() * sizeof(unsigned char*);
  if (value && size < wanted) return refuse(CL_INVALID_VALUE, "the answer does not fit in the given memory");
  if (needed) *needed = wanted;
  auto* const places = static_cast<unsigned char**>(value);
  for (std::size_t i = 0; places && i < binaries.size(); ++i)
    if (places[i]) std::ranges::copy(binaries[i], places[i]);
  return {};
}

// Returns the build for any device, because all builds have the same kernels.
const Build* built(const _cl_program& program) {
  for (const auto& [device, made] : program.builds)
    if (made.code) return &made;
  return nullptr;
}

Outcome<void> answer_kernels(const _cl_program& program, cl_program_info name, const Query& query) {
  const Build* const made = built(program);
  if (!made)
    return refuse(CL_INVALID_PROGRAM_EXECUTABLE, "the program has not been built successfully for a device");
  if (name == CL_PROGRAM_NUM_KERNELS) return query.value(made->code->kernels.size());
  std::string names;
  for (const auto& kernel : made->code->kernels) names += (names.empty() ? "" : ";") + kernel.name;
  return query.text(names);
}

Outcome<void> answer(_cl_program& program, cl_program_info name, std::size_t size, void* value,
                     std::size_t* needed) {
  const Query query(size, value, needed);
  const std::lock_guard lock(program.mutex);
  switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return query.value(registry::references(&program));
    case CL_PROGRAM_CONTEXT:
      return query.value(program.context.get());
    case CL_PROGRAM_NUM_DEVICES:
      return query.value(static_cast<cl_uint>(program.devices.size()));
    case CL_PROGRAM_DEVICES:
      return query.list(program.devices);
    case CL_PROGRAM_SOURCE:
      return query.text(program.source);
    case CL_PROGRAM_IL:
      return query.nothing();
    case CL_PROGRAM_BINARY_SIZES: {
      std::vector<std::size_t> sizes;
      for (const std::string& binary : binaries_of(program)) sizes.push_back(binary.size());
      return query.list(sizes);
    }
    case CL_PROGRAM_BINARIES:
      return answer_binaries(program, size, value, needed);
    case CL_PROGRAM_NUM_KERNELS:
    case CL_PROGRAM_KERNEL_NAMES:
      return answer_kernels(program, name, query);
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
      return query.value(cl_bool{CL_FALSE});
    default:
      return unknown_query(name);
  }
}

Outcome<void> answer_build(_cl_program& program, cl_device_id device, cl_program_build_info name,
                           const Query& query) {
  const std::lock_guard lock(program.mutex);
  const auto found = program.builds.find(device);
  const Build made = found == program.builds.end() ? Build{} : found->second;
  switch (name) {
    case CL_PROGRAM_BUILD_STATUS:
      return query.value(made.status);
    case CL_PROGRAM_BUILD_OPTIONS:
      return query.text(made.options);
    case CL_PROGRAM_BUILD_LOG:
      return query.text(made.log);
    case CL_PROGRAM_BINARY_TYPE:
      return query.value(made.type);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE: {
      std::size_t bytes = 0;
      if (made.code)
        for (const lockstep::sim::GlobalVariable& variable : made.code->global_variables)
          bytes += variable.bytes;
      return query.value(bytes);
    }
    default:
      return unknown_query(name);
  }
}

}  // namespace

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                     const size_t* lengths, cl_int* error) {
  return create("clCreateProgramWithSource", error, [&]() -> NewProgram {
    auto owner = find(context);
    if (!owner) return refuse(CL_INVALID_CONTEXT, "not a valid context");
    auto text = joined(count, strings, lengths);
    if (!text) return tl::unexpected(text.error());
    auto program = make_program(std::move(owner));
    if (std::string file = source_file_of(*text); !file.empty()) {
      program->name = lockstep::path_text(lockstep::system_path(file).filename());
      program->file = std::move(file);
    }
    program->source = std::move(*text);
    program->has_source = true;
    return program;
  });
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id* list,
                                     const size_t* lengths, const unsigned char** binaries, cl_int* status,
                                     cl_int* error) {
  return create("clCreateProgramWithBinary", error, [&]() -> NewProgram {
    auto owner = find(context);
    if (!owner) return refuse(CL_INVALID_CONTEXT, "not a valid context");
    if (count == 0 || !list || !lengths || !binaries)
      return refuse(CL_INVALID_VALUE, "devices, lengths or binaries are missing");
    auto program = make_program(owner);
    program->has_binary = true;
    program->devices.assign(list, list + count);
    for (cl_uint i = 0; i < count; ++i)
      if (!find(list[i]) || !owner->has(list[i]))
        return refuse(CL_INVALID_DEVICE, "the list contains something that is not a device of the context");
    Outcome<void> all;
    for (cl_uint i = 0; i < count; ++i) {
      const bool is_there = lengths[i] != 0 && binaries[i] != nullptr;
      const auto made =
          is_there ? build_of({reinterpret_cast<const char*>(binaries[i]), lengths[i]}) : std::nullopt;
      if (status) status[i] = made ? CL_SUCCESS : is_there ? CL_INVALID_BINARY : CL_INVALID_VALUE;
      if (made) program->builds[list[i]] = *made;
      if (!is_there) all = refuse(CL_INVALID_VALUE, "a binary is missing, or has no bytes");
      if (is_there && !made && all) all = refuse(CL_INVALID_BINARY, "a binary was not made by this device");
    }
    if (!all) return tl::unexpected(all.error());
    return program;
  });
}

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint count, const cl_device_id* list,
                                             const char* names, cl_int* error) {
  return create("clCreateProgramWithBuiltInKernels", error, [&]() -> NewProgram {
    const auto owner = find(context);
    if (!owner) return refuse(CL_INVALID_CONTEXT, "not a valid context");
    if (count == 0 || !list || !names) return refuse(CL_INVALID_VALUE, "devices or names are missing");
    for (cl_uint i = 0; i < count; ++i)
      if (!find(list[i]) || !owner->has(list[i]))
        return refuse(CL_INVALID_DEVICE, "the list contains something that is not a device of the context");
    return refuse(CL_INVALID_VALUE, "Lockstep's devices have no built-in kernels");
  });
}

cl_program clCreateProgramWithIL(cl_context context, const void* il, size_t length, cl_int* error) {
  return create("clCreateProgramWithIL", error, [&]() -> NewProgram {
    if (!find(context)) return refuse(CL_INVALID_CONTEXT, "not a valid context");
    if (!il || length == 0) return refuse(CL_INVALID_VALUE, "the intermediate language is missing");
    return refuse(CL_INVALID_OPERATION, "Lockstep's devices take OpenCL C, not an intermediate language");
  });
}

cl_int clRetainProgram(cl_program program) { return retain("clRetainProgram", program, CL_INVALID_PROGRAM); }
cl_int clReleaseProgram(cl_program program) {
  return release("clReleaseProgram", program, CL_INVALID_PROGRAM);
}

cl_int clSetProgramReleaseCallback(cl_program program, BuildNotify notify, void*) {
  return call("clSetProgramReleaseCallback", [&]() -> Outcome<void> {
    if (!find(program)) return refuse(CL_INVALID_PROGRAM, "not a valid program");
    if (!notify) return refuse(CL_INVALID_VALUE, "the function is NULL");
    return refuse(CL_INVALID_OPERATION, "Lockstep's devices support no destructors of program variables");
  });
}

cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint, size_t, const void*) {
  return call("clSetProgramSpecializationConstant", [&]() -> Outcome<void> {
    if (!find(program)) return refuse(CL_INVALID_PROGRAM, "not a valid program");
    return refuse(CL_INVALID_OPERATION, "Lockstep's devices take OpenCL C, not an intermediate language");
  });
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id* list, const char* options,
                      BuildNotify notify, void* user_data) {
  return call("clBuildProgram", [&]() -> Outcome<void> {
    const auto object = find(program);
    if (!object) return refuse(CL_INVALID_PROGRAM, "not a valid program");
    if (auto valid = check_notify(notify, user_data); !valid) return valid;
    const auto chosen = chosen_devices(*object, count, list);
    if (!chosen) return tl::unexpected(chosen.error());
    if (auto is_free = check_free(*object); !is_free) return is_free;
    const auto done = build(*object, *chosen, options ? options : "");
    const bool was_tried = done || done.error().code == CL_BUILD_PROGRAM_FAILURE;
    if (notify && was_tried) notify(program, user_data);
    return done;
  });
}

cl_int clCompileProgram(cl_program program, cl_uint count, const cl_device_id* list, const char* options,
                        cl_uint header_count, const cl_program* headers, const char** names,
                        BuildNotify notify, void* user_data) {
  return call("clCompileProgram", [&]() -> Outcome<void> {
    const auto object = find(program);
    if (!object) return refuse(CL_INVALID_PROGRAM, "not a valid program");
    if (auto valid = check_notify(notify, user_data); !valid) return valid;
    const auto chosen = chosen_devices(*object, count, list);
    if (!chosen) return tl::unexpected(chosen.error());
    if (!object->has_source) return refuse(CL_INVALID_OPERATION, "the program has no source to compile");
    if (auto is_free = check_free(*object); !is_free) return is_free;
    KernelSource source = source_of(*object);
    if (auto added = add_headers(source, header_count, headers, names); !added) return added;
    const auto made = compile_program(source, options ? options : "");
    if (!made) return refuse(CL_INVALID_COMPILER_OPTIONS, made.error().message);
    keep(*object, *chosen, *made);
    if (notify) notify(program, user_data);
    if (made->status == CL_BUILD_SUCCESS) return {};
    return refuse(CL_COMPILE_PROGRAM_FAILURE, made->log);
  });
}

cl_program clLinkProgram(cl_context context, cl_uint count, const cl_device_id* list, const char* options,
                         cl_uint input_count, const cl_program* inputs, BuildNotify notify, void* user_data,
                         cl_int* error) {
  std::shared_ptr<_cl_program> linked;
  cl_int failure = CL_SUCCESS;
  const cl_program handle = create("clLinkProgram", error, [&]() -> NewProgram {
    auto owner = find(context);
    if (!owner) return refuse(CL_INVALID_CONTEXT, "not a valid context");
    if (auto valid = check_notify(notify, user_data); !valid) return tl::unexpected(valid.error());
    const auto programs = programs_of(input_count, inputs);
    if (!programs) return tl::unexpected(programs.error());
    linked = make_program(std::move(owner));
    const auto chosen = chosen_devices(*linked, count, list);
    if (!chosen) return tl::unexpected(chosen.error());
    const auto objects = inputs_of(*programs, *chosen);
    if (!objects) return tl::unexpected(objects.error());
    const auto made = link_program(linked->name, *objects, options ? options : "");
    if (!made) return refuse(CL_INVALID_LINKER_OPTIONS, made.error().message);
    linked->devices = *chosen;
    keep(*linked, *chosen, *made);
    if (made->status != CL_BUILD_SUCCESS) {
      // The program is returned despite the error, because it contains the log of the linker.
      failure = CL_LINK_PROGRAM_FAILURE;
      Journal::of_process().error("clLinkProgram", error_name(failure), made->log);
    }
    return linked;
  });
  if (handle && error) *error = failure;
  if (handle && notify) notify(handle, user_data);
  return handle;
}

cl_int clGetProgramInfo(cl_program program, cl_program_info name, size_t size, void* value, size_t* needed) {
  return call("clGetProgramInfo", [&]() -> Outcome<void> {
    const auto object = find(program);
    if (!object) return refuse(CL_INVALID_PROGRAM, "not a valid program");
    return answer(*object, name, size, value, needed);
  });
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info name, size_t size,
                             void* value, size_t* needed) {
  return call("clGetProgramBuildInfo", [&]() -> Outcome<void> {
    const auto object = find(program);
    if (!object) return refuse(CL_INVALID_PROGRAM, "not a valid program");
    if (std::ranges::find(object->devices, device) == object->devices.end())
      return refuse(CL_INVALID_DEVICE, "not a device of the program");
    return answer_build(*object, device, name, Query(size, value, needed));
  });
}
