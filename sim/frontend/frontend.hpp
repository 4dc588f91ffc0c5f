// Translates text to a syntax tree (ast.hpp) in one call. The code in preprocess/ creates tokens; parse/
// parses declarations, statements and expressions; types/ checks and converts operands; builtins/ checks
// calls of built-in functions. Instructions are generated in sim/compiler.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/frontend/text/undefined_macro.hpp"
#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// `options` are those of clBuildProgram. The error message has the form of a compiler's output: it contains
// all errors, with carets.
Result<TranslationUnit> analyse(const KernelSource& source, const std::string& options);

// Returns the launches in the host code of a .cu file; empty if the text has errors.
std::vector<HostLaunch> host_launches(const KernelSource& source, const std::string& options);

// Returns the data that the host code copies to __constant__ variables.
std::vector<HostConstant> host_constants(const KernelSource& source, const std::string& options);

// Returns an example instance of each kernel template of a .cu file that is not instantiated, in the form
// that the option -instantiate takes.
std::vector<std::string> possible_instances(const KernelSource& source, const std::string& options);

// Returns the undeclared names in capital letters in a text with errors. Names whose errors are only
// consequences of other errors are omitted.
std::vector<UndefinedMacro> undefined_macros(const KernelSource& source, const std::string& options);

// Returns "path:line:column: error: message", the source line and a caret line. Used for errors that are
// found after the analysis.
std::string format_error(const TranslationUnit& unit, const SourceRange& range, const std::string& message);

}  // namespace lockstep::sim::language
