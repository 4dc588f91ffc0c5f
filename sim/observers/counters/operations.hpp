// Estimates the GPU instructions that correspond to the executed bytecode instructions. Constants, copies
// between registers and the joining of lanes cost nothing. A short `if` becomes predicated instructions,
// which are issued even if no lane of the warp takes it; each of their local accesses then takes a useless
// pass. An integer division by a value that is not a constant becomes a dozen instructions.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {

// Returns whether an opcode needs no GPU instruction, because it is a constant, a copy between registers, or
// the joining of lanes.
bool costs_nothing(Opcode op);
// Returns for each instruction whether it is issued, that is, neither costs nothing nor is omitted by the
// compiler (folding.hpp).
std::vector<bool> issued_instructions(const Program& program);
// Returns whether the instruction computes the quotient or the remainder of integers, and the divisor is not
// a constant.
bool divides_by_variable(const Program& program, std::size_t pc);
// Returns whether the instruction multiplies two 32-bit integers, neither of which is a constant.
bool multiplies_by_variable(const Program& program, std::size_t pc);

class OperationObserver final : public Observer {
 public:
  struct Tally {
    std::uint64_t operations = 0;       // warp instructions, including those issued for no lane
    std::uint64_t divisions = 0;        // of these: integer divisions by a variable
    std::uint64_t multiplications = 0;  // of these: 32-bit, by a variable
    std::uint64_t idle_accesses = 0;    // to local memory, issued for no lane
  };
  // `predicated_instructions`: the value in the device's rates.
  explicit OperationObserver(const Machine& machine,
                             std::optional<unsigned> predicated_instructions = std::nullopt);
  std::vector<Tally> launches() const;  // by Plan::launches index
  // Adds the sums of a launch in `part`, multiplied by `times`; clear() resets the sums of a launch.
  void merge(const OperationObserver& part, std::uint32_t launch, std::uint64_t times);
  void clear(std::uint32_t launch);

  void on_access(const MachineState&, const Moment&, const Instruction&, const ObservedAccess&) override;
  void on_branch(const MachineState&, const Moment&, const Instruction&, const ObservedBranch&) override;
  std::span<InstructionTally> instruction_tally(std::uint32_t launch) override;
  bool wants_instructions() const override { return false; }

 private:
  struct Launch {
    std::vector<InstructionTally> tally;  // by instruction, like the members below
    std::vector<std::uint64_t> skipped;   // how often a warp skipped an `if` because no lane took it
    std::vector<bool> is_local;           // accesses local memory
    std::vector<bool> is_issued;
  };
  Tally tally_of(std::size_t launch) const;
  bool is_predicated(std::span<const Instruction> body) const;

  const Machine& machine_;
  std::optional<unsigned> predicated_instructions_;
  std::vector<Launch> launches_;
};

}  // namespace lockstep::sim
