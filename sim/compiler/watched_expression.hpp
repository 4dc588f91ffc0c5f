// An expression compiled in the scope of an instruction: the program once more, with the same instructions
// and places of its variables, and the code of the expression as an addition, so that it runs on the
// registers and memories of a warp of the original.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"

namespace lockstep::sim::language {

struct WatchedCode {
  std::shared_ptr<const Program> program;
  std::uint32_t entry = 0;  // its code ends with kernel_end
  // The value afterwards.
  Register first = 0;
  unsigned count = 1;  // components
  LaneType type = LaneType::int32;
  std::string type_name;            // as OpenCL C spells it
  std::uint32_t pointee_bytes = 0;  // of a pointer; else 0
  bool reads_memory = false;        // global, constant or local memory
};

// `pc` is an instruction of what compile() makes of the same program. Errors are sentences.
Result<WatchedCode> compile_watched(const PlanProgram& program, const std::string& expression,
                                    std::uint32_t pc);

// The instructions at which a scope may begin or end: between two of them, compile_watched() gives the same
// code for all instructions.
std::vector<std::uint32_t> scope_boundaries(const Program& program);

}  // namespace lockstep::sim::language
