// Counts a run while it happens: by launch and by source line; the total is the sum of the launches.
//
// How often an instruction ran is the machine's own tally, so nothing here is called for most instructions.
// Work and steps come from the provenance observer, when there is one; it must come before this one in the
// machine's list, so that it is up to date when a launch ends.
#pragma once

#include <vector>

#include "sim/analysis/counters.hpp"
#include "sim/machine/machine.hpp"

namespace lockstep::sim {

class ProvenanceObserver;

// What one access or branch adds to the counters of a model.
Counters count_access(const DeviceModel& model, Space space, const WarpAccess& access);
Counters count_branch(const Instruction& instruction, const ObservedBranch& branch);

class CounterObserver final : public Observer {
 public:
  explicit CounterObserver(const Machine& machine, const ProvenanceObserver* provenance = nullptr);

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
    Counters events;                      // all but what the tally and the provenance know
    std::vector<InstructionTally> tally;  // by instruction
  };
  struct ProgramLines {
    std::vector<std::uint32_t> slot_of_range;  // by Instruction::range
    std::vector<std::pair<std::uint32_t, std::uint32_t>> line_of_slot;
    std::vector<Counters> events;  // by slot
  };
  static ProgramLines make_lines(const Program& program);
  void add(const MachineState& state, const Instruction& instruction, const Counters& counters);
  // What instruction `pc` of a launch adds to its line and its launch.
  Counters executed(std::size_t launch, std::size_t pc) const;

  const Machine& machine_;
  const ProvenanceObserver* provenance_;
  std::vector<Launch> launches_;
  std::vector<ProgramLines> programs_;
  std::uint64_t steps_before_ = 0;  // at the start of this launch
};

}  // namespace lockstep::sim
