// From files to one list of tokens without directives, comments and macros. Keywords are still identifiers.
#pragma once

#include <vector>

#include "core/plan/plan.hpp"
#include "sim/frontend/diagnostics.hpp"
#include "sim/frontend/options.hpp"
#include "sim/frontend/preprocess/lexer.hpp"
#include "sim/frontend/preprocess/token.hpp"

namespace lockstep::sim::language {

// File 0 of the diagnostics becomes the source's own. The last token is of kind end.
std::vector<Token> preprocess(const KernelSource& source, const Options& options, Diagnostics& diagnostics,
                              StringPool& pool);

}  // namespace lockstep::sim::language
