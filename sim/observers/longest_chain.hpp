// Finds the chain of instructions that sets a lower bound on the time of a work-group, independent of the
// number of warps on a compute unit. Between two barriers, it is the chain of the warp with the most
// instructions, for which the other warps wait.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/machine/machine.hpp"

namespace lockstep::sim {

class LongestChainObserver final : public Observer {
 public:
  struct Chain {
    std::uint64_t operations = 0;  // warp instructions, counted as in operations.hpp
    std::uint64_t divisions = 0, multiplications = 0;
  };
  explicit LongestChainObserver(const Machine& machine);
  const std::vector<Chain>& launches() const { return sums_; }  // sums over the work-groups, by launch

  // Adds the sums of a launch in `part`, multiplied by `times`; clear() resets the sums of a launch.
  void merge(const LongestChainObserver& part, std::uint32_t launch, std::uint64_t times);
  void clear(std::uint32_t launch) { sums_[launch] = {}; }

  void on_group_begin(const MachineState&, std::uint32_t) override;
  void on_group_end(const MachineState&, std::uint32_t) override;
  void on_group_leave(const MachineState&, std::uint32_t) override;
  void on_group_return(const MachineState&, std::uint32_t) override;
  void on_barrier_release(const MachineState&, std::uint32_t, const Instruction&) override;
  void on_instruction(const MachineState&, const Moment&, const Instruction&) override;

 private:
  void add_longest(std::uint32_t launch);

  std::vector<std::vector<Chain>> costs_;  // of each instruction, by launch
  std::vector<Chain> sums_;
  std::vector<Chain> warps_;  // of the running work-group, since its last barrier
  std::map<std::uint32_t, std::vector<Chain>> suspended_;  // of work-groups that wait for other groups
};

}  // namespace lockstep::sim
