// Detects loops that never end while they run. If the state of a warp at the end of an iteration equals its
// state at the end of an earlier iteration, and memory has not changed in between, all further iterations are
// the same until another warp changes memory. The warp then yields (Warp::Status::waits_in_loop) and
// continues when memory has changed. When all warps of a group wait in this way, or at a barrier for such a
// warp, and no other group can change memory either, this proves that the loop never ends.
//
// A loop that contains a barrier repeats when all warps of the group are in the same state at a released
// barrier as at an earlier released barrier.
//
// The cost for ordinary loops is an addition per iteration and, from kFirstLook iterations on, a comparison
// of a few bytes: a state is kept and compared with each later state until twice as many iterations have
// passed (R. P. Brent: An improved Monte Carlo factorization algorithm, 1980). Changes of memory are counted
// only after a state has occurred twice.
#pragma once

#include <cstdint>

#include "sim/machine/execution/execution.hpp"

namespace lockstep::sim {

// Number of loop iterations of a warp in a group before their states are compared; likewise for released
// barriers of a group.
inline constexpr std::uint64_t kFirstLook = 256;

// Called at the end of an iteration of the current warp's loop, and at a barrier that has been released; both
// only from turn kFirstLook on.
void look_at_loop(Execution& x);
void look_at_round(Execution& x);

// Makes the warps ready whose loops may see a change of memory; returns false if there are no such warps.
bool wake_waiting(MachineState& state);

// Groups that wait for other groups.

// Memory has changed since some warp of the group began to wait.
bool may_see_change(const MachineState& state, const WorkGroupState& group);
// Whether another group can begin while the current one and those of MachineState::waiting wait: the model's
// device has space for it, and not too many groups are already waiting for a change that none of them makes.
bool has_room_for_group(const Execution& x);
// Whether a warp that waits in a loop reads global memory in the loop. The state is the same afterwards.
bool reads_global_memory(const Execution& x);
// Repeats one iteration of a warp that waits in a loop and reports it to the observer; the state is restored
// afterwards.
void repeat_iteration(const Execution& x, std::uint32_t warp, Observer& observer);

}  // namespace lockstep::sim
