// From instructions to operations: selects handlers, computes register offsets, finds the labels of each
// switch.
#include "sim/machine/handlers/operation.hpp"

#include "sim/machine/handlers/builtin.hpp"

namespace lockstep::sim {
namespace {

Handlers builtin_handlers(const Instruction& instruction, unsigned width) {
  const auto function = static_cast<Builtin>(instruction.imm);
  return is_floating(instruction.type) ? float_builtin_handlers(function, instruction.type, width)
                                       : integer_builtin_handlers(function, instruction.type, width);
}

Handlers handlers_for(const Instruction& i, unsigned width) {
  switch (i.op) {
    case Opcode::constant:
    case Opcode::mov:
    case Opcode::select:
      return value_handlers(i, width);
    case Opcode::convert:
      return convert_handlers(i, width);
    case Opcode::element:
      return element_handlers(i, width);
    case Opcode::from_half:
    case Opcode::to_half:
      return half_handlers(i, width);
    case Opcode::neg:
    case Opcode::add:
    case Opcode::sub:
    case Opcode::mul:
    case Opcode::div:
    case Opcode::rem:
      return arithmetic_handlers(i, width);
    case Opcode::bit_not:
    case Opcode::shl:
    case Opcode::shr:
    case Opcode::bit_and:
    case Opcode::bit_or:
    case Opcode::bit_xor:
      return bit_handlers(i, width);
    case Opcode::logical_not:
    case Opcode::cmp_eq:
    case Opcode::cmp_ne:
    case Opcode::cmp_lt:
    case Opcode::cmp_le:
    case Opcode::cmp_gt:
    case Opcode::cmp_ge:
      return compare_handlers(i, width);
    case Opcode::builtin:
      return builtin_handlers(i, width);
    case Opcode::work_item:
      return work_item_handlers(i, width);
    case Opcode::load:
    case Opcode::store:
    case Opcode::copy:
    case Opcode::private_address:
      return memory_handlers(i, width);
    case Opcode::atomic:
      return atomic_handlers(i, width);
    case Opcode::barrier:
    case Opcode::collective:
    case Opcode::fence:
    case Opcode::kernel_end:
    case Opcode::copy_begin:
    case Opcode::copy_wait:
      return barrier_handlers(i, width);
    case Opcode::image:
      return image_handlers(i, width);
    case Opcode::print:
      return print_handlers(i, width);
    default:
      return control_handlers(i, width);
  }
}

// Whether the lanes or the place of the warp may be others after it.
bool ends_stretch(Opcode op) {
  switch (op) {
    case Opcode::barrier:
    case Opcode::collective:
    case Opcode::fence:
    case Opcode::kernel_end:
    case Opcode::copy_begin:
    case Opcode::copy_wait:
    case Opcode::if_begin:
    case Opcode::if_else:
    case Opcode::if_end:
    case Opcode::loop_begin:
    case Opcode::loop_test:
    case Opcode::loop_join:
    case Opcode::loop_back:
    case Opcode::loop_end:
    case Opcode::break_out:
    case Opcode::continue_out:
    case Opcode::switch_begin:
    case Opcode::case_label:
    case Opcode::switch_end:
    case Opcode::call:
    case Opcode::return_out:
    case Opcode::function_end:
      return true;
    default:
      return false;
  }
}

// Not: what accesses memory or changes control flow, and what may report a finding.
bool is_plain(const Instruction& i) {
  switch (i.op) {
    case Opcode::constant:
    case Opcode::mov:
    case Opcode::select:
    case Opcode::convert:
    case Opcode::from_half:
    case Opcode::to_half:
    case Opcode::neg:
    case Opcode::bit_not:
    case Opcode::logical_not:
    case Opcode::add:
    case Opcode::sub:
    case Opcode::mul:
    case Opcode::shl:
    case Opcode::shr:
    case Opcode::bit_and:
    case Opcode::bit_or:
    case Opcode::bit_xor:
    case Opcode::cmp_eq:
    case Opcode::cmp_ne:
    case Opcode::cmp_lt:
    case Opcode::cmp_le:
    case Opcode::cmp_gt:
    case Opcode::cmp_ge:
    case Opcode::builtin:
    case Opcode::work_item:
    case Opcode::private_address:
      return true;
    case Opcode::div:
    case Opcode::rem:
      return is_floating(i.type);
    case Opcode::element:
      return i.target == 0;
    default:
      return false;
  }
}

// The condition registers of the labels of the switch that begins at `at`, without those of inner switches.
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
    op.handlers = handlers_for(i, width);
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
