// The basic blocks of a program as one work-item runs through them: masks are branches.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

struct BasicBlock {
  std::uint32_t begin = 0, end = 0;   // instructions
  std::vector<std::uint32_t> from;    // blocks before it
  std::optional<std::uint32_t> call;  // block that ends with the call after which this one runs
  std::uint32_t callee_end = 0;       // then: block with the end of the function
  std::uint32_t callee = 0;           // then: index into ControlFlow::functions
};

struct FunctionCode {
  std::uint32_t entry = 0, end = 0;  // instructions; `end` is its function_end
  std::vector<bool> writes;          // by register, with all that it calls
};

struct ControlFlow {
  std::vector<BasicBlock> blocks;
  std::vector<std::uint32_t> block_of;  // by instruction
  std::vector<FunctionCode> functions;  // those that are called
};

ControlFlow control_flow_of(const Program& program);

}  // namespace lockstep::sim
