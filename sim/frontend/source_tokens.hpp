// Converts a kernel's text to tokens, in which CUDA words are already translated.
#pragma once

#include <vector>

#include "core/plan/plan.hpp"
#include "sim/frontend/preprocess/preprocessor.hpp"

namespace lockstep::sim::language {

// Converts a source, which becomes file 0 of the diagnostics. The last token is of kind end.
std::vector<Token> source_tokens(const KernelSource& source, const Options& options, Diagnostics& diagnostics,
                                 StringPool& pool);

}  // namespace lockstep::sim::language
