// Converts files to one list of tokens without directives, comments and macros. Keywords still have the
// kind identifier.
#pragma once

#include <vector>

#include "core/plan/plan.hpp"
#include "sim/frontend/preprocess/lexer.hpp"
#include "sim/frontend/preprocess/options.hpp"
#include "sim/frontend/preprocess/source_reader.hpp"
#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/text/diagnostics.hpp"

namespace lockstep::sim::language {

// Preprocesses a source, which becomes file 0 of the diagnostics. The last token is of kind end.
// `has_builtin` evaluates __has_builtin; if it is null, no built-in function exists.
std::vector<Token> preprocess(const KernelSource& source, const Options& options, Diagnostics& diagnostics,
                              StringPool& pool, HasBuiltin has_builtin = nullptr);

}  // namespace lockstep::sim::language
