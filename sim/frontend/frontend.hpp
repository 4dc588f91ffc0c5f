// sim/frontend: text to syntax tree (ast.hpp), as one call. preprocess/ makes tokens, parse/ reads
// declarations, statements and expressions, types/ checks and converts operands, builtins/ checks calls of
// built-in functions. Instructions are made in sim/compiler.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/frontend/text/undefined_macro.hpp"
#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// `options` as for clBuildProgram. The error's message is what a compiler prints (all errors, with carets).
Result<TranslationUnit> analyse(const KernelSource& source, const std::string& options);

// The launches that the host part of a .cu file makes; none of a text that has errors.
std::vector<HostLaunch> host_launches(const KernelSource& source, const std::string& options);

// What the host part copies to __constant__ variables.
std::vector<HostConstant> host_constants(const KernelSource& source, const std::string& options);

// An example of each kernel template of a .cu file that nothing instantiates, as the option -instantiate
// takes it.
std::vector<std::string> possible_instances(const KernelSource& source, const std::string& options);

// The names in capital letters of a text with errors that nothing declares, those behind others left out.
std::vector<UndefinedMacro> undefined_macros(const KernelSource& source, const std::string& options);

// "path:line:column: error: message", the source line, a caret line; for refusals after the analysis.
std::string format_error(const TranslationUnit& unit, const SourceRange& range, const std::string& message);

}  // namespace lockstep::sim::language
