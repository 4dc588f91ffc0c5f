// The workers that tests of whole gradings use.
#pragma once

#include "assignment/worker/worker.hpp"
#include "core/base/features.hpp"

namespace lockstep::assignment {

// That of the program.
inline Worker::Options own_worker() {
  return {.program = {LOCKSTEP_PROGRAM, kWorkerCommand}, .may_be_unconfined = !has(Feature::confinement)};
}

// One that does what a kernel's text asks, where it can be built.
inline Worker::Options worker_options() {
#ifdef LOCKSTEP_MISBEHAVING_WORKER
  return {.program = {LOCKSTEP_MISBEHAVING_WORKER}};
#else
  return own_worker();
#endif
}

}  // namespace lockstep::assignment
