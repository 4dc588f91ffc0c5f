// Small changes of a plan that was handed in: of its numbers, and of what its formulas in braces combine.
#pragma once

#include <string>

#include "sim/explain/kernel_edits/edit.hpp"

namespace lockstep::assignment {

// Each is one change; lines keep their numbers. Not all can be read as a plan.
sim::Edits plan_changes(const std::string& plan);

}  // namespace lockstep::assignment
