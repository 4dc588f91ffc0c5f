// Compiles an expression in the scope of an instruction. The program is compiled again, which gives the same
// instructions and the same places of its variables, and the code of the expression is added. This code can
// therefore use the registers and memory of a warp of the original program.
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
  std::uint32_t entry = 0;  // the code ends with kernel_end
  // The registers that contain the value after the code has run.
  Register first = 0;
  unsigned count = 1;  // number of components
  LaneType type = LaneType::int32;
  std::string type_name;            // in OpenCL C
  std::uint32_t pointee_bytes = 0;  // size of the pointee; 0 if the value is not a pointer
  bool reads_memory = false;        // reads global, constant or local memory
};

// `pc` is the index of an instruction of the program that compile() returns for the same source. Error
// messages are complete sentences.
Result<WatchedCode> compile_watched(const PlanProgram& program, const std::string& expression,
                                    std::uint32_t pc);

// Returns the instructions at which a scope may start or end. For all instructions between two of them,
// compile_watched() generates the same code.
std::vector<std::uint32_t> scope_boundaries(const Program& program);

}  // namespace lockstep::sim::language
