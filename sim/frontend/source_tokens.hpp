// The tokens of a kernel's text, with CUDA words translated.
#pragma once

#include <vector>

#include "core/plan/plan.hpp"
#include "sim/frontend/preprocess/preprocessor.hpp"

namespace lockstep::sim::language {

// File 0 of the diagnostics becomes the source file. The last token is of kind end.
std::vector<Token> source_tokens(const KernelSource& source, const Options& options, Diagnostics& diagnostics,
                                 StringPool& pool);

}  // namespace lockstep::sim::language
