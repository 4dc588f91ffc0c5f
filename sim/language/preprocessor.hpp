// From files to one list of tokens without directives, comments and macros. Keywords are still identifiers.
#pragma once

#include <vector>

#include "core/plan.hpp"
#include "sim/language/diagnostics.hpp"
#include "sim/language/lexer.hpp"
#include "sim/language/options.hpp"
#include "sim/language/token.hpp"

namespace lockstep::sim::language {

// File 0 of the diagnostics becomes the source's own. The last token is of kind end.
std::vector<Token> preprocess(const KernelSource& source, const Options& options, Diagnostics& diagnostics,
                              StringPool& pool);

}  // namespace lockstep::sim::language
