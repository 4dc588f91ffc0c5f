#include "core/opencl/open_device.hpp"

#include "core/opencl/driver/cl.hpp"
#include "core/opencl/driver/errors.hpp"
#include "core/opencl/executor.hpp"

namespace lockstep::opencl {

struct OpenDevice::Handles {
  explicit Handles(const measure::Device& described)
      : device(static_cast<cl_device_id>(described.device_handle), true),
        context(device),
        queue(context, device, CL_QUEUE_PROFILING_ENABLE) {}
  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;
};

OpenDevice::OpenDevice(const measure::Device& device) : handles_(std::make_unique<const Handles>(device)) {}
OpenDevice::~OpenDevice() = default;

const cl::Context& OpenDevice::context() const { return handles_->context; }
const cl::CommandQueue& OpenDevice::queue() const { return handles_->queue; }
cl::CommandQueue OpenDevice::make_plain_queue() const { return {handles_->context, handles_->device}; }

Result<BuiltProgram> OpenDevice::program(const PlanProgram& program, std::string_view extra_option) {
  const KernelSource& source = program.source;
  Key key{source.text, source.include_dir, program.options, std::string(extra_option)};
  if (const auto known = programs_.find(key); known != programs_.end()) return known->second;
  auto built = build_program(handles_->context, handles_->device, program, extra_option);
  if (built) programs_.emplace(std::move(key), *built);
  return built;
}

Result<void> try_device(const measure::Device& device) {
  try {
    const OpenDevice open(device);
    return {};
  } catch (const cl::Error& error) {
    return opencl_failure("opening the device", error.err());
  }
}

}  // namespace lockstep::opencl
