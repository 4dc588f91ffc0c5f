// The worker that tests of whole gradings use: one that does what a kernel's text asks, where it can be
// built.
#pragma once

#include "assignment/worker/worker.hpp"
#include "core/base/features.hpp"

namespace lockstep::assignment {

inline Worker::Options worker_options() {
#ifdef LOCKSTEP_MISBEHAVING_WORKER
  return {.program = {LOCKSTEP_MISBEHAVING_WORKER}};
#else
  return {.program = {LOCKSTEP_PROGRAM, kWorkerCommand}, .may_be_unconfined = !has(Feature::confinement)};
#endif
}

}  // namespace lockstep::assignment
