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

// The number of threads for a launch: 1 if it is small, prints, or uses atomics whose order matters, or if
// copies of its buffers would take much memory. At most RunOptions::threads.
unsigned threads_for(const Machine& machine, std::uint32_t launch, const RunOptions& options);

// `state` is at the start of a launch that `watchers` have begun, and afterwards at its end. False: neither
// has changed. All threads share `watch`.
bool run_in_parallel(const Machine& machine, const RunOptions& options, unsigned threads, MachineState& state,
                     Watchers& watchers, RunWatch& watch);

}  // namespace lockstep::sim
