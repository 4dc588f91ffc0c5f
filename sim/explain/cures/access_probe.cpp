#include "sim/explain/cures/access_probe.hpp"

#include <array>
#include <unordered_set>

#include "sim/explain/narration/words.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/launch/describe.hpp"
#include "sim/machine/state/run_watch.hpp"
#include "sim/memory_rules/access.hpp"

namespace lockstep::sim {

namespace {

constexpr std::uint64_t kMaxSteps = 100'000'000;

bool is_line_of(const Finding::Party& party, const BoundLaunch& launch, const Instruction& instruction) {
  const SourceRange& range = launch.program->ranges[instruction.range];
  return range.line == party.range.line && range.file == party.range.file;
}

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
    if (!is_line_of(party_, launch, instruction)) return;
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

class PlacesProbe final : public Observer {
 public:
  PlacesProbe(const Machine& machine, const Finding& finding, std::int64_t shift)
      : machine_(machine), finding_(finding), shift_(shift) {}

  bool wants_instructions() const override { return false; }
  std::size_t count() const { return places_.size(); }

  void on_access(const MachineState&, const Moment& moment, const Instruction& instruction,
                 const ObservedAccess& observed) override {
    if (moment.launch != finding_.first.launch) return;
    const BoundLaunch& launch = machine_.setup().launches[moment.launch];
    if (!is_line_of(finding_.first, launch, instruction) || !is_there(launch, instruction)) return;
    if ((observed.access.kind != AccessKind::load) != finding_.first.is_store) return;
    for_each_lane(observed.access.active, [&](unsigned lane) {
      const std::uint64_t address = observed.access.addresses[lane];
      const NamedObject* object = object_at(launch, address);
      const std::int64_t offset = offset_of(address);
      if (space_of(address) != finding_.space || object_of(address) != finding_.object) return;
      const bool is_inside = object != nullptr && offset >= 0 &&
                             static_cast<std::uint64_t>(offset) + observed.access.bytes <= object->bytes;
      if (is_inside) places_.insert(address);
    });
  }

 private:
  bool is_there(const BoundLaunch& launch, const Instruction& instruction) const {
    const std::int64_t column = launch.program->ranges[instruction.range].column;
    const std::int64_t before = finding_.first.range.column;
    return column == before || column == before + shift_;
  }

  const Machine& machine_;
  const Finding& finding_;
  std::int64_t shift_;
  std::unordered_set<std::uint64_t> places_;
};

// Runs the plan with an observer that is constructed from the machine.
template <class Probe, class... Arguments>
Probe probed(const Machine& machine, const std::stop_token& stop, const Arguments&... arguments) {
  MachineState state = machine.initial_state();
  Probe probe(machine, arguments...);
  RunWatch watch({stop, std::chrono::milliseconds(0), {}});
  machine.run(state, std::array<Observer*, 1>{&probe}, &watch);
  return probe;
}

Result<Machine> machine_of(const Plan& plan, const DeviceModel& model, const Schedule& schedule) {
  MachineOptions options;
  options.track_uninitialised = false;
  options.schedule = schedule;
  options.step_budget = kMaxSteps;
  return compile_machine(plan, model, options);
}

}  // namespace

std::size_t places_accessed(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                            const Finding& finding, std::int64_t shift, const std::stop_token& stop) {
  const Result<Machine> machine = machine_of(plan, model, schedule);
  return machine ? probed<PlacesProbe>(*machine, stop, finding, shift).count() : 0;
}

std::vector<ProbedAccess> probe_accesses(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                         const Finding::Party& party, std::uint64_t address,
                                         const std::stop_token& stop) {
  const Result<Machine> machine = machine_of(plan, model, schedule);
  if (!machine) return {};
  return probed<AccessProbe>(*machine, stop, party, address).take();
}

}  // namespace lockstep::sim
