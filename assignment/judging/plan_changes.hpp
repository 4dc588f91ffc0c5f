// Small changes of a submitted plan: of its numbers, and of the operands of its formulas in braces.
#pragma once

#include <string>

#include "sim/explain/kernel_edits/edit.hpp"

namespace lockstep::assignment {

// Each is one change; lines keep their numbers. Some changed texts are not valid plans.
sim::Edits plan_changes(const std::string& plan);

}  // namespace lockstep::assignment
