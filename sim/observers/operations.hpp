// An estimate of the GPU instructions for those that ran. Constants, copies between
// registers and the joining of lanes cost nothing there. A short `if` becomes predicated instructions, which
// are issued even where no lane of the warp takes it, and whose local accesses then take a pass each for
// nothing. An integer division by a value that is not a constant becomes a dozen instructions.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {

class OperationObserver final : public Observer {
 public:
  struct Tally {
    std::uint64_t operations = 0;     // warp instructions, with those that are issued for no lane
    std::uint64_t divisions = 0;      // of them, integers by a variable
    std::uint64_t idle_accesses = 0;  // of local memory, issued for no lane
  };
  explicit OperationObserver(const Machine& machine);
  std::vector<Tally> launches() const;  // by Plan::launches index

  void on_access(const MachineState&, const Moment&, const Instruction&, const ObservedAccess&) override;
  void on_branch(const MachineState&, const Moment&, const Instruction&, const ObservedBranch&) override;
  std::span<InstructionTally> instruction_tally(std::uint32_t launch) override;
  bool wants_instructions() const override { return false; }

 private:
  struct Launch {
    std::vector<InstructionTally> tally;  // by instruction, as all below
    std::vector<std::uint64_t> skipped;   // times that a warp passed by an `if` without a lane
    std::vector<bool> is_local;           // accesses local memory
  };
  Tally tally_of(std::size_t launch) const;

  const Machine& machine_;
  std::vector<Launch> launches_;
};

}  // namespace lockstep::sim
