// Reading a Program: kernels by name, and the disassembly that tests and people read.
// Every line is made from the opcode's shape in opcodes.def, so that a new opcode prints itself.
#include "sim/bytecode/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>

#include "sim/bytecode/collective.hpp"
#include "sim/bytecode/image.hpp"

namespace lockstep::sim {
namespace {

struct BuiltinInfo {
  std::string_view name;
  unsigned arity;
};

constexpr BuiltinInfo kBuiltins[] = {
#define F(name, arity, domain, result) {#name, arity},
#include "sim/bytecode/builtins.def"
#undef F
};

constexpr std::array kQueries = {
    "work_dim",           "global_size",    "global_id",          "local_size",     "enqueued_local_size",
    "local_id",           "num_groups",     "group_id",           "global_offset",  "global_linear_id",
    "local_linear_id",    "sub_group_size", "max_sub_group_size", "num_sub_groups", "sub_group_id",
    "sub_group_local_id",
};

constexpr std::array kAtomics = {
    "add", "sub", "exchange", "increment", "decrement", "compare_exchange", "min", "max",
    "and", "or",  "xor",      "load",      "store",
};

constexpr std::array kConvertModes = {
    "", "sat", "rte", "rtz", "rtp", "rtn", "sat_rte", "sat_rtz", "sat_rtp", "sat_rtn", "bits",
};

template <class Names>
std::string_view name_at(const Names& names, std::size_t index) {
  return index < std::size(names) ? std::string_view(names[index]) : std::string_view("?");
}

std::string literal(const Instruction& instruction) {
  const auto bits = std::bit_cast<std::uint64_t>(instruction.imm);
  switch (instruction.type) {
    case LaneType::float32:
      return fmt::format("{}f", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case LaneType::float64:
      return fmt::format("{}", std::bit_cast<double>(bits));
    case LaneType::uint64:
      return bits >> 48 ? fmt::format("{:#x}", bits) : fmt::format("{}", bits);
    default:
      return fmt::format("{}", instruction.imm);
  }
}

std::string register_run(Register first, unsigned count) {
  return count == 1 ? fmt::format("r{}", first) : fmt::format("r{}..r{}", first, first + count - 1);
}

bool has_type(Opcode op) {
  const OperandShape shape = opcode_info(op).shape;
  return shape != OperandShape::none && shape != OperandShape::a && !opcode_info(op).is_untyped;
}

std::string collective_call(const Instruction& i) {
  const Collective collective = collective_of(i);
  std::string text = fmt::format(" r{} <- {} {}", i.dst, collective.of_sub_group ? "sub-group" : "work-group",
                                 kind_name(collective.kind));
  if (combines(collective.kind)) text += fmt::format(" {}", operator_name(collective.op));
  text += fmt::format(" r{}", i.a);
  if (exchanges(collective.kind)) text += fmt::format(" r{}", i.b);
  if (collective.cluster != 0) text += fmt::format(" in clusters of {}", collective.cluster);
  return text + (collective.must_be_uniform ? "" : " of the arriving work-items");
}

std::string builtin_call(const Instruction& i) {
  const BuiltinInfo& builtin = kBuiltins[static_cast<std::size_t>(i.imm)];
  std::string text = fmt::format(" r{} <- {}", i.dst, builtin.name);
  const Register arguments[] = {i.a, i.b, i.c};
  for (unsigned argument = 0; argument < builtin.arity; ++argument)
    text += fmt::format(" r{}", arguments[argument]);
  return text;
}

// What the shape does not say: the meaning of imm and mode, and the operands of special opcodes.
std::string details(const Instruction& i) {
  switch (i.op) {
    case Opcode::constant:
      return " " + literal(i);
    case Opcode::convert: {
      const auto mode = name_at(kConvertModes, i.mode);
      return fmt::format(" from {}{}{}", opencl_name(i.type2), mode.empty() ? "" : " ", mode);
    }
    case Opcode::builtin:
      return builtin_call(i);
    case Opcode::work_item:
      return fmt::format(" {}", name_at(kQueries, static_cast<std::size_t>(i.imm)));
    case Opcode::atomic:
      return fmt::format(" r{} <- {} [r{}] r{} r{}", i.dst, name_at(kAtomics, i.mode), i.a, i.b, i.c);
    case Opcode::collective:
      return collective_call(i);
    case Opcode::private_address:
      return fmt::format(" {}", i.imm);
    case Opcode::element:
      return fmt::format(" * {}", i.imm);
    case Opcode::copy:
      return fmt::format(" {} bytes", i.imm);
    case Opcode::break_out:
    case Opcode::continue_out:
      return fmt::format(" frame {}", i.imm);
    case Opcode::return_out:
      return i.mode == 1 ? " kernel" : fmt::format(" frame {}", i.imm);
    case Opcode::barrier:
      return fmt::format("{} flags {}", i.mode == 1 ? " sub-group" : "", i.imm);
    case Opcode::fence:
      return fmt::format(" flags {}", i.imm);
    case Opcode::image:
      return fmt::format(" {} <- {}", register_run(i.dst, image_operation(i.imm).results()),
                         register_run(i.a, i.count));
    case Opcode::print:
      return fmt::format(" format {} {}", i.imm, register_run(i.a, i.count));
    default:
      return {};
  }
}

std::string operands(const Instruction& i) {
  switch (opcode_info(i.op).shape) {
    case OperandShape::d:
      return fmt::format(" r{}", i.dst);
    case OperandShape::da:
      if (i.op == Opcode::load) return fmt::format(" {} <- [r{}]", register_run(i.dst, i.count), i.a);
      return fmt::format(" r{} <- r{}", i.dst, i.a);
    case OperandShape::dab:
      return fmt::format(" r{} <- r{} r{}", i.dst, i.a, i.b);
    case OperandShape::dabc:
      return fmt::format(" r{} <- r{} r{} r{}", i.dst, i.a, i.b, i.c);
    case OperandShape::a:
      return fmt::format(" r{}", i.a);
    case OperandShape::ab:
      if (i.op == Opcode::store) return fmt::format(" [r{}] <- {}", i.a, register_run(i.b, i.count));
      return fmt::format(" [r{}] <- [r{}]", i.a, i.b);
    case OperandShape::none:
    case OperandShape::special:
      break;
  }
  return {};
}

std::string line_of(const Program& program, std::size_t index) {
  const Instruction& i = program.code[index];
  std::string text(opcode_name(i.op));
  if (has_type(i.op)) text += fmt::format(".{}", opencl_name(i.type));
  text += operands(i) + details(i);
  if (opcode_info(i.op).has_target) text += fmt::format(" -> {}", i.target);
  if (i.counts_as_branch) text += " branch";
  if (i.range >= program.ranges.size()) return fmt::format("{:4}  {}\n", index, text);
  const language::SourceRange& range = program.ranges[i.range];
  return fmt::format("{:4}  {:<48} ; {}:{}\n", index, text, range.line, range.column);
}

}  // namespace

std::array<RegisterRun, 3> registers_read(const Instruction& i) {
  const RegisterRun a{i.a, 1}, b{i.b, 1}, c{i.c, 1}, none;
  if (i.op == Opcode::store) return {a, {i.b, i.count}, none};
  if (i.op == Opcode::print || i.op == Opcode::image) return {{{i.a, i.count}, none, none}};
  if (i.op == Opcode::collective) return {a, exchanges(collective_of(i).kind) ? b : none, none};
  const unsigned arity = i.op == Opcode::builtin ? kBuiltins[static_cast<std::size_t>(i.imm)].arity : 3;
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

const Kernel* Program::find_kernel(std::string_view name) const {
  const auto found = std::ranges::find(kernels, name, &Kernel::name);
  return found == kernels.end() ? nullptr : &*found;
}

const HelperFunction* Program::find_function(std::string_view name) const {
  const auto found = std::ranges::find(functions, name, &HelperFunction::name);
  return found == functions.end() ? nullptr : &*found;
}

std::string disassemble(const Program& program) {
  std::string text;
  for (std::size_t index = 0; index < program.code.size(); ++index) {
    for (const Kernel& kernel : program.kernels)
      if (kernel.entry == index) text += fmt::format("kernel {}\n", kernel.name);
    text += line_of(program, index);
  }
  return text;
}

}  // namespace lockstep::sim
