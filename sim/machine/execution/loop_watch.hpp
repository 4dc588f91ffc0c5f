// Finds loops that never end, while they run: the state of a warp at the end of an iteration is that of an
// earlier one, nothing in memory has changed in between, so all further iterations are the same until
// somebody else changes memory. The warp then gives way (Warp::Status::waits_in_loop) to others and continues
// when memory has changed. When all warps of a group wait in this way, or at a barrier for such a warp, and
// no other group can change memory either, it is proved that the loop never ends.
//
// A loop with a barrier in it repeats when all warps of the group, at a released barrier, are as they were
// at an earlier one.
//
// Ordinary loops pay an addition for each iteration, and from kFirstLook iterations on a comparison of few
// bytes: a state is kept, and is compared with each later one, until twice as many iterations have passed
// (R. P. Brent: An improved Monte Carlo factorization algorithm, 1980). Changes of memory are counted only
// when a state was seen twice.
#pragma once

#include <cstdint>

#include "sim/machine/execution/execution.hpp"

namespace lockstep::sim {

// Iterations of a warp's loops in a group before their states are compared, and released barriers of a group.
inline constexpr std::uint64_t kFirstLook = 256;

// At the end of an iteration of the executing warp's loop, and at a barrier that has been released. Both are
// for turns from kFirstLook on.
void look_at_loop(Execution& x);
void look_at_round(Execution& x);

// Lets warps continue whose loops may see a change of memory; false: there are none.
bool wake_waiting(MachineState& state);

// Groups that wait for other groups.

// Memory has changed since some warp of the group began to wait.
bool may_see_change(const MachineState& state, const WorkGroupState& group);
// Whether another group can begin while the current one and those of MachineState::waiting wait: the model's
// device has room for it, and not too many groups wait already for a change that none of them makes.
bool has_room_for_group(const Execution& x);
// Whether a warp that waits in a loop reads global memory there. The state is the same afterwards.
bool reads_global_memory(const Execution& x);
// What a warp that waits in a loop does in an iteration is reported to the observer, in a state that is the
// same afterwards. Of its lanes' places in the code only those of this warp matter.
void repeat_iteration(const Execution& x, std::uint32_t warp, Observer& observer);

}  // namespace lockstep::sim
