// Runs the work-groups of one launch on several host threads, with exactly the results of the fixed order.
//
// Each thread runs a range of the groups on a copy of the buffers. Afterwards the copies are compared: if no
// byte that one thread wrote was touched by another thread, the order made no difference, and the written
// bytes are merged; the results of atomic functions whose order makes no difference are merged, too.
// Otherwise (other atomics, races between groups) nothing has changed; the caller then runs the launch in the
// fixed order, which also reports the race.
#pragma once

#include "sim/observers/watchers.hpp"

namespace lockstep::sim {

// Returns the number of threads for a launch, at most RunOptions::threads. The number is 1 if the launch
// is small, prints, or uses atomic functions whose order matters, or if copies of its buffers would take
// much memory.
unsigned threads_for(const Machine& machine, std::uint32_t launch, const RunOptions& options);

// Runs a launch on several threads. `state` must be at the start of a launch that `watchers` have begun, and
// is at the end of the launch afterwards. If the function returns false, neither has changed. All threads
// share `watch`.
bool run_in_parallel(const Machine& machine, const RunOptions& options, unsigned threads, MachineState& state,
                     Watchers& watchers, RunWatch& watch);

}  // namespace lockstep::sim
