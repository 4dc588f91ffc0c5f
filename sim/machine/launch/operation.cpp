// Converts instructions to operations: selects handlers, computes register offsets, and finds the labels of
// each switch.
#include "sim/machine/launch/operation.hpp"

namespace lockstep::sim {
namespace {

constexpr Handlers (*kHandlers[])(const Instruction&, unsigned) = {
#define X(name, ...) handlers<Opcode::name>,
#include "sim/bytecode/opcodes.def"
#undef X
};

// Returns whether an instruction is plain, that is, does not access memory, change control flow or report
// a finding.
bool is_plain(const Instruction& i) {
  if (i.op == Opcode::div || i.op == Opcode::rem) return is_floating(i.type);
  if (i.op == Opcode::element) return i.target == 0;
  return opcode_info(i.op).has(opcodes::plain);
}

// Returns the condition registers of the labels of the switch that begins at `at`, without the labels of
// inner switches.
std::vector<std::uint32_t> labels_of(const Program& program, std::size_t at, std::uint32_t register_bytes) {
  std::vector<std::uint32_t> labels;
  int depth = 0;
  for (std::size_t pc = at; pc < program.code.size(); ++pc) {
    const Instruction& i = program.code[pc];
    if (i.op == Opcode::switch_begin) ++depth;
    if (i.op == Opcode::switch_end && --depth == 0) break;
    if (i.op == Opcode::case_label && depth == 1) labels.push_back(i.a * register_bytes);
  }
  return labels;
}

}  // namespace

std::vector<Operation> decode(const Program& program, unsigned width) {
  const std::uint32_t register_bytes = 8 * width;
  std::vector<Operation> code(program.code.size());
  for (std::size_t pc = 0; pc < code.size(); ++pc) {
    const Instruction& i = program.code[pc];
    Operation& op = code[pc];
    op.handlers = kHandlers[static_cast<std::size_t>(i.op)](i, width);
    op.dst = i.dst * register_bytes;
    op.a = i.a * register_bytes;
    op.b = i.b * register_bytes;
    op.c = i.c * register_bytes;
    op.target = i.target;
    op.imm = i.imm;
    op.instruction = &i;
    op.is_plain = is_plain(i);
    if (i.op == Opcode::switch_begin) op.labels = labels_of(program, pc, register_bytes);
  }
  for (std::size_t pc = code.size(); pc-- > 0;) {
    const bool ends = pc + 1 == code.size() || ends_stretch(program.code[pc].op);
    code[pc].stretch_end = ends ? static_cast<std::uint32_t>(pc) : code[pc + 1].stretch_end;
  }
  return code;
}

}  // namespace lockstep::sim
