// Prints the bytecode of a program as text for users and tests.
#pragma once

#include <cstddef>
#include <string>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// For example "add.int r3 <- r1 r2", without index and source position.
std::string instruction_text(const Instruction& instruction);

// The instruction text, preceded by its index and the line and column of its source; ends with a newline.
std::string instruction_line(const Program& program, std::size_t index);

// "kernel scan" or "function op" if the instruction is the first of a kernel or function; otherwise empty.
std::string function_at(const Program& program, std::size_t index);

// A line for each instruction; headings name the kernels and functions.
std::string disassemble(const Program& program);

}  // namespace lockstep::sim
