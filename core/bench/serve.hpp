// The worker process, which core/bench/worker starts and sends its requests to.
#pragma once

#include "core/check/precheck.hpp"

namespace lockstep {
class Parent;
}

namespace lockstep::bench {

// Answers requests until the parent closes its side, then ends. `prechecker` checks edited kernels
// before they run.
[[noreturn]] void serve_worker(Parent& parent, const Prechecker& prechecker);

}  // namespace lockstep::bench
