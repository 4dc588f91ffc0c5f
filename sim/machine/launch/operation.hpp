// An instruction in the form in which the interpreter executes it. The handler is selected once by opcode,
// lane type and warp width, and registers are byte offsets. To execute an instruction therefore takes one
// indirect call and a loop over lanes.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

struct Execution;
struct Operation;
using Handler = void (*)(Execution&, const Operation&);

// `full` may assume that every lane of the warp is active; `masked` changes active lanes only.
struct Handlers {
  Handler full = nullptr;
  Handler masked = nullptr;
};

struct Operation {
  Handlers handlers;
  std::uint32_t dst = 0, a = 0, b = 0, c = 0;  // byte offsets of registers in Warp::registers
  std::uint32_t target = 0;
  std::int64_t imm = 0;
  const Instruction* instruction = nullptr;
  // The next instruction, starting with this one, that may change the warp's mask, pc or status. The
  // instructions before it run one after another with the same lanes.
  std::uint32_t stretch_end = 0;
  // Whether the instruction changes registers only and reports nothing, so that its handler needs neither the
  // pc nor the step count.
  bool is_plain = false;
  // Of switch_begin: the byte offsets of the condition registers of its labels.
  std::vector<std::uint32_t> labels;
};

// Returns the program's code for a warp width. The program must outlive the result.
std::vector<Operation> decode(const Program& program, unsigned width);

// Selects the handlers of an instruction; they are null if the operation does not exist for its type. Every
// opcode has its own specialisation, next to its handlers.
template <Opcode>
Handlers handlers(const Instruction& instruction, unsigned width);
#define X(name, ...) \
  template <>        \
  Handlers handlers<Opcode::name>(const Instruction&, unsigned);
#include "sim/bytecode/opcodes.def"
#undef X

// Defines handlers() for an opcode that is executed, for every type and warp width, by the function of the
// same name.
#define LOCKSTEP_EXECUTED_BY_ITS_NAME(name)                       \
  template <>                                                     \
  Handlers handlers<Opcode::name>(const Instruction&, unsigned) { \
    return {name, name};                                          \
  }

}  // namespace lockstep::sim
