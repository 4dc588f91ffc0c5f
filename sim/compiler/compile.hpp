// Translates a source text to a program in one call. sim/frontend analyses the text, this folder generates
// bytecode from the syntax tree, and sim/machine executes the instructions.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"

namespace lockstep::sim::language {

// `options` are those of clBuildProgram (-D NAME[=VALUE], -I DIR, -cl-std=…; other known options are
// ignored). If compilation fails, the message contains, for each error, a line path:line:column: error: …,
// the source line and a caret. If compilation succeeds, Program::warnings may contain warnings.
Result<std::shared_ptr<const Program>> compile(const KernelSource& source, const std::string& options);

}  // namespace lockstep::sim::language
