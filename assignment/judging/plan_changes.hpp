// Makes small changes to a submitted plan: changes of its numbers, and of the operands of its formulas
// in braces.
#pragma once

#include <string>

#include "sim/explain/kernel_edits/edit.hpp"

namespace lockstep::assignment {

// Each edit is one change that keeps the numbers of all lines. Some changed texts are not valid plans.
sim::Edits plan_changes(const std::string& plan);

}  // namespace lockstep::assignment
