// The process that core/bench/worker starts to answer its requests.
#pragma once

#include "core/check/first_look.hpp"

namespace lockstep {
class Parent;
}

namespace lockstep::bench {

// Answers the parent until it closes its side, then ends. `look_first` checks edited kernels before they run.
[[noreturn]] void serve_worker(Parent& parent, const LookFirst& look_first);

}  // namespace lockstep::bench
