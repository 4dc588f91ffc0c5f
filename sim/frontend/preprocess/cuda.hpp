// Handles CUDA C++ that was pasted into an OpenCL C file. Each CUDA construct becomes one error that names
// the corresponding construct of OpenCL C. Tokens of OpenCL C replace the construct, so that it causes no
// further errors.
#pragma once

#include <vector>

#include "sim/frontend/preprocess/lexer.hpp"
#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/text/diagnostics.hpp"

namespace lockstep::sim::language {

// `tokens` must be an entire translation unit. Names that the file declares are not replaced.
std::vector<Token> translate_cuda(std::vector<Token> tokens, Diagnostics& diagnostics, StringPool& pool);

}  // namespace lockstep::sim::language
