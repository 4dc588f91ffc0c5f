// Handles CUDA C++ pasted into an OpenCL C file. Each CUDA construct becomes one error that names the
// corresponding construct of OpenCL C. Tokens of OpenCL C replace the construct, so that no further error is
// reported for it.
#pragma once

#include <vector>

#include "sim/frontend/preprocess/lexer.hpp"
#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/text/diagnostics.hpp"

namespace lockstep::sim::language {

// Names that the file declares are unchanged. `tokens` is an entire translation unit.
std::vector<Token> translate_cuda(std::vector<Token> tokens, Diagnostics& diagnostics, StringPool& pool);

}  // namespace lockstep::sim::language
