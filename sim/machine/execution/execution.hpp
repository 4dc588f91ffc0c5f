// A run of the machine, with the data that speed up the run: which warp executes, where its registers are,
// and which observers watch. Everything that must be kept is in the MachineState.
#pragma once

#include <array>
#include <bit>
#include <functional>
#include <span>
#include <vector>

#include "sim/machine/launch/setup.hpp"
#include "sim/machine/state/observer.hpp"
#include "sim/machine/state/run_watch.hpp"
#include "sim/machine/state/state.hpp"
#include "sim/memory_rules/access_shape.hpp"

namespace lockstep::sim {

// Returns whether some warps the shape of the group wait in loops (loop_watch.hpp).
bool waits_in_loops(const WorkGroupState& group);

struct Execution {
  // If `run_watch` is null, nothing stops the run.
  Execution(const Setup& machine_setup, MachineState& machine_state, std::span<Observer* const> watching,
            RunWatch* run_watch = nullptr);

  void enter();  // enters the current launch, group and warp
  bool step();   // executes one warp instruction; false: the plan is done
  void step_through(const std::function<bool()>& goes_on);
  void run();
  // Runs work-groups of the current launch, from the start of the current group up to, but not including,
  // group `end`. Returns false if the run ended early or was paused; resume_groups() continues a paused run.
  bool run_groups(std::uint32_t end);
  bool resume_groups(std::uint32_t end);
  // Ends the plan early, with a finding that states the place and the reason.
  void end_early(EarlyEnd reason);
  // Executes one instruction of the current warp and does not change to another warp.
  void execute_one();

  // These members are set for the current warp.
  const Setup& setup;
  MachineState& state;
  const BoundLaunch* launch = nullptr;
  Warp* warp = nullptr;
  std::byte* registers = nullptr;
  unsigned width = 32;
  std::uint64_t all_lanes = 0;  // the mask of a full warp
  std::array<std::uint64_t, 3> group_id{0, 0, 0};
  const GroupShape* shape = nullptr;  // of the group

  // These members are set for the current instruction.
  std::uint32_t pc = 0;
  std::uint32_t next = 0;   // the next instruction of the warp
  std::uint64_t lanes = 0;  // lanes that are active before the instruction

  std::span<Observer* const> observers;
  std::vector<Observer*> instruction_observers, access_observers, texel_observers, branch_observers;
  std::vector<InstructionTally*> tallies;
  std::vector<std::byte> scratch;  // of one instruction
  ShapeTable shapes;  // access shapes of this launch; empty in single steps, which rarely repeat a shape
  // The positions at which the states of a loop usually differ (loop_watch.cpp). They are kept only to
  // save time.
  std::size_t differing_register = 0, differing_private = 0;

  // Records that the current instruction changed local or global memory.
  void note_change() { ++state.changes; }

  Moment moment() const { return {launch->index, state.group.group, state.current_warp, pc, lanes}; }
  const SourceRange& range(std::uint32_t at) const {
    return launch->program->ranges[launch->program->code[at].range];
  }
  // Return the number of a lane's work-item in its group, and the flat id of this work-item in the launch.
  std::uint32_t local_index(std::uint32_t warp_index, unsigned lane) const {
    return warp_index * width + lane;
  }
  std::uint64_t work_item(std::uint32_t warp_index, unsigned lane) const;

  // Marks every waiting warp as ready and reports the release.
  void release_barrier(const Instruction& instruction);  // in barriers.cpp

 private:
  void use_shapes();
  bool step_on();  // requires that the launch, group and warp have been entered
  void enter_launch();
  void enter_group();
  void enter_warp();
  void begin_plan();
  void execute_stretch();
  void tally_instruction();
  void tally_stretches();
  void report_instruction(const Operation& operation);
  bool go_on_groups(std::uint32_t end);
  EarlyEnd run_warps();  // runs the warps of the current group to the end of the group
  // Called when limit_ is reached. Decides whether the run must end, and sets the next limit.
  EarlyEnd check_limits();
  bool next_warp();  // false: all warps have ended, or wait in loops that never end
  // Replaces run_warps() for schedules that may interrupt a warp (next_warp.cpp).
  EarlyEnd run_preempted_warps();
  void give_way();
  bool holds_back(std::uint32_t warp_index) const;
  template <class Condition>
  bool find_warp(Condition condition);
  EarlyEnd how_group_ended() const {
    return waits_in_loops(state.group) ? EarlyEnd::endless_loop : EarlyEnd::none;
  }
  // What executes next after the current group has ended or waits in loops.
  enum class Turn : std::uint8_t { group, none_left, endless };
  Turn take_turn(bool ended, std::uint32_t end);
  void leave_group();
  void return_to(std::size_t waiting);
  void announce_end();
  // Changes to the next group. Returns false if the last group of the plan has ended, or if a loop
  // never ends.
  bool change_group(bool ended);
  void report_early(EarlyEnd reason);

  // How often a stretch of instructions was entered at an instruction, and with how many lanes.
  struct StretchTally {
    std::uint64_t executed = 0;
    std::uint64_t lanes = 0;
  };
  std::vector<StretchTally> stretches_;  // by instruction; empty without a tally
  bool uses_shapes_ = false;
  std::vector<std::uint8_t> reported_;  // by instruction: whether an observer needs it
  // By instruction: the first instruction, from this one on, that is not plain or that an observer needs.
  std::vector<std::uint32_t> plain_ends_;

  RunWatch* watch_ = nullptr;
  std::uint64_t limit_ = 0;  // the value of MachineState::executed at which check_limits() must be called
};

}  // namespace lockstep::sim
