// CUDA C++ pasted into an OpenCL C file: each of its constructs becomes one error that names the construct of
// OpenCL C, and tokens of OpenCL C replace it, so that nothing else is reported for the same place.
#pragma once

#include <vector>

#include "sim/frontend/preprocess/lexer.hpp"
#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/text/diagnostics.hpp"

namespace lockstep::sim::language {

// Names that the file declares itself stay as they are. `tokens` is a whole translation unit.
std::vector<Token> translate_cuda(std::vector<Token> tokens, Diagnostics& diagnostics, StringPool& pool);

}  // namespace lockstep::sim::language
