// Detects, during the run, loops that never end. If the state of a warp at the end of an iteration equals the
// warp's state at the end of an earlier iteration, and memory has not changed in between, all further
// iterations are the same until another warp changes memory. The warp then yields
// (Warp::Status::waits_in_loop) and continues when memory has changed. When all warps of a group wait in this
// way, or at a barrier for such a warp, and no other group can change memory either, this proves that the
// loop never ends.
//
// If a loop contains a barrier, it repeats when all warps of the group are in the same state at a released
// barrier as they were at an earlier released barrier.
//
// The cost for ordinary loops is one addition per iteration and, from kFirstLook iterations on, a comparison
// of a few bytes. The algorithm is that of R. P. Brent (An improved Monte Carlo factorization algorithm,
// 1980): a state is kept and compared with each later state, and is replaced after a number of iterations
// that doubles each time. Changes to memory are counted only after a state has occurred twice.
#pragma once

#include <cstdint>

#include "sim/machine/execution/execution.hpp"

namespace lockstep::sim {

// The number of loop iterations of a warp after which the states of the warp are compared, and the number of
// released barriers of a group after which the states of the group are compared.
inline constexpr std::uint64_t kFirstLook = 256;

// Called at the end of an iteration of the current warp's loop, and when a barrier has been released. Both
// are called only from iteration or barrier kFirstLook on.
void look_at_loop(Execution& x);
void look_at_round(Execution& x);

// Makes ready the warps whose loops may see a change to memory. Returns false if there are no such warps.
bool wake_waiting(MachineState& state);

// Functions for groups that wait for other groups.

// Returns whether memory has changed since some warp of the group began to wait.
bool may_see_change(const MachineState& state, const WorkGroupState& group);
// Returns whether another group can begin while the current group and the groups in MachineState::waiting
// wait. This is the case if the device has space for the group, and if not too many groups are already
// waiting for a change that none of them makes.
bool has_room_for_group(const Execution& x);
// Returns whether a warp that waits in a loop reads global memory in the loop. The state is not changed.
bool reads_global_memory(const Execution& x);
// Repeats one iteration of a warp that waits in a loop and reports it to the observer; the state is restored
// afterwards.
void repeat_iteration(const Execution& x, std::uint32_t warp, Observer& observer);

}  // namespace lockstep::sim
