// sim/compiler: generates bytecode from the syntax tree; compile() translates a source text to a program in
// one call. sim/frontend analyses the text; sim/machine executes the instructions.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"

namespace lockstep::sim::language {

// `options` are those of clBuildProgram (-D NAME[=VALUE], -I DIR, -cl-std=…; other known options are
// ignored). If compilation fails, the message has the form of a compiler message: path:line:column: error: …,
// the source line and a caret, for each error. If it succeeds, Program::warnings may contain warnings.
Result<std::shared_ptr<const Program>> compile(const KernelSource& source, const std::string& options);

}  // namespace lockstep::sim::language
