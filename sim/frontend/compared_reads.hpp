// The plain reads of compare-and-swap loops: what they read is compared again by the atomic function, so
// another work-item may change it in between.
#pragma once

#include <vector>

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// The ranges of expressions that read what an atomic compare-exchange of the same function changes and whose
// value it expects: `old = *p; … atomic_cmpxchg(p, old, …)`.
std::vector<SourceRange> compared_reads(const TranslationUnit& unit);

}  // namespace lockstep::sim::language
