// The bytecode of a program as text, for people and tests.
#pragma once

#include <cstddef>
#include <string>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// "add.int r3 <- r1 r2": without its place.
std::string instruction_text(const Instruction& instruction);

// The same behind its index, with the line and column of the source that it comes from; ends the line.
std::string instruction_line(const Program& program, std::size_t index);

// "kernel scan", "function op" where one begins; empty elsewhere.
std::string function_at(const Program& program, std::size_t index);

// A line for each instruction, under the names of the kernels and functions.
std::string disassemble(const Program& program);

}  // namespace lockstep::sim
