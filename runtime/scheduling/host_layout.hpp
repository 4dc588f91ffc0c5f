// Reports errors in the memory layout of the host program that make a kernel access memory outside its
// objects: a size in elements instead of bytes, a structure of another size, a work-group size that the
// device had to choose.
#pragma once

#include <vector>

#include "runtime/scheduling/launch.hpp"
#include "sim/machine/state/observer.hpp"

namespace lockstep::runtime {

void report_layout(const Launch& launch, const std::vector<sim::Finding>& findings);

}  // namespace lockstep::runtime
