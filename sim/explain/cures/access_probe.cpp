#include "sim/explain/cures/access_probe.hpp"

#include <array>

#include "sim/explain/narration/words.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/launch/describe.hpp"
#include "sim/machine/state/run_watch.hpp"
#include "sim/memory/access.hpp"

namespace lockstep::sim {

namespace {

constexpr std::uint64_t kMaxSteps = 100'000'000;

class AccessProbe final : public Observer {
 public:
  AccessProbe(const Machine& machine, const Finding::Party& party, std::uint64_t address)
      : machine_(machine), party_(party), address_(address) {}

  bool wants_instructions() const override { return false; }
  std::vector<ProbedAccess> take() { return std::move(accesses_); }

  void on_access(const MachineState& state, const Moment& moment, const Instruction& instruction,
                 const ObservedAccess& observed) override {
    if (moment.launch != party_.launch) return;
    const BoundLaunch& launch = machine_.setup().launches[moment.launch];
    const SourceRange& range = launch.program->ranges[instruction.range];
    if (range.line != party_.range.line || range.file != party_.range.file) return;
    for_each_lane(observed.access.active, [&](unsigned lane) {
      const std::uint64_t offset = address_ - observed.access.addresses[lane];
      if (offset >= observed.access.bytes) return;
      const std::uint32_t item = moment.warp * state.warp_width + lane;
      if (launch.work_item(moment.group, item) == party_.work_item)
        accesses_.push_back(
            {state.executed, value(state, launch), observed.access.kind == AccessKind::store});
    });
  }

 private:
  std::string value(const MachineState& state, const BoundLaunch& launch) const {
    const NamedObject* object = object_at(launch, address_);
    if (object == nullptr) return {};
    const bool is_local = space_of(address_) == Space::local;
    const std::vector<std::byte>& memory =
        is_local ? state.group.local_memory : state.buffers[object_of(address_) - 1];
    const std::uint64_t size = size_bytes(object->type);
    const std::uint64_t offset =
        static_cast<std::uint64_t>(offset_of(address_)) / size * size + (is_local ? object->offset : 0);
    return words::element(std::span(memory).subspan(offset, size), object->type, 0);
  }

  const Machine& machine_;
  Finding::Party party_;
  std::uint64_t address_;
  std::vector<ProbedAccess> accesses_;
};

}  // namespace

std::vector<ProbedAccess> probe_accesses(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                         const Finding::Party& party, std::uint64_t address,
                                         const std::stop_token& stop) {
  MachineOptions options;
  options.track_uninitialised = false;
  options.schedule = schedule;
  options.step_budget = kMaxSteps;
  const Result<Machine> machine = compile_machine(plan, model, options);
  if (!machine) return {};
  MachineState state = machine->initial_state();
  AccessProbe probe(*machine, party, address);
  RunWatch watch({stop, std::chrono::milliseconds(0), {}});
  machine->run(state, std::array<Observer*, 1>{&probe}, &watch);
  return probe.take();
}

}  // namespace lockstep::sim
