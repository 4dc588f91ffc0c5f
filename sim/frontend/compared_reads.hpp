// Finds the plain reads in compare-and-swap loops. Such a loop passes the value that it read to an atomic
// function, which compares it with the current value. Another work-item may change the location between the
// read and the atomic operation.
#pragma once

#include <vector>

#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// Returns the ranges of these reads. An expression is included if it reads a location that an atomic
// compare-exchange in the same function changes, and if its value becomes the expected value: `old = *p; …
// atomic_cmpxchg(p, old, …)`.
std::vector<SourceRange> compared_reads(const TranslationUnit& unit);

}  // namespace lockstep::sim::language
