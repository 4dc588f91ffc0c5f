// What the entries of both lists begin with.
#pragma once

#include "core/catalogue/algorithm.hpp"

namespace lockstep {

using MakePlan = Result<Plan> (*)(const Algorithm&, const PlanRequest&, const KernelSource&);

// A reduction with every operator and type, in the file that its id names.
Algorithm catalogue_entry(std::string id, std::string title, MakePlan make_plan, std::string summary);

}  // namespace lockstep
