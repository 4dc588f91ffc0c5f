// Changes to barriers: a new barrier, a barrier at another place, or an additional flag.
#pragma once

#include <string>
#include <string_view>

#include "sim/explain/kernel_edits/edit.hpp"
#include "sim/frontend/tree/ast.hpp"
#include "sim/machine/state/observer.hpp"

namespace lockstep::sim {

// Whether the text begins with a call of a work-group barrier.
bool is_barrier_call(std::string_view text);

// Adds a barrier that all work-items reach. The barrier is placed after or before the statements around the
// two accesses of a race within a work-group, from the innermost block outwards.
Edits barrier_edits(const language::TranslationUnit& unit, const std::string& text, const Finding& race);

// Adds the flag for the memory of the race to the barrier between the accesses; empty if there is no
// such barrier.
Edits flag_edits(const language::TranslationUnit& unit, const std::string& text, const Finding& race);

// Moves the barrier at `call`, which is inside a branch, to a place after the branch.
Edits moved_barrier_edits(const language::TranslationUnit& unit, const std::string& text,
                          const SourceRange& call);

// Divides a statement that contains both accesses of a race, so that a barrier separates the read from
// the write.
Edits split_edits(const language::TranslationUnit& unit, const std::string& text, const Finding& race);

}  // namespace lockstep::sim
