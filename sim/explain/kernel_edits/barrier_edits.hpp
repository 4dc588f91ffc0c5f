// Changes of barriers: a new one, one in another place, a flag more.
#pragma once

#include <string>
#include <string_view>

#include "sim/explain/kernel_edits/edit.hpp"
#include "sim/frontend/tree/ast.hpp"
#include "sim/machine/state/observer.hpp"

namespace lockstep::sim {

// Whether the text begins with a call of a barrier of the work-group.
bool is_barrier_call(std::string_view text);

// A new barrier, where all work-items reach it: after or before the statements around the two accesses of a
// race within a work-group, from the innermost block outwards.
Edits barrier_edits(const language::TranslationUnit& unit, const std::string& text, const Finding& race);

// The flag of the race's memory for the barrier between its accesses; empty where none is between them.
Edits flag_edits(const language::TranslationUnit& unit, const std::string& text, const Finding& race);

// The barrier at `call`, which is inside a branch, after the branch.
Edits moved_barrier_edits(const language::TranslationUnit& unit, const std::string& text,
                          const SourceRange& call);

// A statement whose read and write are divided by a barrier, where both accesses of a race are its own.
Edits split_edits(const language::TranslationUnit& unit, const std::string& text, const Finding& race);

}  // namespace lockstep::sim
