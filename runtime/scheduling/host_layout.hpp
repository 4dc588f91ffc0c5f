// Where a kernel leaves its memory because the program laid it out in another way: bytes taken for elements,
// a structure with other sizes, a work-group size that the device had to choose.
#pragma once

#include <vector>

#include "runtime/scheduling/launch.hpp"
#include "sim/machine/state/observer.hpp"

namespace lockstep::runtime {

void report_layout(const Launch& launch, const std::vector<sim::Finding>& findings);

}  // namespace lockstep::runtime
