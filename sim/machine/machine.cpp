#include "sim/machine/machine.hpp"

#include <fmt/format.h>

#include "sim/machine/execution/execution.hpp"
#include "sim/machine/launch/adversary.hpp"
#include "sim/machine/launch/describe.hpp"
#include "sim/machine/launch/program_variables.hpp"
#include "sim/machine/launch/setup.hpp"

namespace lockstep::sim {
namespace {

Result<void> check_buffers(const Plan& plan, std::uint64_t limit) {
  std::uint64_t total = 0;
  for (const PlanBuffer& buffer : plan.buffers) {
    const bool fits = buffer.elements <= limit / size_bytes(buffer.type);
    if (!fits || (total += buffer.bytes()) > limit) {
      return failure(fmt::format(
          "buffer {} ({} {}s) does not fit; all buffers together can have at most {} MiB, so use a smaller n",
          buffer.name, buffer.elements, opencl_name(buffer.type), limit >> 20));
    }
  }
  return {};
}

// Every instruction must have a handler; otherwise the compiler and the machine do not match.
Result<void> check_code(const Program& program, const std::vector<Operation>& code) {
  for (const Operation& operation : code) {
    if (operation.handlers.full != nullptr) continue;
    const Instruction& i = *operation.instruction;
    return failure(fmt::format("line {}: the simulator cannot execute {} of type {}",
                               program.ranges[i.range].line, opcode_name(i.op), opencl_name(i.type)));
  }
  return {};
}

std::optional<MachineState> run_trial(const Setup& setup, const MachineOptions& options,
                                      const Setup::GoesOn& goes_on) {
  const auto machine = Machine::create(setup.plan, setup.programs, setup.model, options);
  if (!machine) return std::nullopt;
  MachineState state = machine->initial_state();
  machine->step_through(state, {}, [&] { return goes_on(state); });
  return state;
}

}  // namespace

Machine::Machine(std::shared_ptr<const Setup> setup) : setup_(std::move(setup)) {}

Result<Machine> Machine::create(const Plan& plan, std::vector<std::shared_ptr<const Program>> programs,
                                const DeviceModel& model, const MachineOptions& options) {
  if (auto valid = validate(plan); !valid) return tl::unexpected(valid.error());
  if (model.warp_width < 1 || model.warp_width > kMaxLanes) {
    return usage_error(
        fmt::format("device model {} has warps of {} lanes, but a warp must have 1 to {} lanes", model.name,
                    model.warp_width, kMaxLanes));
  }
  auto setup = std::make_shared<Setup>();
  setup->plan = plan;
  setup->model = model;
  setup->sub_group_width = model.warp_width;
  setup->options = options;
  setup->run_trial = run_trial;
  if (options.schedule.lanes == LaneSchedule::independent) {
    setup->model.warp_width = 1;
    setup->model.lockstep = false;
  }
  setup->programs = std::move(programs);
  add_program_variables(*setup);
  if (auto fits = check_buffers(setup->plan, options.memory_limit_bytes); !fits)
    return tl::unexpected(fits.error());
  for (const auto& program : setup->programs) {
    setup->codes.push_back(decode(*program, setup->width()));
    if (auto ok = check_code(*program, setup->codes.back()); !ok) return tl::unexpected(ok.error());
  }
  for (std::size_t i = 0; i < plan.launches.size(); ++i) {
    auto launch = bind_launch(*setup, i);
    if (!launch) return tl::unexpected(launch.error());
    setup->launches.push_back(std::move(*launch));
  }
  if (options.schedule.order.kind == ExecutionOrder::Kind::adversarial)
    setup->options.schedule.order =
        most_harmful_order(*setup, [](std::shared_ptr<const Setup> trial, std::uint64_t most) {
          const Machine machine(std::move(trial));
          MachineState state = machine.initial_state();
          machine.step_through(state, {}, [&] { return state.executed < most; });
          return state;
        });
  return Machine(std::move(setup));
}

MachineState Machine::initial_state() const {
  std::vector<std::vector<std::byte>> buffers;
  std::vector<std::vector<std::uint8_t>> written;
  for (const PlanBuffer& buffer : setup_->plan.buffers) {
    const bool tracked =
        setup_->options.track_uninitialised && buffer.content.pattern == Content::Pattern::uninitialised;
    buffers.push_back(materialise(buffer));
    written.emplace_back(tracked ? buffers.back().size() : 0, std::uint8_t{0});
  }
  return initial_state(std::move(buffers), std::move(written));
}

MachineState Machine::initial_state(std::vector<std::vector<std::byte>> buffers,
                                    std::vector<std::vector<std::uint8_t>> written) const {
  MachineState state;
  state.warp_width = setup_->width();
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    // If there is no map, all bytes count as written.
    if (i < written.size() && !written[i].empty())
      fill_with_garbage(buffers[i], written[i], setup_->options.garbage);
    state.buffers.emplace_back(std::move(buffers[i]));
  }
  for (auto& map : written) state.buffer_written.emplace_back(std::move(map));
  for (std::size_t i = state.buffers.size(); i < setup_->plan.buffers.size(); ++i) {
    state.buffers.emplace_back(materialise(setup_->plan.buffers[i]));
    state.buffer_written.emplace_back();
  }
  prepare_launch(*setup_, state, 0);
  return state;
}

bool Machine::step(MachineState& state, std::span<Observer* const> observers) const {
  return Execution(*setup_, state, observers).step();
}

void Machine::step_through(MachineState& state, std::span<Observer* const> observers,
                           const std::function<bool()>& goes_on) const {
  Execution(*setup_, state, observers).step_through(goes_on);
}

void Machine::run(MachineState& state, std::span<Observer* const> observers, RunWatch* watch) const {
  Execution(*setup_, state, observers, watch).run();
}

void Machine::end_early(MachineState& state, std::span<Observer* const> observers, EarlyEnd reason,
                        RunWatch* watch) const {
  if (state.done(setup_->launches.size())) return;
  Execution execution(*setup_, state, observers, watch);
  execution.enter();
  execution.end_early(reason);
}

bool Machine::run_groups(MachineState& state, std::uint32_t end, std::span<Observer* const> observers,
                         RunWatch* watch) const {
  return Execution(*setup_, state, observers, watch).run_groups(end);
}

bool Machine::resume_groups(MachineState& state, std::uint32_t end, std::span<Observer* const> observers,
                            RunWatch* watch) const {
  return Execution(*setup_, state, observers, watch).resume_groups(end);
}

void Machine::begin_group(MachineState& state, std::uint32_t turn) const {
  prepare_group(*setup_, state, turn);
}

void Machine::begin_launch(MachineState& state, std::uint32_t launch) const {
  prepare_launch(*setup_, state, launch);
}

std::uint32_t Machine::group_count(std::uint32_t launch) const {
  return static_cast<std::uint32_t>(setup_->launches[launch].group_count);
}

const Plan& Machine::plan() const { return setup_->plan; }
const DeviceModel& Machine::model() const { return setup_->model; }
const Program& Machine::program(std::size_t plan_program) const { return *setup_->programs[plan_program]; }
const Kernel& Machine::kernel(std::size_t launch) const { return *setup_->launches[launch].kernel; }

std::string Machine::describe_address(const MachineState& state, std::uint64_t address,
                                      std::uint32_t bytes) const {
  if (setup_->launches.empty()) return "no memory";
  const BoundLaunch& launch =
      setup_->launches[std::min<std::size_t>(state.launch, setup_->launches.size() - 1)];
  return describe(launch, address, bytes);
}

}  // namespace lockstep::sim
