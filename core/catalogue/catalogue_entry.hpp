// Functions for the entries of all lists.
#pragma once

#include "core/catalogue/algorithm.hpp"

namespace lockstep {

using MakePlan = Result<Plan> (*)(const Algorithm&, const PlanRequest&, const KernelSource&);

// Fills in the empty fields of an entry: the kernel file with the name of its id, and all operators and
// types. A scan has an exclusive form.
Algorithm with_defaults(Algorithm entry);

}  // namespace lockstep
