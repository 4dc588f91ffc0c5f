// sim/compiler: syntax tree to bytecode, and compile(), which goes from the text to the program in one call.
// The meaning of the text is settled before (sim/frontend); instructions are executed in sim/machine.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"

namespace lockstep::sim::language {

// `options` as given to clBuildProgram (-D NAME[=VALUE], -I DIR, -cl-std=…, others ignored with care).
// On failure the message is what a compiler prints: path:line:column: error: …, the line, a caret; several
// of them when there are several errors. Success may carry warnings in Program::warnings.
Result<std::shared_ptr<const Program>> compile(const KernelSource& source, const std::string& options);

}  // namespace lockstep::sim::language
