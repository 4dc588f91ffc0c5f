// Counts a run by launch and by source line; the total is the sum of the launches.
//
// The machine itself tallies how often each instruction ran, so no hook is called for most instructions. Work
// and steps come from the provenance observer, if there is one; it must precede this observer in the
// machine's list, so that it is up to date when a launch ends.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/memory_rules/access.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

class ProvenanceObserver;

// Adds the cost of one access or branch on a model.
void add_access(const DeviceModel& model, Space space, const WarpAccess& access, Counters& counters);
void add_branch(const Instruction& instruction, const ObservedBranch& branch, Counters& counters);

class CounterObserver final : public Observer {
 public:
  // The costs of accesses are also added to `running`, unless `running` is null.
  explicit CounterObserver(const Machine& machine, const ProvenanceObserver* provenance = nullptr,
                           Counters* running = nullptr);

  // Adds the counters of `part`, which counted work-groups of launches that began under this observer.
  void merge(const CounterObserver& part);
  // Adds the counts of a launch in `part`, multiplied by `times`; clear() resets the counts of a launch.
  void merge(const CounterObserver& part, std::uint32_t launch, std::uint64_t times);
  void clear(std::uint32_t launch);

  std::vector<Counters> launches() const;
  std::vector<LineCounters> lines() const;  // by Plan::programs index

  void on_launch_begin(const MachineState&, std::uint32_t launch) override;
  void on_launch_end(const MachineState&, std::uint32_t launch) override;
  void on_group_begin(const MachineState&, std::uint32_t group) override;
  void on_access(const MachineState&, const Moment&, const Instruction&, const ObservedAccess&) override;
  void on_branch(const MachineState&, const Moment&, const Instruction&, const ObservedBranch&) override;
  void on_barrier_release(const MachineState&, std::uint32_t group, const Instruction&) override;
  std::span<InstructionTally> instruction_tally(std::uint32_t launch) override;
  bool wants_instructions() const override { return false; }

 private:
  struct Launch {
    Counters whole;                       // counters without an instruction: launches, groups, warps, steps
    std::vector<Counters> events;         // by instruction: accesses, branches, barriers
    std::vector<InstructionTally> tally;  // by instruction
  };
  // The costs of accesses, by shape and by the address of the first lane; computed once.
  struct KnownCost {
    std::uint64_t shape = 0;  // number of the shape; 0: none
    std::uint64_t first = 0;  // modulo kAddressPeriod
    Space space = Space::null;
    AccessKind kind = AccessKind::load;
    GlobalCost global;
    LocalCost local;
    ConstantCost constant;
  };
  using CostsOfShape = std::array<KnownCost, kAddressPeriod / 4>;
  const KnownCost& known_cost(const ObservedAccess& observed);

  Counters& events(const MachineState& state, const Instruction& instruction);
  // Returns the sum of all counts that instruction `pc` of a launch adds to its line and its launch.
  Counters instruction(std::size_t launch, std::size_t pc) const;

  const Machine& machine_;
  const ProvenanceObserver* provenance_;
  Counters* running_;
  std::vector<Launch> launches_;
  std::vector<std::unique_ptr<CostsOfShape>> known_costs_;  // by AccessShape::place
  std::uint64_t steps_before_ = 0;                          // at the start of this launch
};

}  // namespace lockstep::sim
