// The bytecode of a program as text, for people and tests.
#pragma once

#include <cstddef>
#include <string>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// "add.int r3 <- r1 r2": without index and source position.
std::string instruction_text(const Instruction& instruction);

// The same after its index, with the line and column of its source; ends with a newline.
std::string instruction_line(const Program& program, std::size_t index);

// "kernel scan", "function op" where one begins; empty elsewhere.
std::string function_at(const Program& program, std::size_t index);

// A line for each instruction, under the names of the kernels and functions.
std::string disassemble(const Program& program);

}  // namespace lockstep::sim
