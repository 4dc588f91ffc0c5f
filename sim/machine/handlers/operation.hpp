// An instruction as the interpreter executes it: a handler selected once by opcode, lane type and warp width,
// and registers as byte offsets. So an instruction is one indirect call and a loop over lanes.
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
  // The next instruction, from this one on, that may change the warp's mask, place or status. Those before it
  // run one after another with the same lanes.
  std::uint32_t stretch_end = 0;
  // It changes registers only and reports nothing: its handler needs to know neither its place nor the time.
  bool is_plain = false;
  // switch_begin: byte offsets of the condition registers of its labels.
  std::vector<std::uint32_t> labels;
};

// The program's code for a warp width. The program must outlive it.
std::vector<Operation> decode(const Program& program, unsigned width);

// By group of opcodes; null handlers when the operation has no such type.
Handlers value_handlers(const Instruction& instruction, unsigned width);       // constant, mov, select
Handlers arithmetic_handlers(const Instruction& instruction, unsigned width);  // neg … rem
Handlers bit_handlers(const Instruction& instruction, unsigned width);         // shifts and bits
Handlers compare_handlers(const Instruction& instruction, unsigned width);
Handlers convert_handlers(const Instruction& instruction, unsigned width);
Handlers element_handlers(const Instruction& instruction, unsigned width);
Handlers half_handlers(const Instruction& instruction, unsigned width);
Handlers memory_handlers(const Instruction& instruction,
                         unsigned width);  // load, store, copy, private_address
Handlers atomic_handlers(const Instruction& instruction, unsigned width);
Handlers control_handlers(const Instruction& instruction, unsigned width);
Handlers barrier_handlers(const Instruction& instruction,
                          unsigned width);  // barrier, collective, fence, kernel_end
Handlers work_item_handlers(const Instruction& instruction, unsigned width);
Handlers image_handlers(const Instruction& instruction, unsigned width);
Handlers print_handlers(const Instruction& instruction, unsigned width);

}  // namespace lockstep::sim
