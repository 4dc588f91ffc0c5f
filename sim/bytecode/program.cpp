// Finds kernels and functions by name, and lists the registers that an instruction reads and writes.
#include "sim/bytecode/program.hpp"

#include <algorithm>

#include "sim/bytecode/builtin.hpp"
#include "sim/bytecode/collective.hpp"
#include "sim/bytecode/image.hpp"

namespace lockstep::sim {
namespace {

unsigned some_written(const Instruction& instruction) {
  if (instruction.op == Opcode::image) return image_operation(instruction.imm).results();
  if (instruction.op == Opcode::if_end) return instruction.mode != 0 ? 1 : 0;
  return static_cast<AtomicOp>(instruction.mode) == AtomicOp::store ? 0 : 1;
}

// Returns the name without blanks, which are ignored in the name of a template instance such as
// "reduce<int, 256>".
std::string without_blanks(std::string_view name) {
  std::string text(name);
  std::erase(text, ' ');
  return text;
}

}  // namespace

std::array<RegisterRun, 3> registers_read(const Instruction& i) {
  const RegisterRun a{i.a, 1}, b{i.b, 1}, c{i.c, 1}, none;
  if (i.op == Opcode::store) return {a, {i.b, i.count}, none};
  if (i.op == Opcode::print || i.op == Opcode::image) return {{{i.a, i.count}, none, none}};
  if (i.op == Opcode::collective) {
    const Collective collective = collective_of(i);
    return {a, exchanges(collective.kind) ? b : none, collective.has_mask ? c : none};
  }
  if (i.op == Opcode::barrier && i.mode == kMaskedBarrier) return {a, none, none};
  const unsigned arity = i.op == Opcode::builtin ? builtin_info(static_cast<std::uint64_t>(i.imm)).arity : 3;
  switch (opcode_info(i.op).shape) {
    case OperandShape::none:
    case OperandShape::d:
      return {};
    case OperandShape::da:
    case OperandShape::a:
      return {a, none, none};
    case OperandShape::dab:
    case OperandShape::ab:
      return {a, b, none};
    case OperandShape::dabc:
      return {a, b, c};
    case OperandShape::special:
      break;
  }
  return {a, arity > 1 ? b : none, arity > 2 ? c : none};
}

RegisterRun registers_written(const Instruction& i) {
  switch (opcode_info(i.op).writes) {
    case WrittenRegisters::one:
      return {i.dst, 1};
    case WrittenRegisters::run:
      return {i.dst, i.count};
    case WrittenRegisters::some:
      return {i.dst, some_written(i)};
    case WrittenRegisters::none:
      break;
  }
  return {};
}

const Kernel* Program::find_kernel(std::string_view name) const {
  const auto found = std::ranges::find(kernels, name, &Kernel::name);
  if (found != kernels.end()) return &*found;
  if (name.find('<') == std::string_view::npos) return nullptr;
  const std::string wanted = without_blanks(name);
  const auto instance =
      std::ranges::find(kernels, wanted, [](const Kernel& it) { return without_blanks(it.name); });
  return instance == kernels.end() ? nullptr : &*instance;
}

const HelperFunction* Program::find_function(std::string_view name) const {
  const auto found = std::ranges::find(functions, name, &HelperFunction::name);
  return found == functions.end() ? nullptr : &*found;
}

}  // namespace lockstep::sim
