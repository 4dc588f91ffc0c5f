// Finds another launch of the same kernel that has no error, for mistakes in the host program. Each launch is
// tested in a trial run before it is reported.
#pragma once

#include <stop_token>
#include <string>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/explain/cures/cure.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

// Returns, for a wrong result: "48 is not a power of two: with work-groups of 64 or 32 the result of a trial
// run is right." The trial has the same number of work-groups, and elements in proportion to the work-items.
// Returns "" if no other size helps.
std::string group_size_words(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                             const CountedRun& run, const std::stop_token& stop);

// For an access past the end of local memory, suggests the size that the work-group needs if the host
// allocates less, or if an array has fewer elements than the work-group has work-items.
Cure local_room_cure(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                     const CountedRun& run, const Finding& finding, const std::stop_token& stop);

// For an access past the end of a buffer, suggests the number of its elements for an integer argument that is
// greater than each buffer: the kernel has a guard, but the host passes another size.
Cure count_argument_cure(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                         const CountedRun& run, const Finding& finding, const std::stop_token& stop);

}  // namespace lockstep::sim
