#include "tests/fuzz/differential.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/opencl/driver/cl.hpp"
#include "core/opencl/prepared_launches.hpp"
#include "core/plan/plan.hpp"
#include "sim/compiler/compile.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/machine/machine.hpp"
#include "tests/fuzz/kernel_generator.hpp"

namespace lockstep::fuzz {

namespace {

// Kernels that PoCL 3.1 computes wrongly: Oclgrind agrees with the simulator, or has the same error of LLVM
// (cases after a default, seeds 476 and 9096) and a C compiler agrees with the simulator.
constexpr std::uint64_t kWrongOnPocl[] = {476, 781, 9096, 12322, 17646};
// PoCL 6 ends the process when it builds the work-group of this one.
constexpr std::uint64_t kCrashesPocl6 = 344;

constexpr unsigned kGroups = 4;
constexpr unsigned kItems = kGroups * kGroupSize;
constexpr std::int32_t kScalar = 77;

// Small, large and negative values, so that comparisons and shifts get all kinds of operands.
std::uint64_t input_value(std::uint64_t index) {
  std::uint64_t x = (index + 1) * 0x9E3779B97F4A7C15ull;
  x ^= x >> 29;
  return index % 3 == 0 ? x % 17 : index % 7 == 0 ? -(x % 5) : x;
}

struct Inputs {
  std::vector<std::int32_t> narrow;
  std::vector<std::uint64_t> wide;
};

Inputs make_inputs() {
  Inputs inputs;
  for (std::uint64_t i = 0; i < kInputs; ++i) {
    inputs.narrow.push_back(static_cast<std::int32_t>(input_value(i)));
    inputs.wide.push_back(input_value(i + kInputs));
  }
  return inputs;
}

template <class T>
Content literal(const std::vector<T>& values) {
  const auto* first = reinterpret_cast<const std::byte*>(values.data());
  Content content;
  content.pattern = Content::Pattern::bytes;
  content.bytes = std::make_shared<std::vector<std::byte>>(first, first + values.size() * sizeof(T));
  return content;
}

using Output = std::vector<std::uint64_t>;

Plan make_plan(const KernelSource& source, const std::string& kernel, const Inputs& inputs) {
  Plan plan;
  plan.programs.push_back({source, ""});
  plan.buffers.push_back({"out", ElementType::uint64, kItems * kOutputs, PlanBuffer::Role::output,
                          literal(Output(kItems * kOutputs))});
  plan.buffers.push_back(
      {"in", ElementType::int32, kInputs, PlanBuffer::Role::input, literal(inputs.narrow)});
  plan.buffers.push_back(
      {"wide", ElementType::uint64, kInputs, PlanBuffer::Role::input, literal(inputs.wide)});
  PlanLaunch launch;
  launch.kernel = kernel;
  launch.range.global_size = {kItems, 1, 1};
  launch.range.local_size = {kGroupSize, 1, 1};
  launch.arguments = {BufferArgument{0}, BufferArgument{1}, BufferArgument{2}, scalar_argument(kScalar)};
  plan.launches.push_back(std::move(launch));
  return plan;
}

Result<Output> simulate(const Plan& plan, std::shared_ptr<const sim::Program> program) {
  const auto model = sim::find_device_model("cc9.0");
  if (!model) return tl::unexpected(model.error());
  const auto machine = sim::Machine::create(plan, {std::move(program)}, **model);
  if (!machine) return tl::unexpected(machine.error());
  sim::MachineState state = machine->initial_state();
  machine->run(state, {});
  Output output(kItems * kOutputs);
  std::memcpy(output.data(), state.buffers[0].data(), output.size() * sizeof output[0]);
  return output;
}

Result<Output> run(const measure::Device& device, const opencl::BuiltProgram& program, const Plan& plan) {
  std::string place;
  try {
    const cl::Context context = program.program->getInfo<CL_PROGRAM_CONTEXT>();
    std::vector<cl::Buffer> buffers;
    for (const PlanBuffer& buffer : plan.buffers) {
      std::vector<std::byte> content = materialise(buffer);
      buffers.emplace_back(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, content.size(), content.data());
    }
    opencl::KernelObjects made;
    const auto kernels = opencl::prepare_launches(device, plan, {program}, buffers, made, place);
    if (!kernels) return tl::unexpected(kernels.error());
    const cl::CommandQueue queue(context, cl::Device(static_cast<cl_device_id>(device.device_handle)),
                                 cl::QueueProperties::Profiling);
    opencl::enqueue_launch(queue, kernels->front(), plan.launches.front().range);
    Output output(kItems * kOutputs);
    queue.enqueueReadBuffer(buffers.front(), CL_TRUE, 0, output.size() * sizeof output[0], output.data());
    return output;
  } catch (const cl::Error& error) {
    return failure(fmt::format("the device failed in {}: {} (status {})", place, error.what(), error.err()));
  }
}

std::string first_difference(const Output& simulated, const Output& device) {
  for (std::size_t i = 0; i < simulated.size(); ++i)
    if (simulated[i] != device[i])
      return fmt::format("out[{}] of work-item {}: simulator {:#x}, device {:#x}", i % kOutputs, i / kOutputs,
                         simulated[i], device[i]);
  return {};
}

}  // namespace

Result<std::vector<Difference>> compare_with_device(const measure::Device& device, std::uint64_t first_seed,
                                                    unsigned count) {
  KernelSource source{"generated.cl", "", ""};
  for (unsigned i = 0; i < count; ++i)
    source.text += generate_kernel(first_seed + i, fmt::format("k{}", first_seed + i)) + "\n";
  const auto compiled = sim::language::compile(source, "");
  if (!compiled) return tl::unexpected(compiled.error());
  const cl::Device handle(static_cast<cl_device_id>(device.device_handle));
  // Without optimisation: the build is many times faster, and the reference is the language, not an
  // optimiser.
  const auto built = opencl::build_program(cl::Context(handle), handle, {source, ""}, "-cl-opt-disable");
  if (!built) return tl::unexpected(built.error());
  const Inputs inputs = make_inputs();
  std::vector<Difference> differences;
  const bool pocl = device.platform.find("Portable Computing Language") != std::string::npos;
  for (unsigned i = 0; i < count; ++i) {
    if (pocl && std::ranges::count(kWrongOnPocl, first_seed + i) != 0) continue;
    if (pocl && device.driver.starts_with("6.") && first_seed + i == kCrashesPocl6) continue;
    const std::string name = fmt::format("k{}", first_seed + i);
    const Plan plan = make_plan(source, name, inputs);
    const auto simulated = simulate(plan, *compiled);
    const auto on_device = run(device, *built, plan);
    std::string what = !simulated   ? simulated.error().message
                       : !on_device ? on_device.error().message
                                    : first_difference(*simulated, *on_device);
    if (!what.empty()) differences.push_back({name, std::move(what)});
  }
  return differences;
}

}  // namespace lockstep::fuzz
