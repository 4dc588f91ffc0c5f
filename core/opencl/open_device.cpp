#include "core/opencl/open_device.hpp"

#include "core/opencl/errors.hpp"
#include "core/opencl/executor.hpp"

namespace lockstep::opencl {

OpenDevice::OpenDevice(const Device& device)
    : handle_(static_cast<cl_device_id>(device.device_handle), true),
      context_(handle_),
      queue_(context_, handle_, CL_QUEUE_PROFILING_ENABLE) {}

Result<BuiltProgram> OpenDevice::program(const PlanProgram& program, std::string_view extra_option) {
  const KernelSource& source = program.source;
  Key key{source.text, source.include_dir, program.options, std::string(extra_option)};
  if (const auto known = programs_.find(key); known != programs_.end()) return known->second;
  auto built = build_program(context_, handle_, program, extra_option);
  if (built) programs_.emplace(std::move(key), *built);
  return built;
}

Result<void> try_device(const Device& device) {
  try {
    const OpenDevice open(device);
    return {};
  } catch (const cl::Error& error) {
    return opencl_failure("opening the device", error.err());
  }
}

}  // namespace lockstep::opencl
