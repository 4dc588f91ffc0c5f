// A run of the machine: which warp executes, where its registers are, and the observers. The MachineState
// holds everything that must be kept.
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

// Whether some warps of the group wait in loops (loop_watch.hpp).
bool waits_in_loops(const WorkGroupState& group);

struct Execution {
  // `run_watch` may be null: nothing stops the run then.
  Execution(const Setup& machine_setup, MachineState& machine_state, std::span<Observer* const> watching,
            RunWatch* run_watch = nullptr);

  void enter();  // the current launch, group and warp
  bool step();   // one warp instruction; false: the plan is done
  void step_through(const std::function<bool()>& goes_on);
  void run();
  // Runs work-groups of the current launch, from the start of the current one to `end`. Returns false if the
  // run ended early or was paused; resume_groups() continues a paused run.
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
  std::uint64_t all_lanes = 0;  // of a full warp
  std::array<std::uint64_t, 3> group_id{0, 0, 0};
  const GroupShape* shape = nullptr;  // of the group

  // These members are set for the current instruction.
  std::uint32_t pc = 0;
  std::uint32_t next = 0;   // the next instruction of the warp
  std::uint64_t lanes = 0;  // active before the instruction

  std::span<Observer* const> observers;
  std::vector<Observer*> instruction_observers, access_observers, texel_observers, branch_observers;
  std::vector<InstructionTally*> tallies;
  std::vector<std::byte> scratch;  // of one instruction
  ShapeTable shapes;               // of this launch; empty in single steps, which rarely repeat a shape
  // Position at which the states of a loop usually differ (loop_watch.cpp); kept only to save time.
  std::size_t differing_register = 0, differing_private = 0;

  // Records that the current instruction changed local or global memory.
  void note_change() { ++state.changes; }

  Moment moment() const { return {launch->index, state.group.group, state.current_warp, pc, lanes}; }
  const SourceRange& range(std::uint32_t at) const {
    return launch->program->ranges[launch->program->code[at].range];
  }
  // Number of a lane's work-item in its group, and its flat id in the launch.
  std::uint32_t local_index(std::uint32_t warp_index, unsigned lane) const {
    return warp_index * width + lane;
  }
  std::uint64_t work_item(std::uint32_t warp_index, unsigned lane) const;

  // Marks every waiting warp as ready and reports the release.
  void release_barrier(const Instruction& instruction);  // barriers/barriers.cpp

 private:
  void use_shapes();
  bool step_on();  // after the launch, group and warp have been entered
  void enter_launch();
  void enter_group();
  void enter_warp();
  void begin_plan();
  void execute_stretch();
  void tally_instruction();
  void tally_stretches();
  void report_instruction(const Operation& operation);
  bool go_on_groups(std::uint32_t end);
  EarlyEnd run_warps();  // of the current group, to its end
  // Called at the limit of the running stretch of instructions: decides whether the run must end, and sets
  // the next limit.
  EarlyEnd check_limits();
  bool next_warp();  // false: all warps have ended, or wait in loops that never end
  // next_warp.cpp: run_warps() for schedules that may interrupt a warp
  EarlyEnd run_preempted_warps();
  void give_way();
  bool holds_back(std::uint32_t warp_index) const;
  template <class Condition>
  bool find_warp(Condition condition);
  EarlyEnd how_group_ended() const {
    return waits_in_loops(state.group) ? EarlyEnd::endless_loop : EarlyEnd::none;
  }
  // What executes next when the current group has ended or waits in loops.
  enum class Turn : std::uint8_t { group, none_left, endless };
  Turn take_turn(bool ended, std::uint32_t end);
  void leave_group();
  void return_to(std::size_t waiting);
  void announce_end();
  // False: the launch's last group has ended, or a loop never ends.
  bool change_group(bool ended);
  void report_early(EarlyEnd reason);

  // How often a stretch of instructions was entered here, and with how many lanes.
  struct StretchTally {
    std::uint64_t executed = 0;
    std::uint64_t lanes = 0;
  };
  std::vector<StretchTally> stretches_;  // by instruction; empty without a tally
  bool uses_shapes_ = false;
  std::vector<std::uint8_t> reported_;  // by instruction: whether an observer needs it
  // By instruction: the first instruction, starting with this one, that is not plain or that an
  // observer needs.
  std::vector<std::uint32_t> plain_ends_;

  RunWatch* watch_ = nullptr;
  std::uint64_t limit_ = 0;  // MachineState::executed at which check_limits() is due
};

}  // namespace lockstep::sim
