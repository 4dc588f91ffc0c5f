// An estimate of the GPU instructions for those that ran. Constants, copies between
// registers and the joining of lanes cost nothing there. A short `if` becomes predicated instructions, which
// are issued even where no lane of the warp takes it, and whose local accesses then take a pass each for
// nothing. An integer division by a value that is not a constant becomes a dozen instructions.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {

// No instruction of a GPU: a constant, a copy between registers, the joining of lanes.
bool costs_nothing(Opcode op);
// The instruction divides integers, or takes a remainder, by a value that is no constant.
bool divides_by_variable(const Program& program, std::size_t pc);
// The instruction multiplies 32-bit integers, neither of which is a constant.
bool multiplies_by_variable(const Program& program, std::size_t pc);

class OperationObserver final : public Observer {
 public:
  struct Tally {
    std::uint64_t operations = 0;       // warp instructions, with those that are issued for no lane
    std::uint64_t divisions = 0;        // of them, integers by a variable
    std::uint64_t multiplications = 0;  // of them, 32-bit integers by a variable
    std::uint64_t idle_accesses = 0;    // of local memory, issued for no lane
  };
  // `predicated_instructions`: of a device's rates.
  explicit OperationObserver(const Machine& machine,
                             std::optional<unsigned> predicated_instructions = std::nullopt);
  std::vector<Tally> launches() const;  // by Plan::launches index
  // Adds what `part` saw of a launch, so many times; forgets what was seen of it.
  void merge(const OperationObserver& part, std::uint32_t launch, std::uint64_t times);
  void clear(std::uint32_t launch);

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
  bool is_predicated(std::span<const Instruction> body) const;

  const Machine& machine_;
  std::optional<unsigned> predicated_instructions_;
  std::vector<Launch> launches_;
};

}  // namespace lockstep::sim
