// A run of the machine: which warp executes, where its registers are, and the observers. Everything that must
// be kept is in the MachineState.
#pragma once

#include <array>
#include <bit>
#include <functional>
#include <span>
#include <vector>

#include "sim/machine/launch/setup.hpp"
#include "sim/machine/observer.hpp"
#include "sim/machine/state.hpp"

namespace lockstep::sim {

struct Execution {
  Execution(const Setup& machine_setup, MachineState& machine_state, std::span<Observer* const> watching);

  bool step();  // one warp instruction; false: the plan is done
  void step_through(const std::function<bool()>& goes_on);
  void run();
  // Work-groups of the current launch, from the start of the current one up to `end`; false: out of budget.
  bool run_groups(std::uint32_t end);

  // Set for the warp that executes.
  const Setup& setup;
  MachineState& state;
  const BoundLaunch* launch = nullptr;
  Warp* warp = nullptr;
  std::byte* registers = nullptr;
  unsigned width = 32;
  std::uint64_t all_lanes = 0;  // of a full warp
  std::array<std::uint64_t, 3> group_id{0, 0, 0};

  // Set for the instruction that executes.
  std::uint32_t pc = 0;
  std::uint32_t next = 0;   // the next instruction of the warp
  std::uint64_t lanes = 0;  // active before it

  std::span<Observer* const> observers;
  std::vector<Observer*> instruction_observers;
  std::vector<InstructionTally*> tallies;
  std::vector<std::byte> scratch;  // of one instruction

  Moment moment() const { return {launch->index, state.group.group, state.current_warp, pc, lanes}; }
  const language::SourceRange& range(std::uint32_t at) const {
    return launch->program->ranges[launch->program->code[at].range];
  }
  // Number of a lane's work-item in its group, and flat in the launch.
  std::uint32_t local_index(std::uint32_t warp_index, unsigned lane) const {
    return warp_index * width + lane;
  }
  std::uint64_t work_item(std::uint32_t warp_index, unsigned lane) const;

  // Marks every waiting warp ready again and reports the release.
  void release_barrier(const Instruction& instruction);  // barriers/barriers.cpp

 private:
  bool step_on();  // after the launch, group and warp have been entered
  void enter_launch();
  void enter_group();
  void enter_warp();
  void begin_plan();
  template <bool Watched>
  void execute();
  void tally_instruction();
  void report_instruction(const Operation& operation);
  bool run_warps();  // of the current group, to its end; false: out of budget
  bool next_warp();  // false: all have ended
  // schedule.cpp: the same with schedules that may interrupt a warp
  bool run_preempted_warps();
  void give_way();
  bool holds_back(std::uint32_t warp_index) const;
  template <class Condition>
  bool find_warp(Condition condition);
  void finish_group();
  void end_out_of_budget();
};

}  // namespace lockstep::sim
