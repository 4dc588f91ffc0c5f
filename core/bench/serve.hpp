// The main function of the worker process. core/bench/worker starts the process and sends it requests.
#pragma once

#include "core/check/precheck.hpp"

namespace lockstep {
class Parent;
}

namespace lockstep::bench {

// Answers requests until the parent closes its side, then ends the process. `prechecker` checks edited
// kernels before they run.
[[noreturn]] void serve_worker(Parent& parent, const Prechecker& prechecker);

}  // namespace lockstep::bench
