// Finds the plain reads of compare-and-swap loops. The atomic function compares the value that such a read
// returned, so another work-item may change the location between the read and the atomic operation.
#pragma once

#include <vector>

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// The ranges of expressions that read a location which an atomic compare-exchange in the same function
// changes, if their value is its expected value: `old = *p; … atomic_cmpxchg(p, old, …)`.
std::vector<SourceRange> compared_reads(const TranslationUnit& unit);

}  // namespace lockstep::sim::language
