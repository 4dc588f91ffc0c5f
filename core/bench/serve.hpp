// The process that core/bench/worker starts to answer its requests.
#pragma once

#include "core/check/precheck.hpp"

namespace lockstep {
class Parent;
}

namespace lockstep::bench {

// Answers the parent until it closes its side, then ends. `prechecker` checks edited kernels before they run.
[[noreturn]] void serve_worker(Parent& parent, const Prechecker& prechecker);

}  // namespace lockstep::bench
