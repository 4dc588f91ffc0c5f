// Changes that wait for an asynchronous copy of a work-group.
#pragma once

#include <string>

#include "sim/explain/kernel_edits/edit.hpp"
#include "sim/frontend/tree/ast.hpp"
#include "sim/machine/state/observer.hpp"

namespace lockstep::sim {

// Adds wait_group_events with the event of the copy that takes part in the race. The call is placed before
// the statements around the other access, from the innermost block outwards, or after the copy.
Edits copy_edits(const language::TranslationUnit& unit, const std::string& text, const Finding& race);

}  // namespace lockstep::sim
