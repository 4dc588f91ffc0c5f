// Finds the basic blocks of a program from the view of one work-item, for which mask operations are branches.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

struct BasicBlock {
  std::uint32_t begin = 0, end = 0;   // instructions
  std::vector<std::uint32_t> from;    // preceding blocks
  std::optional<std::uint32_t> call;  // block that ends with the call before this block
  std::uint32_t callee_end = 0;       // if `call` is set: block with the end of the function
  std::uint32_t callee = 0;           // if `call` is set: index into ControlFlow::functions
};

struct FunctionCode {
  std::uint32_t entry = 0, end = 0;  // instructions; `end` is the function_end
  std::vector<bool> writes;          // by register, including the functions that it calls
};

struct ControlFlow {
  std::vector<BasicBlock> blocks;
  std::vector<std::uint32_t> block_of;  // by instruction
  std::vector<FunctionCode> functions;  // called functions
};

ControlFlow control_flow_of(const Program& program);

}  // namespace lockstep::sim
