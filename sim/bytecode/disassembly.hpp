// Prints the bytecode of a program as text for users and tests.
#pragma once

#include <cstddef>
#include <string>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// Returns the instruction without its index and source position, for example "add.int r3 <- r1 r2".
std::string instruction_text(const Instruction& instruction);

// Returns the index of the instruction, the line and column of its source, and its text; ends with a newline.
std::string instruction_line(const Program& program, std::size_t index);

// Returns "kernel scan" or "function op" if the instruction is the first of a kernel or function; otherwise
// an empty string.
std::string function_at(const Program& program, std::size_t index);

// Returns a line for each instruction, and headings that name the kernels and functions.
std::string disassemble(const Program& program);

}  // namespace lockstep::sim
